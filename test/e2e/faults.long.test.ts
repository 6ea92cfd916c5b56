/**
 * Each fault of the network or the server, on each type of screen: nothing typed is lost, no page is blank, and there is always a next
 * step.
 */
import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { callAsPage, MESSAGES, openConsole, signIn, tokenOf, watchRequests } from '../support/browser/browser';

const refusal =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, body, headers: { 'Content-Type': body.startsWith('<') ? 'text/html' : 'application/json', ...headers } });

const FAULTS: Record<string, (route: Route) => Promise<void>> = {
  'no server': (route) => route.abort('connectionrefused'),
  'a fault of the server': refusal(500, '{"message":"Internal Server Error"}'),
  'JSON that is cut off': refusal(200, '{"data": ['),
  'a page instead of JSON': refusal(200, '<html><h1>Hotel WiFi: log in</h1></html>'),
  'no time for now': refusal(429, '<html>', { 'Retry-After': '30' }),
  'a proxy without a server': refusal(502, '<html><h1>Bad gateway</h1></html>'),
};

interface Kind {
  at: string;
  /** Opens the screen and types what must not be lost. */
  begin: (page: Page) => Promise<void>;
  /** What the user does during the fault. */
  act: (page: Page) => Promise<void>;
  /** Checks what is still shown then. */
  stored: (page: Page) => Promise<void>;
  /** What the user does afterwards to go on. */
  goOn: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
let typed = '';
/** Always another text than before, so that there is something to save. */
const nextText = () => (typed = `Typed ${String(Math.random())}`);
const typedIn = async (page: Page, label: string, text: string) =>
  expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text);

const KINDS: Record<string, Kind> = {
  list: {
    at: '#/hotspots',
    begin: async (page) => {
      await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('hotel');
    },
    act: (page) => press(page, 'Refresh'),
    stored: async (page) => expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('hotel'),
    goOn: async (page) => {
      await press(page, 'Refresh');
      await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
    },
  },
  details: {
    at: '#/hotspots',
    begin: async (page) => {
      await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
    },
    act: async (page) => {
      await page.getByRole('link', { name: 'hotel-bora-trieste' }).click();
    },
    stored: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
    goOn: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).last().click();
      await page.getByRole('heading', { name: 'hotel-bora-trieste' }).waitFor();
      await page.goto('/#/hotspots');
      // The next fault opens it anew, not from the cache.
      await page.reload();
      await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
    },
  },
  form: {
    at: '#/hotspots/5?tab=preferences',
    begin: (page) => page.getByLabel('Max. traffic', { exact: true }).fill(String(Math.floor(Math.random() * 9000) + 1)),
    act: (page) => press(page, 'Save'),
    stored: async (page) => {
      await page.getByText('Couldn’t save 1 change. See the marked field.').waitFor();
    },
    goOn: async (page) => {
      await press(page, 'Save');
      await page.getByText('1 preference saved').last().waitFor();
      await page.getByLabel('Max. traffic', { exact: true }).fill(String(Math.floor(Math.random() * 9000) + 1));
    },
  },
  card: {
    at: '#/',
    begin: async (page) => {
      await page.getByRole('group', { name: 'Guests' }).getByText(/\d/).waitFor();
    },
    act: async (page) => {
      await page.reload();
    },
    stored: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
    goOn: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.getByRole('group', { name: 'Guests' }).getByText(/\d/).waitFor();
    },
  },
  designer: {
    at: '#/hotspots/5?tab=captive',
    begin: (page) => page.getByLabel('Subtitle', { exact: true }).fill(nextText()),
    act: (page) => press(page, 'Save'),
    stored: async (page) => {
      await page.getByText('Couldn’t save the marked fields.').waitFor();
      await typedIn(page, 'Subtitle', typed);
    },
    goOn: async (page) => {
      await press(page, 'Save');
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
      await page.getByLabel('Subtitle', { exact: true }).fill(nextText());
    },
  },
};

/** In milliseconds: each test runs one journey per fault. */
const SIX_JOURNEYS = 180_000;

test.each(Object.entries(KINDS))(
  'the console survives every fault on a %s',
  async (_kind, { at, begin, act, stored, goOn }) => {
    const { page } = await openConsole({ as: 'reseller' });
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    const errors = consoleErrors(page);
    await page.goto(`/${at}`);
    await begin(page);
    for (const [fault, answer] of Object.entries(FAULTS)) {
      await page.route('**/api/**', answer);
      await act(page);
      await stored(page);
      expect({ fault, isBlank: (await page.getByRole('main').innerText()).trim() === '' }).toEqual({ fault, isBlank: false });
      await page.unroute('**/api/**');
      await goOn(page);
    }
    expect(errors).toEqual([]);
  },
  SIX_JOURNEYS,
);

/** Errors logged by the console itself; the browser also logs every failed request. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text());
  });
  return errors;
}

test('the page reloads once for the new version when an update removed a file', async () => {
  const { page } = await openConsole({ as: 'reseller' });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  let [loads, isOld] = [0, true];
  page.on('load', () => {
    loads += 1;
    isOld = false;
  });
  await page.route('**/assets/MarketingPage-*.js', (route) => (isOld ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
  // Not by its heading, which a slow machine shows above the placeholder before the page reloads.
  await Promise.all([page.waitForEvent('load'), menu.getByRole('link', { name: 'Feedback', exact: true }).click()]);
  await page.getByRole('heading', { name: 'Feedback', level: 1 }).waitFor();
  expect(loads).toBe(1);

  // A file that stays missing: after one reload the screen reports it, with details, and the rest of the console works.
  await page.route('**/assets/IntegrationsPage-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await menu.getByRole('link', { name: 'Integrations', exact: true }).click();
  await page.getByRole('heading', { name: 'Couldn’t open this page' }).waitFor();
  expect(loads).toBe(2);
  await page.getByRole('button', { name: 'Copy details' }).click();
  await page
    .getByText(/Copied\. Send them|IntegrationsPage-/)
    .first()
    .waitFor();
  await menu.getByRole('link', { name: 'Feedback', exact: true }).click();
  await page.getByRole('heading', { name: 'Feedback', level: 1 }).waitFor();

  // While the server is away nothing reloads: the browser's own page would be no help.
  await page.route('**/assets/AuditPage-*.js', (route) => route.abort('connectionrefused'));
  await page.route(/\/$/, (route) => route.abort('connectionrefused'));
  await menu.getByRole('link', { name: 'Audit trail', exact: true }).click();
  await page.getByRole('heading', { name: 'This page isn’t loaded yet' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No answer from the server. Try again.').waitFor();
  expect(loads).toBe(2);
  await page.unroute('**/assets/AuditPage-*.js');
  await page.unroute(/\/$/);
  // By itself.
  await page.getByRole('heading', { name: 'Audit trail', level: 1 }).waitFor();
});

test('a console whose own files are missing says so instead of staying blank', async () => {
  const { page } = await openConsole();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.route('**/assets/en*-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.reload();
  await page.getByText('Couldn’t load Portico.').waitFor();
  await page.unroute('**/assets/en*-*.js');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('a language that cannot be loaded from the server is not selected, and can be selected later', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  const allAnswered = watchRequests(page);
  await tokenOf(page);
  await page.reload();
  await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
  // A response that is still pending would show that the server is there.
  await allAnswered();
  const choice = page.getByLabel('Language');
  await page.route('**/assets/it*-*.js', (route) => route.abort('connectionrefused'));
  await page.route(/\/$/, (route) => route.abort('connectionrefused'));
  await choice.selectOption('it');
  const away = page.getByRole('alert').filter({ hasText: MESSAGES.en['connection.away'] });
  await away.waitFor();
  expect(await choice.inputValue()).toBe('en');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.unroute('**/assets/it*-*.js');
  await page.unroute(/\/$/);
  await away.getByRole('button').click();
  await away.waitFor({ state: 'detached' });
  await choice.selectOption('it');
  await page.waitForFunction(() => document.documentElement.lang === 'it');
});

test('an open console offers to reload only after an update of the server', async () => {
  const { page } = await openConsole();
  // It is requested together with the sign-in.
  const answered = page.waitForResponse('**/api/stats/dashboard*');
  await signIn(page, 'reseller');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const served = (await answered).headers()['x-console-build'];
  expect(await page.locator('script[src*="assets/"]').getAttribute('src')).toBe(`./assets/${served}`);
  expect(await page.getByText('A new version is available.').count()).toBe(0);

  await page.route('**/api/hotspots?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-console-build': 'index-newer.js' } });
  });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hotspots' }).click();
  await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
  await page.getByText('A new version is available.').waitFor();
  await page.unroute('**/api/hotspots?*');
  await press(page, 'Reload');
  await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
  expect(await page.getByText('A new version is available.').count()).toBe(0);
});

test('a session that ends during many requests asks for one sign-in, after which all of them continue', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
  await callAsPage(page, 'POST', '/api/logout');
  // The reports send many requests at once; answer them together.
  let [waiting, release] = [0, () => undefined as unknown];
  const together = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/stats/**', async (route) => {
    waiting += 1;
    if (waiting === 5) release();
    await together;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByText('Your session has ended.').waitFor();
  await page.unroute('**/api/stats/**');
  await signIn(page, 'reseller');
  for (const tile of ['reports.user_duration', 'reports.user_download', 'reports.conn_duration'] as const) {
    await page.getByRole('group', { name: MESSAGES.en[tile], exact: true }).getByText(/\d/).first().waitFor();
  }
  expect(await page.getByText('Couldn’t load').count()).toBe(0);
});

test('a double click saves once, and closing the page meanwhile asks first', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  await page.getByRole('button', { name: 'Actions for hotel-bora-trieste' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit hotspot' });
  await dialog.getByLabel('DPO', { exact: true }).fill('Dott. Neri');
  let [saves, release] = [0, () => undefined as unknown];
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/hotspots/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    saves += 1;
    await held;
    await route.continue();
  });
  // The input is validated first, by rules that are loaded on demand.
  const saving = page.waitForRequest((call) => call.method() === 'PUT' && call.url().includes('/api/hotspots/'));
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await saving;

  const requested = page.waitForEvent('dialog');
  await page.evaluate(() => {
    (window as { isStill?: boolean }).isStill = true;
    setTimeout(() => window.location.reload());
  });
  const question = await requested;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await page.evaluate(() => (window as { isStill?: boolean }).isStill)).toBe(true);
  release();
  await dialog.waitFor({ state: 'detached' });
  expect(saves).toBe(1);
});
