import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, expect } from '@jest/globals';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import en from '../../i18n/en.json' with { type: 'json' };
import it from '../../i18n/it.json' with { type: 'json' };

const DEMO_PASSWORD = 'portico-demo';
export const MESSAGES = { en, it };
const LOCALES = { en: 'en-GB', it: 'it-IT' };
const VIEWPORTS = { desktop: { width: 1400, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 360, height: 740 } };

export interface ConsoleOptions {
  /** Who signs in; without it the log-in screen is open. */
  as?: string;
  /** What the browser asks for: nobody has chosen anything in the console yet. */
  language?: 'en' | 'it';
  theme?: 'light' | 'dark';
  viewport?: keyof typeof VIEWPORTS | { width: number; height: number };
  /** A place in the console, as `#/hotspots`. */
  at?: string;
  /** The address of another server than the one with demonstration data, the password there, and the moment at which its clock stands. */
  server?: string;
  password?: string;
  now?: Date;
  /** Whether the test reaches the store, see dispatchIn(), and what changes its colour does so at once. */
  inHand?: boolean;
}

let browser: Promise<Browser> | undefined;
let contexts: BrowserContext[] = [];
let faults: string[] = [];
let axe: string | undefined;

/** Opens the built console as someone who has never been there, in a browser profile of its own; it is closed after the test. */
export async function openConsole({
  as,
  language = 'en',
  theme = 'light',
  viewport = 'desktop',
  at = '',
  server,
  password,
  now,
  inHand,
}: ConsoleOptions = {}) {
  browser ??= chromium.connect(fromSetup('PORTICO_E2E_BROWSER'));
  const options = {
    baseURL: server ?? fromSetup('PORTICO_E2E_SERVER'),
    locale: LOCALES[language],
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: typeof viewport === 'string' ? VIEWPORTS[viewport] : viewport,
    hasTouch: viewport === 'phone',
  } as const;
  const context = await (await browser).newContext(options);
  contexts.push(context);
  context.on('page', watchForFaults);
  if (now) await context.clock.setFixedTime(now);
  if (inHand === true) await context.addInitScript(takeInHand);
  const page = await context.newPage();
  await page.goto(`/${at}`);
  if (as !== undefined) await signIn(page, as, language, password);
  return { page, close: () => context.close() };
}

/** Signs in by the screen, as staff do. */
export async function signIn(page: Page, username: string, language: 'en' | 'it' = 'en', password: string = DEMO_PASSWORD) {
  const messages = MESSAGES[language];
  const submit = page.getByRole('button', { name: messages['login.submit'], exact: true });
  await page.getByLabel(messages['login.username'], { exact: true }).fill(username);
  await page.getByLabel(messages['login.password'], { exact: true }).fill(password);
  await submit.click();
  await submit.waitFor({ state: 'detached' });
}

/** Calls the server as a script in the page could: with the token of who is signed in there, or with an older one. */
export async function callAsPage(page: Page, method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) {
  const sent = { method, path, token: token ?? (await tokenOf(page)), body: body === undefined ? null : JSON.stringify(body) };
  return page.evaluate(async ({ method, path, token, body }) => {
    const headers = { Token: token, ...(body !== null && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(path, { method, headers, body });
    return answer.status;
  }, sent);
}

/** The token of who is signed in, once the console has put it into the browser's storage. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.waitForFunction(() => {
    const { user } = JSON.parse(localStorage.getItem('persist:auth') ?? '{}') as { user?: string };
    return (JSON.parse(user ?? 'null') as { token: string } | null)?.token;
  });
  return stored.jsonValue() as Promise<string>;
}

/** Stands where Redux DevTools would, which is handed the store when it is made. */
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

/** Dispatches in a console that was opened in hand. */
export async function dispatchIn(page: Page, action: { type: string; payload: unknown }): Promise<void> {
  await page.evaluate((action) => {
    (window as unknown as { storeInHand: { dispatch: (action: unknown) => void } }).storeInHand.dispatch(action);
  }, action);
}

/** What axe finds on the page as it is now, of everything or of colours alone: each rule, its help, and the elements. */
export async function axeViolations(
  page: Page,
  what: 'all' | 'colours' = 'all',
): Promise<{ id: string; help: string; elements: string[] }[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated through the debugger: a script element is refused by the content security policy, which stays as it is.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (what) => {
    // Of what is in order only the count is worked out.
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
  await Promise.all(open.map((context) => context.close()));
  expect(found).toEqual([]);
});

afterAll(async () => {
  await (await browser)?.close();
});

/** An exception that nobody caught, or something that the content security policy refused, fails the test it happened in. */
function watchForFaults(page: Page) {
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
}

function fromSetup(name: 'PORTICO_E2E_BROWSER' | 'PORTICO_E2E_SERVER'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`global set-up did not set ${name}`);
  return value;
}
