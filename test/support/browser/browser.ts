import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, expect } from '@jest/globals';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import en from '../../../i18n/en.json' with { type: 'json' };
import it from '../../../i18n/it.json' with { type: 'json' };
import { extensionScript } from './devtools/inBrowser';

const DEMO_PASSWORD = 'portico-demo';
export const MESSAGES = { en, it };
const LOCALES = { en: 'en-GB', it: 'it-IT' };
const VIEWPORTS = {
  desktop: { width: 1400, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 360, height: 740 },
  /** A window of 1280 × 800 px at a zoom of 200 %. */
  zoomed: { width: 640, height: 400 },
};

export interface ConsoleOptions {
  /** Who signs in; by default nobody does, and the sign-in screen is shown. */
  as?: string;
  /** The browser's language; no language has been chosen in the console. */
  language?: 'en' | 'it';
  theme?: 'light' | 'dark';
  viewport?: keyof typeof VIEWPORTS | { width: number; height: number };
  /** Address in the console, like `#/hotspots`. */
  at?: string;
  /** The browser's time zone; by default the machine's. */
  zone?: string;
  /** For another server than the demonstration's: its URL, its password, and the time at which its clock stands still. */
  server?: string;
  password?: string;
  now?: Date;
  /** Gives the test access to the store (see dispatchIn), and disables colour transitions. */
  inHand?: boolean;
  /** Installs the engine of Redux DevTools in place of the browser extension (see devtools/inBrowser). */
  devTools?: boolean;
}

let browser: Promise<Browser> | undefined;
let contexts: BrowserContext[] = [];
let faults: string[] = [];
let axe: string | undefined;

/** Opens the built console in a fresh browser profile that is closed after the test. */
export async function openConsole({
  as,
  language = 'en',
  theme = 'light',
  viewport = 'desktop',
  at = '',
  zone,
  server,
  password,
  now,
  inHand,
  devTools,
}: ConsoleOptions = {}) {
  browser ??= chromium.connect(fromSetup('PORTICO_E2E_BROWSER'));
  const options = {
    baseURL: server ?? fromSetup('PORTICO_E2E_SERVER'),
    locale: LOCALES[language],
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: typeof viewport === 'string' ? VIEWPORTS[viewport] : viewport,
    hasTouch: viewport === 'phone',
    ...(zone !== undefined && { timezoneId: zone }),
  } as const;
  const context = await (await browser).newContext(options);
  contexts.push(context);
  context.on('page', watchForFaults);
  if (now) await context.clock.setFixedTime(now);
  await context.addInitScript(tellCauses);
  if (inHand === true) await context.addInitScript(takeInHand);
  if (devTools === true) await context.addInitScript(await extensionScript());
  const page = await context.newPage();
  await page.goto(`/${at}`);
  if (as !== undefined) await signIn(page, as, language, password);
  return { page, close: () => close(context) };
}

export interface PhoneOptions {
  /** Address of the gateway. */
  gateway: string;
  locale: string;
  width: number;
  height?: number;
  javaScriptEnabled?: boolean;
}

/** A phone's browser with the gateway as its HTTP proxy; it reaches the server itself directly. */
export async function openPhone({ gateway, width, height = 640, ...others }: PhoneOptions) {
  browser ??= chromium.connect(fromSetup('PORTICO_E2E_BROWSER'));
  const context = await (
    await browser
  ).newContext({
    viewport: { width, height },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce' as const,
    proxy: { server: gateway, bypass: '127.0.0.1' },
    ...others,
  });
  contexts.push(context);
  context.on('page', watchForFaults);
  return context.newPage();
}

/** Signs in through the login screen. */
export async function signIn(page: Page, username: string, language: 'en' | 'it' = 'en', password: string = DEMO_PASSWORD) {
  const messages = MESSAGES[language];
  const name = page.getByLabel(messages['login.username'], { exact: true });
  await name.fill(username);
  await page.getByLabel(messages['login.password'], { exact: true }).fill(password);
  await page.getByRole('button', { name: messages['login.submit'], exact: true }).click();
  // The button is replaced while it loads, so wait for the form to disappear.
  await name.waitFor({ state: 'detached' });
}

/** Watches the page's requests from now on; the function it returns waits until all of them are answered. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    while (open.size > 0) await page.waitForTimeout(100);
  };
}

/** Calls the server as a script in the page could, with the page's token or another one. */
export async function callAsPage(page: Page, method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) {
  const sent = { method, path, token: token ?? (await tokenOf(page)), body: body === undefined ? null : JSON.stringify(body) };
  return page.evaluate(async ({ method, path, token, body }) => {
    const headers = { Token: token, ...(body !== null && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(path, { method, headers, body });
    return answer.status;
  }, sent);
}

/** The current token, once the console has written it to the browser's storage. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.waitForFunction(() => {
    const { user } = JSON.parse(localStorage.getItem('persist:auth') ?? '{}') as { user?: string };
    return (JSON.parse(user ?? 'null') as { token: string } | null)?.token;
  });
  return stored.jsonValue() as Promise<string>;
}

/** Pretends to be Redux DevTools, which receives the store when it is created. */
function takeInHand(): void {
  type Make = (...args: unknown[]) => unknown;
  const compose =
    (...enhancers: ((make: Make) => Make)[]) =>
    (make: Make) =>
    (...args: unknown[]) => {
      const storeInHand = enhancers.reduceRight((inner, enhance) => enhance(inner), make)(...args);
      Object.assign(window, { storeInHand });
      return storeInHand;
    };
  Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: () => compose });
  const still = new CSSStyleSheet();
  still.replaceSync('* { transition: none !important }');
  document.adoptedStyleSheets.push(still);
}

/** React wraps errors thrown by screens; this reports their cause, which says more. */
function tellCauses(): void {
  window.addEventListener('error', ({ error }: { error: unknown }) => {
    if (error instanceof Error && error.cause instanceof Error) console.error(`caused by ${error.cause.stack ?? error.cause.message}`);
  });
}

/** Dispatches an action in a console opened with `inHand`. */
export async function dispatchIn(page: Page, action: { type: string; payload: unknown }): Promise<void> {
  await page.evaluate((action) => {
    (window as unknown as { storeInHand: { dispatch: (action: unknown) => void } }).storeInHand.dispatch(action);
  }, action);
}

/** axe's violations on the current page, by all rules or those about colours: rule, help, and elements. */
export async function axeViolations(
  page: Page,
  what: 'all' | 'colours' = 'all',
): Promise<{ id: string; help: string; elements: string[] }[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated by the debugger, because the content security policy forbids adding a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (what) => {
    // For passing rules, only compute the count.
    const options: RunOptions = {
      resultTypes: ['violations'],
      ...(what === 'colours' && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
    };
    const { violations: found } = await (globalThis as unknown as { axe: typeof axeCore }).axe.run(options);
    return found.map(({ id, help, nodes }) => ({ id, help, elements: nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`) }));
  }, what);
}

afterEach(async () => {
  const found = faults;
  const open = contexts;
  faults = [];
  contexts = [];
  await Promise.all(open.map(close));
  expect(found).toEqual([]);
});

afterAll(async () => {
  await (await browser)?.close();
});

/** Closes a context. The console asks now and then: a request that a test answers itself may be on its way. */
async function close(context: BrowserContext) {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Fails the test on an uncaught exception (and reports its cause) or a violation of the content security policy. */
function watchForFaults(page: Page) {
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (/content security policy|^caused by /i.test(message.text())) faults.push(message.text());
  });
}

function fromSetup(name: 'PORTICO_E2E_BROWSER' | 'PORTICO_E2E_SERVER'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`global set-up did not set ${name}`);
  return value;
}
