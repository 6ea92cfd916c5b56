import type { Page } from 'playwright-core';
import type { UnitRadius } from '../../src/contract/units';
import { SYSTEM_CHECKS, SYSTEM_GROUPS, type SystemCheck } from '../../src/contract/plain/systemChecks';
import { callAsPage, MESSAGES, openConsole, signIn, type ConsoleOptions } from '../support/browser/browser';

export type Look = (page: Page, what: string) => Promise<void>;

/** A unit with every problem that the server can report. */
const RADIUS_TROUBLE: UnitRadius = {
  kind: '',
  address: '203.0.113.7',
  portal: null,
  server: null,
  faskey: null,
  garden_hosts: [],
  may_be_unsigned: true,
  coa_port: 3799,
  http_proof: 'address',
  previous_secret_until: null,
  heard: {
    at: '2026-11-20T11:02:03Z',
    address: '203.0.113.7',
    kind: 'mikrotik',
    software: '7.16',
    clock_ahead: -10_800,
    is_http_signed: false,
  },
  misnamed: [
    { name: 'Caffè Žluť', address: '203.0.113.7', packets: 3, since: '2026-11-20T10:02:00Z', last: '2026-11-20T11:02:00Z' },
    { name: '', address: '2001:db8::7', packets: 1, since: '2026-11-20T10:02:00Z', last: '2026-11-20T10:02:00Z' },
  ],
  unsigned_arrivals: { count: 12, since: '2026-11-20T10:02:00Z', last: '2026-11-20T11:02:00Z' },
  refused: [
    { address: '203.0.113.7', outcome: 'wrong_secret', packets: 3, last: '2026-11-20T11:02:00Z' },
    { address: '2001:db8::7', outcome: 'not_signed', packets: 1, last: '2026-11-20T11:01:00Z' },
  ],
  ports: { authentication: 1812, accounting: 1813, tls: 2083 },
  has_http: true,
  is_lopsided: true,
  shared: ['address', 'mac_address'],
  last_login: { at: '2026-11-20T11:02:00Z', device_mac: 'AA-BB-CC-00-00-01', refusal: 'too_many_tries' },
};

type Wear = Required<Pick<ConsoleOptions, 'language' | 'theme'>> &
  Pick<ConsoleOptions, 'inHand'> & { viewport: 'desktop' | 'tablet' | 'phone' | 'zoomed' };

/** Whether the console has its layout for phones. */
const isNarrow = ({ viewport }: Wear) => viewport === 'phone' || viewport === 'zoomed';

/** Closes a dialog by Escape, as people do. If it holds unsaved input it asks first, and is told to discard that. */
async function closeDialogOf(page: Page, words: (typeof MESSAGES)['en']): Promise<void> {
  const discard = page.getByRole('button', { name: words['unsaved.discard'], exact: true });
  await page.getByRole('dialog').first().waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelectorAll('[role="dialog"]').length !== 1);
  if ((await discard.count()) > 0) await discard.click();
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
}

type Leg = (wear: Wear, look: Look) => Promise<void>;

/** The parts of the tour; each signs in as one role. */
export const LEGS: readonly Leg[] = [
  beforeTheConsole,
  asReseller,
  whyNotOnline,
  withPartners,
  asAdmin,
  inTheLists,
  asCustomer,
  inTheDesigner,
  inFeedback,
  asDesk,
  atTheCounter,
];

/**
 * Visits every screen and dialog of these legs in all its states and calls `look` on each, which checks whatever must hold everywhere. Add
 * a stop to a leg for every new screen.
 */
export async function tour(legs: readonly Leg[], wear: Wear, look: Look): Promise<void> {
  for (const leg of legs) await leg(wear, look);
}

async function beforeTheConsole(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole(wear);
  await page.getByLabel(words['login.username'], { exact: true }).waitFor();
  await look(page, 'sign-in');
  await page.getByLabel(words['login.username'], { exact: true }).fill(`nobody.${Object.values(wear).join('.')}`);
  await page.getByLabel(words['login.password'], { exact: true }).fill('nothing');
  await page.getByLabel(words['login.password'], { exact: true }).press('Enter');
  await page.getByText(words['login.invalid_username']).waitFor();
  await look(page, 'sign-in refused');
  await page.route('**/api/login', (route) => route.abort('connectionrefused'));
  await page.getByLabel(words['login.password'], { exact: true }).press('Enter');
  await page.getByText(words['login.failed']).waitFor();
  await look(page, 'sign-in failed');
  await page.getByRole('button', { name: words['forgotten.link'], exact: true }).click();
  await page.getByRole('heading', { name: words['forgotten.title'] }).waitFor();
  await page.getByRole('button', { name: words['forgotten.send'], exact: true }).click();
  await page.getByText(words['forgotten.no_mail']).waitFor();
  await look(page, 'forgotten password, no mail server');
  await page.getByRole('button', { name: words['forgotten.have_code'], exact: true }).click();
  await page.getByLabel(words['password.new'], { exact: true }).fill('a long day');
  await page.getByLabel(words['forgotten.code'], { exact: true }).fill('ABCD');
  await page.getByLabel(words['password.again'], { exact: true }).fill('a long day');
  await page.getByRole('button', { name: words['forgotten.submit'], exact: true }).click();
  await page.getByText(words['forgotten.code_wrong']).waitFor();
  await look(page, 'forgotten password, wrong code');
  await page.getByRole('button', { name: words['forgotten.back'], exact: true }).click();
  await page.getByRole('button', { name: words['login.privacy'], exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'privacy');
  await page.keyboard.press('Escape');

  // One-time passwords only come from a first start, so patch the server's answer to pretend it is one.
  await page.unroute('**/api/login');
  await page.route('**/api/login', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), must_change_password: true } });
  });
  await signIn(page, 'reseller', wear.language);
  await page.getByRole('heading', { name: words['password.choose_title'] }).waitFor();
  await page.getByLabel(words['password.new'], { exact: true }).fill('a long day');
  await page.getByLabel(words['password.again'], { exact: true }).fill('a long night');
  await page.getByText(words['password.differs']).waitFor();
  await look(page, 'one-time password');
  await close();
}

async function asReseller(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'reseller' });
  const go = (screenHash: string) => page.goto(`/#${screenHash}`);
  const closeDialog = () => closeDialogOf(page, words);
  const chooseInRow = async (entry: string) => {
    await page.getByRole('button', { name: /hotel-bora-trieste/ }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };

  await page.getByRole('heading', { name: words['dashboard.title'], level: 1 }).waitFor();
  await settled(page);
  await look(page, 'dashboard');
  await page.getByRole('button', { name: /^Adriatica Connect, / }).click();
  await page.getByRole('menuitem', { name: words['menu.logout'] }).waitFor();
  await look(page, 'person menu');
  await page.keyboard.press('Escape');
  for (const [entry, what] of [
    ['menu.about', 'about'],
    ['menu.keys', 'keys'],
  ] as const) {
    await page.getByRole('button', { name: words['menu.help'], exact: true }).click();
    await page.getByRole('menuitem', { name: words[entry] }).waitFor();
    await look(page, `help menu, to ${what}`);
    await page.getByRole('menuitem', { name: words[entry] }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, what);
    await closeDialog();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: words['find.title'] }).fill('bora');
  await page.getByRole('group', { name: words['hotspots.title'], exact: true }).getByRole('option').first().waitFor();
  await look(page, 'find');
  await page.getByRole('combobox', { name: words['find.title'] }).fill('');
  await page.getByRole('group', { name: words['find.pages'], exact: true }).getByRole('option').first().waitFor();
  await look(page, 'find, nothing typed');
  await closeDialog();
  if (isNarrow(wear)) {
    await page.getByRole('button', { name: words['menu.more'], exact: true }).click();
    await page.getByRole('menuitem', { name: words['profile.title'] }).waitFor();
    await look(page, 'more');
    await page.keyboard.press('Escape');
  }

  await page.route('**/api/hotspots?*', () => undefined);
  await go('/hotspots');
  await page.getByRole('heading', { name: words['hotspots.title'], level: 1 }).waitFor();
  await look(page, 'hotspots, loading');
  await page.unroute('**/api/hotspots?*');
  await go('/hotspots?sort=created');
  const row = page.getByRole('link', { name: 'hotel-bora-trieste' });
  await row.waitFor();
  await settled(page);
  await look(page, 'hotspots');
  const bell = page.getByRole('banner').locator('[aria-haspopup="dialog"]');
  const alerts = page.getByRole('region', { name: words['attention.title'] });
  await bell.click();
  await alerts.getByRole('listitem').first().waitFor();
  await look(page, 'alerts');
  await alerts.getByRole('button', { expanded: false }).first().click();
  await alerts.getByRole('listitem').getByRole('listitem').first().waitFor();
  await look(page, 'alerts, a group unfolded');
  await bell.click();
  await alerts.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /hotel-bora-trieste/ }).click();
  await page.getByRole('menuitem', { name: words['common.modify'] }).waitFor();
  await look(page, 'row menu');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: words['hotspots.new'] }).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'create');
  await page.getByRole('button', { name: words['hotspots.create'], exact: true }).click();
  await page.getByText(words['form.required']).first().waitFor();
  await look(page, 'create, nothing filled in');
  await page.getByLabel(words['hotspots.name'], { exact: true }).fill('hotel-bora-trieste');
  await page.getByLabel(words['hotspots.description'], { exact: true }).fill('x'.repeat(300));
  for (const field of ['business_name', 'business_vat', 'business_address'] as const)
    await page.getByLabel(words[`hotspots.${field}`], { exact: true }).fill('x');
  await page.getByLabel(words['hotspots.business_email'], { exact: true }).fill('x@example.com');
  await page.getByRole('button', { name: words['hotspots.create'], exact: true }).click();
  await page.getByText(words['hotspots.name_taken']).waitFor();
  await look(page, 'create, name taken');
  await page.route('**/api/hotspots', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel(words['hotspots.name'], { exact: true }).fill('another');
  await page.getByRole('button', { name: words['hotspots.create'], exact: true }).click();
  await page.getByText(words['hotspots.create_error_title']).waitFor();
  await look(page, 'create, failed');
  await page.unroute('**/api/hotspots');
  await closeDialog();
  await chooseInRow(words['common.modify']);
  await page.getByLabel(words['hotspots.business_email'], { exact: true }).waitFor();
  await look(page, 'modify');
  await closeDialog();
  await chooseInRow(words['common.delete']);
  await look(page, 'delete');
  await page.route('**/api/hotspots/*', (route) => route.fulfill({ status: 500, json: {} }));
  // The name that must be typed is shown in bold above.
  await page
    .getByRole('dialog')
    .locator('input')
    .fill((await page.getByRole('dialog').locator('strong').first().textContent()) ?? '');
  await page.getByRole('button', { name: words['hotspots.delete'] }).click();
  await page.getByText(words['hotspots.delete_error_title']).waitFor();
  await look(page, 'delete, failed');
  await page.unroute('**/api/hotspots/*');
  await closeDialog();

  await go('/hotspots?q=nothing+like+it');
  await page.getByRole('button', { name: words['list.clear_search'] }).waitFor();
  await look(page, 'hotspots, nothing matches');
  await page.route('**/api/hotspots?*', (route) => route.fulfill({ json: { data: [], total: 0 } }));
  await go('/hotspots?sort=description');
  await page.getByText(words['hotspots.none']).waitFor();
  await look(page, 'hotspots, none');
  await page.unroute('**/api/hotspots?*');
  await page.route('**/api/hotspots?*', (route) => route.fulfill({ status: 500, json: {} }));
  await go('/hotspots?sort=business_name');
  await page.getByText(words['hotspots.load_failed']).waitFor();
  await look(page, 'hotspots, failed');
  await page.unroute('**/api/hotspots?*');

  await go('/hotspots');
  await row.click();
  await page.getByRole('heading', { name: 'hotel-bora-trieste' }).waitFor();
  await settled(page);
  await look(page, 'hotspot');
  await cardsOfHotspot(page, wear, look);
  // A hotspot that was just created, with a step left to do.
  await page.route('**/api/hotspots/1', async (route) => {
    const answer = await route.fetch();
    const changes = { created: new Date().toISOString(), business_name: '' };
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...changes } });
  });
  await go('/hotspots/1');
  await page.getByRole('region', { name: words['checklist.title'] }).waitFor();
  await settled(page);
  await look(page, 'hotspot, just created');
  await page.unroute('**/api/hotspots/1');
  await go('/hotspots/987654');
  await page.getByText(words['hotspots.no_such_title']).waitFor();
  await look(page, 'no such hotspot');
  await reports(page, wear, look);
  await go('/profile');
  await page.getByRole('heading', { name: words['profile.privacy'] }).waitFor();
  await page.getByRole('region', { name: words['sessions_of_mine.title'] }).getByRole('listitem').first().waitFor();
  await page.getByLabel(words['profile.sms_threshold'], { exact: true }).fill('abc');
  await look(page, 'profile');
  await page.getByRole('region', { name: words['sessions_of_mine.title'] }).scrollIntoViewIfNeeded();
  await look(page, 'profile, below');
  await page.getByLabel(words['profile.privacy_vat'], { exact: true }).fill('x');
  await page.getByRole('button', { name: words['common.save'] }).first().click();
  await page.getByText(words['form.digits']).waitFor();
  await look(page, 'profile, wrong');
  await page.getByRole('button', { name: words['profile.change_password'] }).click();
  await page.getByLabel(words['password.new'], { exact: true }).fill('short');
  await page.getByLabel(words['password.again'], { exact: true }).fill('other');
  await look(page, 'change password');
  await closeDialog();
  await go('/nowhere');
  await page.getByText(words['routes.unknown_title']).waitFor();
  await look(page, 'unknown page');

  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.keyboard.press('?');
  await closeDialog();
  await go('/hotspots?order=desc');
  await page.getByText(words['connection.away']).waitFor();
  await look(page, 'away');
  // A loaded console keeps showing its data; reload, so that it starts while the server is away.
  await go('/');
  await page.reload();
  await page.getByText(words['dashboard.load_failed']).waitFor();
  await look(page, 'away, dashboard');
  await close();
}

/** The page that explains why somebody isn't online: empty, with several to choose from, with an answer of each kind, and failed. */
async function whyNotOnline(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'reseller', at: '#/why' });
  const go = (query: string) => page.goto(`/#/why?${query}`);
  const checks = page.getByRole('list', { name: words['why.checks'] });
  await page.getByText(words['why.how']).waitFor();
  await settled(page);
  await look(page, 'why not online');
  await go('q=rossi');
  await page.getByRole('region', { name: words['why.which'] }).waitFor();
  await look(page, 'why not online, several match');
  await page.getByRole('region', { name: words['why.which'] }).getByRole('link').first().click();
  await checks.waitFor();
  await look(page, 'why a guest is not online');
  const explained = page.waitForResponse(/\/api\/why\?.*unit=1/);
  await go('unit=1');
  await explained;
  await checks.waitFor();
  await look(page, 'why nobody is online at a unit');
  await go('hotspot=1&q=0E-99-99-99-99-98');
  await page.getByText(words['why.device_private'], { exact: false }).waitFor();
  await look(page, 'why a device is not online');
  await go('q=nobody+is+called+so');
  await page.getByText(/nobody is called so/).waitFor();
  await look(page, 'why not online, nothing matches');
  await go('guest=987654');
  await page.getByText(words['why.gone']).waitFor();
  await look(page, 'why not online, deleted');
  await page.route('**/api/why?*', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }));
  await go('q=verdi');
  await page.getByText(words['why.load_failed']).waitFor();
  await look(page, 'why not online, failed');
  await close();
}

/** Visits the tabs of the open hotspot's page. */
async function cardsOfHotspot(page: Page, wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const openTab = async (name: string) => openTabOf(page, name);
  const closeDialog = () => closeDialogOf(page, words);

  await openTab(words['preferences.title']);
  await page.getByLabel(words['preferences.user_expiration_days'], { exact: true }).waitFor();
  await look(page, 'preferences');
  await page.getByLabel(words['preferences.wifi4eu_enabled'], { exact: true }).check();
  await page.getByLabel(words['preferences.user_expiration_days'], { exact: true }).fill('');
  await page.getByLabel(words['preferences.max_up'], { exact: true }).fill('512');
  await page.getByText(words['form.required']).waitFor();
  await look(page, 'preferences, changed and wrong');
  await page.getByLabel(words['preferences.user_expiration_days'], { exact: true }).fill('31');
  await page.route('**/api/preferences/hotspots/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.getByRole('button', { name: words['common.save'], exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await look(page, 'preferences, not saved');
  await page.unroute('**/api/preferences/hotspots/*');
  await openTab(words['disclaimers.title']);
  await page.getByRole('dialog').waitFor();
  await look(page, 'leave without saving');
  await page.getByRole('button', { name: words['unsaved.leave'] }).click();

  await page.getByRole('region', { name: words['disclaimers.terms'] }).waitFor();
  await look(page, 'privacy of a hotspot');

  await openTab(words['mac_auth.title']);
  await page.getByRole('region', { name: words['mac_auth.title'] }).waitFor();
  await settled(page);
  await look(page, 'mac entries');
  await page.getByRole('button', { name: words['mac_auth.new'] }).first().click();
  await page.getByLabel(words['mac_auth.mac'], { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: words['mac_auth.add'], exact: true }).click();
  await page.getByText(words['mac_auth.not_a_mac']).waitFor();
  await look(page, 'new mac entry');
  await page.getByText(words['mac_auth.several'], { exact: true }).click();
  await page.getByLabel(words['mac_auth.lines'], { exact: true }).fill('nonsense');
  await page.getByRole('combobox').last().click();
  await page.getByRole('option').first().waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: words['mac_auth.add_several'], exact: true }).click();
  await page.getByRole('listitem').getByText(words['mac_auth.not_a_mac']).waitFor();
  await look(page, 'several mac entries');
  await closeDialog();
}

async function reports(page: Page, wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const title = words['reports.traffic'];
  const chart = page.getByRole('group', { name: title, exact: true });
  const openMenu = () => chart.getByRole('button', { name: words['reports.actions'].replace('{title}', title) }).click();
  await page.route('**/reports/*/graph?*', () => undefined);
  await page.goto('/#/reports');
  await page.getByText(words['reports.loading']).first().waitFor();
  await look(page, 'reports, loading');
  await page.unroute('**/reports/*/graph?*');
  await page.goto('/#/reports?range=15');
  await chart.locator('canvas').waitFor();
  await page.reload();
  await page.getByRole('group', { name: words['reports.sms_history'], exact: true }).locator('canvas').waitFor();
  await settled(page);
  await look(page, 'reports');
  await chart.scrollIntoViewIfNeeded();
  await look(page, 'reports, charts');
  for (const view of ['reports.view_columns', 'reports.view_bars'] as const) {
    await chart.getByTitle(words[view], { exact: true }).click();
    await chart.locator('canvas').waitFor();
    await settled(page);
    await look(page, `reports, ${words[view]}`);
  }
  await chart.getByTitle(words['reports.view_table'], { exact: true }).click();
  await chart.getByRole('table').waitFor();
  await openMenu();
  await page.getByRole('menuitem', { name: words['reports.csv'] }).waitFor();
  await look(page, 'reports, table and menu');
  await page.keyboard.press('Escape');
  await page.getByText(words['reports.custom'], { exact: true }).click();
  const from = page.getByLabel(words['reports.from'], { exact: true });
  await from.fill('2001-01-01');
  await from.press('Enter');
  await page.getByText(words['reports.too_long']).waitFor();
  await look(page, 'reports, wrong days');
  await page.route('**/reports/*/graph?*', (route) => route.fulfill({ json: { labels: null, sets: null, avg: null } }));
  await page.goto('/#/reports?range=30');
  await page.reload();
  await page.getByText(words['reports.nothing']).first().waitFor();
  await settled(page);
  await look(page, 'reports, nothing');
  await page.unroute('**/reports/*/graph?*');
  await page.route('**/reports/*/graph?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await page.getByText(words['reports.load_failed']).first().waitFor();
  await settled(page);
  await look(page, 'reports, failed');
  await page.unroute('**/reports/*/graph?*');
}

async function inTheLists(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'reseller', at: '#/users?hotspotId=1' });
  const rowsOf = (name: string) => page.getByRole('table', { name }).or(page.getByRole('list', { name, exact: true }));
  const openFirst = async (list: string) => {
    await settled(page);
    await rowsOf(list).getByRole('link').first().click();
  };
  const openDialog = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };
  const openByMenu = async (item: string) => {
    await page.getByRole('button', { name: ACTIONS_OF[wear.language] }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };
  const openDeleting = () => openByMenu(words['common.delete']);
  const closeDialog = () => closeDialogOf(page, words);

  await rowsOf(words['guests.title']).waitFor();
  await settled(page);
  await look(page, 'guests');
  if (isNarrow(wear)) {
    const [, filters = ''] = /=0 \{(.*?)\}/.exec(words['list.filters']) ?? [];
    await page.getByRole('button', { name: new RegExp(`^${filters}`) }).click();
  }
  await page.getByRole('combobox', { name: words['hotspots.one'] }).first().click();
  await page.getByRole('option').first().waitFor({ state: 'attached' });
  await look(page, 'guests, choosing a hotspot');
  await page.keyboard.press('Escape');
  await page.getByText(words['guests.segment_expired'], { exact: true }).first().click();
  await page.locator('.row-over').first().waitFor();
  await settled(page);
  await look(page, 'guests, expired');
  await page.goto('/#/users?hotspotId=1&expired=true&q=nobody+is+called+so');
  await page.getByRole('button', { name: words['list.clear_search'] }).waitFor();
  await look(page, 'guests, nothing left');
  await page.goto('/#/users?hotspotId=1&segment=active');
  await openFirst(words['guests.title']);
  await page.getByRole('region', { name: words['guests.use'] }).waitFor();
  await settled(page);
  await look(page, 'guest');
  await openDialog(words['common.modify']);
  await page.getByLabel(words['guests.name'], { exact: true }).fill('');
  await page.getByLabel(words['guests.name'], { exact: true }).press('Enter');
  await page.getByText(words['form.required']).first().waitFor();
  await look(page, 'modify guest, wrong');
  await closeDialog();
  await openDialog(words['guests.extend']);
  await page.getByLabel(words['guests.until_date'], { exact: true }).check();
  await page.getByLabel(words['guests.last_day'], { exact: true }).fill('2001-01-01');
  await page.getByLabel(words['guests.last_day'], { exact: true }).press('Enter');
  await page.getByText(words['guests.day_is_past']).waitFor();
  await look(page, 'extend access, wrong');
  await closeDialog();
  await openDeleting();
  await look(page, 'delete guest');
  // Nothing is really deleted, so restoring it fails.
  await page.route(/\/api\/users\/\d+\?/, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: { status: 'success', undo: 987_654 } }) : route.continue(),
  );
  await page.getByRole('dialog').getByRole('button', { name: words['guests.delete'], exact: true }).click();
  const note = page.getByRole('region', { name: words['deleted.note'] });
  // It stays while the pointer is on it.
  await note.hover();
  await settled(page);
  await look(page, 'deleted');
  await note.getByRole('button', { name: words['common.undo'], exact: true }).click();
  await note.getByRole('button', { name: words['common.close'], exact: true }).waitFor();
  await look(page, 'deleted, not restored');
  await note.getByRole('button', { name: words['common.close'], exact: true }).click();
  await page.unroute(/\/api\/users\/\d+\?/);

  await page.goto('/#/sessions?tab=running&hotspotId=1');
  await rowsOf(words['sessions.running']).waitFor();
  await settled(page);
  await look(page, 'sessions');
  await page.route('**/api/sessions/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), can_disconnect: true } });
  });
  await page.route('**/api/sessions/*/disconnect', (route) => route.fulfill({ json: { outcome: 'no_answer', cause: '' } }));
  await openFirst(words['sessions.running']);
  await openDialog(words['sessions.disconnect']);
  await look(page, 'disconnect');
  await page.getByRole('dialog').getByRole('button', { name: words['sessions.disconnect'], exact: true }).click();
  await page.getByText(words['sessions.disconnect_no_answer']).waitFor();
  await look(page, 'disconnect, no answer');
  await closeDialog();
  await page.unroute('**/api/sessions/*');
  await page.unroute('**/api/sessions/*/disconnect');
  await page.goto('/#/sessions?tab=running&hotspotId=1');
  await rowsOf(words['sessions.running']).waitFor();
  await openTabOf(page, words['sessions.history']);
  await rowsOf(words['sessions.history']).waitFor();
  await settled(page);
  await look(page, 'past sessions');
  await openFirst(words['sessions.history']);
  await page.getByRole('region', { name: words['sessions.info'] }).waitFor();
  await settled(page);
  await look(page, 'session');
  await page.goto('/#/sessions?tab=history&hotspotId=1&from=2026-03-02&to=2026-03-01');
  await page.getByText(words['sessions.backwards']).waitFor();
  await look(page, 'sessions, days the wrong way round');

  await page.goto('/#/units?hotspotId=1');
  await rowsOf(words['units.title']).waitFor();
  await settled(page);
  await look(page, 'units');
  await openDialog(words['units.register']);
  await page.getByLabel(words['units.mac_address'], { exact: true }).fill('nonsense');
  await page.getByLabel(words['units.mac_address'], { exact: true }).press('Enter');
  await page.getByText(words['units.mac_hint']).waitFor();
  await look(page, 'register unit, wrong');
  await closeDialog();
  await openFirst(words['units.title']);
  await page.getByRole('region', { name: words['units.info'] }).waitFor();
  await settled(page);
  await look(page, 'unit');
  await openDialog(words['units.rename']);
  await look(page, 'rename unit');
  await closeDialog();
  await page.route('**/api/units/*?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), radius: RADIUS_TROUBLE } });
  });
  await page.reload();
  await page.getByRole('region', { name: words['units.radius'] }).getByRole('listitem').first().scrollIntoViewIfNeeded();
  await settled(page);
  await look(page, 'unit, trouble at RADIUS');
  await openByMenu(words['units.radius_settings']);
  await page.getByLabel(words['units.fixed_address'], { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: words['common.save'], exact: true }).click();
  await page.getByText(words['units.address_wrong']).waitFor();
  await look(page, 'RADIUS settings, wrong');
  await closeDialog();
  await page.getByRole('button', { name: words['units.connect'], exact: true }).click();
  await page.getByRole('region', { name: words['units.connect_check'] }).getByRole('listitem').first().waitFor();
  await settled(page);
  await look(page, 'set up a unit');
  await page.goBack();
  await page.unroute('**/api/units/*?*');
  await page.reload();
  await page.getByRole('region', { name: words['units.info'] }).waitFor();
  await openDeleting();
  await look(page, 'delete unit');
  await closeDialog();

  await page.goto('/#/devices?hotspotId=1');
  await rowsOf(words['devices.title']).waitFor();
  await settled(page);
  await look(page, 'devices');
  await close();
}

/** Integrations for an admin, who manages them, and a reseller, who switches them on; and the audit trail. */
async function withPartners(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'admin' });
  const go = (screenHash: string) => page.goto(`/#${screenHash}`);
  const closeDialog = () => closeDialogOf(page, words);
  await go('/integrations?hotspotId=1');
  await page.getByRole('heading', { name: words['integrations.title'], level: 1 }).waitFor();
  await page.getByRole('list', { name: words['integrations.title'] }).waitFor();
  await settled(page);
  await look(page, 'integrations');
  const chooseOfFirst = async (entry: string) => {
    await page
      .getByRole('list', { name: words['integrations.title'] })
      .getByRole('button', { name: ACTIONS_OF[wear.language] })
      .first()
      .click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };
  await chooseOfFirst(words['common.modify']);
  await page.getByLabel(words['accounts.name'], { exact: true }).waitFor();
  await page.getByLabel(words['integrations.site'], { exact: true }).fill('javascript:alert(1)');
  await page.getByLabel(words['integrations.site'], { exact: true }).press('Tab');
  await page.getByText(words['captive.bad_address']).waitFor();
  await look(page, 'integration, wrong');
  await closeDialog();
  await chooseOfFirst(words['integrations.send_test']);
  await page.route('**/api/integrations/*/test', (route) =>
    route.fulfill({ json: { status: 302, body: '<h1>Moved</h1>', milliseconds: 81 } }),
  );
  await page.getByRole('dialog').getByRole('button', { name: words['integrations.send_test'], exact: true }).click();
  await page.getByText('<h1>Moved</h1>').waitFor();
  await look(page, 'integration, test call');
  await page.unroute('**/api/integrations/*/test');
  await closeDialog();
  await chooseOfFirst(words['common.delete']);
  await look(page, 'integration, delete');
  await closeDialog();
  await page.route('**/api/hotspot_integrations/1/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'no', code: 'webhook_failed' } }),
  );
  await page
    .getByRole('button', {
      name: new RegExp(`^(${words['integrations.enable']}|${words['integrations.force_sync']})`.replaceAll(/<.*?>.*?<.*?>/g, '')),
    })
    .and(page.locator(':enabled'))
    .first()
    .click();
  await page.getByText(words['integrations.error_text']).waitFor();
  await look(page, 'integrations, sync failed');
  await page.unroute('**/api/hotspot_integrations/1/*');

  // Make a change that shows in the audit trail; a different one each time.
  await callAsPage(page, 'PUT', '/api/units/1', { body: { description: `Looked at: ${Object.values(wear).join(', ')}` } });
  await callAsPage(page, 'PUT', '/api/preferences/hotspots/1', {
    body: { key: 'captive_4_subtitle', value: `WiFi ${wear.theme} ${wear.language} ${wear.viewport}` },
  });
  await go('/audit');
  await page.getByRole('heading', { name: words['audit.title'], level: 1 }).waitFor();
  await page.getByText(words['audit.unit_changed']).first().waitFor();
  await settled(page);
  await look(page, 'audit trail');
  await go('/audit?action=hotspots.delete&q=nothing+like+it');
  await page.getByRole('button', { name: words['audit.anything'] }).waitFor();
  await look(page, 'audit trail, nothing matches');
  await page.route('**/api/audit?*', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }));
  await go('/audit?order=asc');
  await page.getByText(words['audit.load_failed']).waitFor();
  await look(page, 'audit trail, failed');
  await lookAtMessages(page, words, look);
  await lookAtSystem(page, words, look);
  await close();

  const reseller = await openConsole({ ...wear, as: 'reseller', at: '#/integrations?hotspotId=0' });
  await reseller.page.getByText(words['integrations.choose_hotspot']).waitFor();
  await look(reseller.page, 'integrations, no hotspot');
  await reseller.close();
}

/** The demonstration sends nothing, so first no messages match; then loading fails; then made-up messages in each state. */
async function lookAtMessages(page: Page, words: (typeof MESSAGES)['en'], look: Look) {
  await page.goto('/#/messages?kind=review');
  await page.getByRole('button', { name: words['messages.any_kind'] }).waitFor();
  await look(page, 'messages, nothing matches');
  await page.route('**/api/messages?*', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }));
  await page.goto('/#/messages?state=sent');
  await page.getByText(words['messages.load_failed']).waitFor();
  await look(page, 'messages, failed');
  await page.unroute('**/api/messages?*');
  const row = {
    channel: 'mail',
    recipient: 'g…@example.com',
    hotspot_id: 1,
    hotspot_name: 'city-library',
    tries: 1,
    reason: '',
    ended: null,
  };
  const times = { created: '2026-11-20T10:00:00Z', next_try: '2026-11-20T10:05:00Z', expires: '2026-11-27T10:00:00Z', may_repeat: false };
  const rows = [
    { ...row, ...times, id: 1, kind: 'feedback', state: 'sending' },
    {
      ...row,
      ...times,
      id: 2,
      kind: 'sync',
      channel: 'webhook',
      recipient: 'BookingHub',
      state: 'waiting',
      tries: 7,
      reason: 'status 503',
    },
    { ...row, ...times, id: 3, kind: 'code', channel: 'sms', recipient: '+39…67', state: 'sent', ended: times.created, next_try: null },
    { ...row, ...times, id: 4, kind: 'voucher', state: 'failed', reason: '550 '.repeat(60), ended: times.created, may_repeat: true },
  ];
  await page.route('**/api/messages?*', (route) => route.fulfill({ json: rows, headers: { 'X-Total-Count': '4' } }));
  await page.goto('/#/messages');
  await page.getByText('BookingHub').first().waitFor();
  await settled(page);
  await look(page, 'messages');
  await page.unroute('**/api/messages?*');
}

/** The page for an installation with errors and warnings, then with none, then when loading fails. */
async function lookAtSystem(page: Page, words: (typeof MESSAGES)['en'], look: Look) {
  const of = (found: Partial<Record<SystemCheck, ['warning' | 'wrong', string]>>) => ({
    version: '1.0.0',
    examined: '2026-11-20T10:00:00Z',
    checks: SYSTEM_GROUPS.flatMap((group) => [...SYSTEM_CHECKS[group]]).map((check) => {
      const [state, detail] = found[check] ?? ['ok', ''];
      return { check, state, detail };
    }),
  });
  const answer = (status: number, json: object) => page.route('**/api/system', (route) => route.fulfill({ status, json }), { times: 1 });
  const again = () => page.getByRole('button', { name: words['system.again'] });
  await answer(
    200,
    of({ disk_low: ['wrong', `12 MB are free at /var/lib/${'portico'.repeat(20)}.`], mail_unset: ['warning', 'No mail is sent.'] }),
  );
  await page.goto('/#/system');
  await page.getByText(words['system.found'], { exact: true }).waitFor();
  await settled(page);
  await look(page, 'system status');
  await answer(500, { message: 'no', code: 'internal' });
  await again().click();
  await page.getByText(words['system.not_checked']).waitFor();
  await look(page, 'system status, failed');
  await answer(200, of({}));
  await again().click();
  await page.getByText(words['system.found'], { exact: true }).waitFor({ state: 'detached' });
  await look(page, 'system status, nothing wrong');
}

const ACTIONS_OF = { en: /^Actions for/, it: /^Azioni per/ };

async function asCustomer(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'customer' });
  await page.getByRole('link', { name: /Voce Ospite/ }).waitFor();
  await settled(page);
  await look(page, 'dashboard of a customer');
  await page.getByRole('link', { name: words['hotspots.one'], exact: true }).click();
  await page.getByRole('heading', { name: 'grand-hotel-miramare' }).waitFor();
  await settled(page);
  await look(page, 'hotspot of a customer');
  await close();
}

async function inTheDesigner(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'reseller', at: '#/hotspots/1?tab=captive' });
  const title = page.getByLabel(words['captive.portal_title'], { exact: true });
  const preview = page.getByRole('region', { name: words['captive.preview'] });
  const show = async (pane: 'captive.fields' | 'captive.preview') => {
    if (isNarrow(wear)) await page.locator('[class*="panes"]').getByText(words[pane], { exact: true }).click();
  };
  await title.waitFor();
  await look(page, 'captive portal');
  await title.fill('x'.repeat(300));
  await page.getByLabel(words['captive.redirect'], { exact: true }).fill('javascript:alert(1)');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await page.getByText(words['captive.not_supported']).waitFor();
  await page.getByRole('button', { name: words['common.save'] }).click();
  await page.getByText(words['captive.bad_address']).waitFor();
  await look(page, 'captive portal, wrong');
  await page.getByRole('button', { name: words['unsaved.discard'] }).click();
  await page.route('**/api/preferences/hotspots/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await title.fill('x');
  await page.getByRole('button', { name: words['common.save'] }).click();
  await page.getByText(words['captive.not_saved']).waitFor();
  await look(page, 'captive portal, not saved');
  await openTabOf(page, words['hotspots.overview']);
  await page.getByRole('dialog').waitFor();
  await look(page, 'captive portal, leaving');
  await page.getByRole('button', { name: words['unsaved.stay'] }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await show('captive.preview');
  await preview.locator('.portal-start').click();
  await look(page, 'captive portal, ways to log in');
  await preview.locator('[data-to="/"]').click();
  await preview.locator('.portal-tick a').last().click();
  await preview.locator('.portal-text').waitFor();
  await look(page, 'captive portal, privacy notice');
  await close();
}

async function inFeedback(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'reseller', at: '#/marketing' });
  const first = page.getByRole('region', { name: words['marketing.first_mail'] });
  const text = first.getByRole('textbox', { name: words['marketing.body'] });
  const whole = (name: string) => page.getByLabel(name, { exact: true });
  const show = async (element: ReturnType<typeof page.locator>) => element.evaluate((there) => there.scrollIntoView({ block: 'center' }));
  await page.goto('/#/marketing');
  await page.getByText(words['marketing.choose']).waitFor();
  await look(page, 'feedback, no hotspot');
  await page.getByRole('combobox', { name: words['hotspots.one'] }).fill('miramare');
  await page.getByText(/^grand-hotel-miramare/).waitFor();
  await look(page, 'feedback, choosing a hotspot');
  await page.getByText(/^grand-hotel-miramare/).click();
  await text.waitFor();
  await settled(page);
  await look(page, 'feedback');
  await show(first.getByRole('toolbar'));
  await look(page, 'feedback, first e-mail');
  await first.getByText(words['captive.smartphone']).click();
  await first.getByRole('button', { name: words['marketing.test'] }).click();
  await first.getByText(words['marketing.no_mail_server']).waitFor();
  await show(first.getByText(words['marketing.no_mail_server']));
  await look(page, 'feedback, no mail server');
  await text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await first.getByText(words['marketing.no_url']).waitFor();
  await whole(words['marketing.feedback_email']).fill('nobody');
  await whole(words['marketing.first_url']).fill('www.example.com');
  await page.getByRole('button', { name: words['common.save'] }).click();
  await page.getByText(words['captive.bad_address']).waitFor();
  await show(first.getByRole('toolbar'));
  await look(page, 'feedback, first e-mail empty');
  await show(whole(words['marketing.first_url']));
  await look(page, 'feedback, wrong');
  await page.getByRole('button', { name: words['unsaved.discard'] }).click();
  await page.route('**/api/marketing/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await whole(words['marketing.reason_country']).click();
  await page.getByRole('button', { name: words['common.save'] }).click();
  // The test mail's alert is still shown, so wait for a second one.
  await page.getByRole('alert').nth(1).waitFor();
  await look(page, 'feedback, not saved');
  await page.getByRole('button', { name: words['unsaved.discard'] }).click();
  await page.route('**/api/marketing/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await page.getByText(words['marketing.load_failed']).waitFor();
  await look(page, 'feedback, failed');
  await close();
}

async function asDesk(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'desk' });
  const closeDialog = () => closeDialogOf(page, words);
  const newVouchers = page.getByRole('button', { name: words['vouchers.new'], exact: true });
  const chooseInMenu = async (entry: string) => {
    await page.getByRole('button', { name: words['vouchers.more'], exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };
  await newVouchers.waitFor();
  await page.getByRole('region', { name: words['vouchers.last'] }).waitFor();
  await settled(page);
  await look(page, 'dashboard of a desk');
  await newVouchers.click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'new vouchers');
  await page.getByLabel(words['vouchers.how_many'], { exact: true }).fill('1001');
  await page.getByRole('radio', { name: words['vouchers.type_auth'], exact: true }).check();
  await page.getByRole('radio', { name: words['vouchers.time_expiration'], exact: true }).check();
  await page.getByRole('radio', { name: words['vouchers.limitless_false'], exact: true }).check();
  await page.keyboard.press('Enter');
  await page.getByText(words['form.required']).waitFor();
  await look(page, 'new vouchers, wrong');
  await closeDialog();

  await page.getByRole('link', { name: words['vouchers.to_all'] }).click();
  const table = page.getByRole('table', { name: words['vouchers.title'] }).or(page.getByRole('list', { name: words['vouchers.title'] }));
  await table.waitFor();
  await settled(page);
  await look(page, 'vouchers');
  await table.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: words['list.select_none'] }).waitFor();
  await look(page, 'vouchers, one selected');
  await page.getByRole('button', { name: words['vouchers.print'], exact: true }).click();
  await page.getByRole('dialog').getByRole('region').or(page.getByRole('dialog').getByRole('complementary')).first().waitFor();
  await settled(page);
  await look(page, 'print vouchers');
  await closeDialog();
  // The actions for selected rows replace the others.
  await page.getByRole('button', { name: words['list.select_none'] }).click();
  await chooseInMenu(words['vouchers.new_code']);
  await look(page, 'new code');
  await closeDialog();
  await chooseInMenu(words['vouchers.delete_all']);
  await page.getByRole('dialog').getByRole('button', { name: words['common.cancel'], exact: true }).waitFor();
  await settled(page);
  await look(page, 'delete all vouchers');
  await closeDialog();
  const { hash } = new URL(page.url());
  await page.goto(`/${hash}&used=0&printed=1&createdStart=2026-01-01&q=nothing`);
  await page.getByText(words['vouchers.no_match']).waitFor();
  await page.getByRole('button', { name: /\(4\)$/ }).click();
  await look(page, 'vouchers, filtered');
  await page.route('**/api/vouchers/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/${hash}&used=1`);
  await page.getByText(words['vouchers.load_failed']).waitFor();
  await look(page, 'vouchers, failed');
  await close();
}

/** Opens a tab by keyboard: on a phone it may have to be scrolled into view first. */
async function openTabOf(page: Page, name: string) {
  await page.getByRole('tab', { name, exact: true }).press('Enter');
}

async function atTheCounter(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'reseller' });
  const closeDialog = () => closeDialogOf(page, words);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto('/#/hotspots/1/counter');
  const presets = page.getByRole('group', { name: words['counter.new'] });
  await presets.getByRole('button').nth(1).click();
  await page.getByRole('region', { name: words['counter.made'] }).waitFor();
  await settled(page);
  await look(page, 'counter with a new voucher');
  const guestWindow = await page.context().newPage();
  await guestWindow.goto('/#/hotspots/1/counter/guest');
  const steps = guestWindow.getByRole('main').getByRole('listitem');
  // A phone's counter has no window for guests.
  if (!isNarrow(wear)) {
    await steps.first().waitFor();
    await look(guestWindow, 'guest’s window');
  }
  await press(words['counter.show']);
  await page.getByRole('dialog').waitFor();
  await look(page, 'voucher shown to a guest');
  await closeDialog();
  await press(words['counter.mail']);
  await page.getByRole('dialog').waitFor();
  await look(page, 'voucher by e-mail');
  await closeDialog();
  await presets.getByRole('button').nth(3).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'voucher until check-out');
  await closeDialog();
  await page.getByRole('searchbox', { name: words['counter.find'] }).fill('rossi');
  await page.getByRole('list', { name: words['counter.find'] }).waitFor();
  await look(page, 'guests found at the counter');
  await page
    .getByRole('region', { name: words['vouchers.last'] })
    .getByRole('button', { name: words['counter.lost_one'].replace('{code}', '') })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'lost voucher');
  await closeDialog();
  await press(words['shift.title']);
  await page.getByRole('dialog').getByRole('table').waitFor();
  await look(page, 'shift summary');
  await closeDialog();
  await press(words['presets.change']);
  await page.getByRole('dialog').getByLabel(words['presets.name'], { exact: true }).first().waitFor();
  await look(page, 'counter presets');
  await closeDialog();

  const openCard = async () => {
    await page.getByRole('button', { name: words['vouchers.more'], exact: true }).click();
    await page.getByRole('menuitem', { name: words['paper.set_up'], exact: true }).click();
    await page.getByRole('dialog').getByRole('complementary').locator('svg').first().waitFor();
    await settled(page);
  };
  await page.goto('/#/hotspots/1?tab=vouchers');
  await steps.first().waitFor({ state: 'detached' });
  await look(guestWindow, 'guest’s window without a counter');
  await guestWindow.close();
  await openCard();
  await look(page, 'voucher card');
  const network = page.getByRole('dialog').getByLabel(words['paper.ssid'], { exact: true });
  await network.fill('x'.repeat(33));
  await network.blur();
  await page.getByText(words['paper.ssid_too_long']).waitFor();
  await look(page, 'voucher card, wrong');
  await closeDialog();
  await openCard();
  await press(words['paper.manage_templates']);
  const templates = page.getByRole('dialog', { name: words['paper.templates'] });
  await templates.getByRole('listitem').first().or(templates.getByText(words['paper.no_templates'])).waitFor();
  await look(page, 'voucher templates');
  // Closing the templates leads back to the card.
  await page.keyboard.press('Escape');
  await templates.waitFor({ state: 'detached' });
  if ((await page.getByRole('dialog').count()) > 0) await closeDialog();

  await page.route('**/api/voucher_batches/1?*', async (route) => {
    const batch = { id: 1, hotspot_id: 1, name: 'Conference', made_by: 'desk', created: '2026-11-20T10:00:00Z' };
    const counts = { made: 50, used: 30, expired: 5, left: 15 };
    await route.fulfill({ json: [{ ...batch, ...counts }], headers: { 'X-Total-Count': '1' } });
  });
  await page.goto('/#/hotspots/1?tab=batches');
  await page.getByText('Conference').waitFor();
  await settled(page);
  await look(page, 'batches');
  await page.getByRole('button', { name: ACTIONS_OF[wear.language] }).last().click();
  await page.getByRole('menuitem', { name: words['batches.cancel'], exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'cancel unused vouchers');
  await closeDialog();
  await press(words['import.title']);
  const guests = 'name,email,room,days\nAda Rossi,ada@example.com,101,3\nBea,at home,,x\n';
  await page
    .getByRole('dialog')
    .locator('input[type="file"]')
    .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(guests) });
  await page.getByText(words['import.problem_email_wrong']).waitFor();
  await look(page, 'vouchers from a file');
  await close();
}

async function asAdmin(wear: Wear, look: Look) {
  const words = MESSAGES[wear.language];
  const { page, close } = await openConsole({ ...wear, as: 'admin', at: '#/accounts' });
  const dialog = page.getByRole('dialog');
  const closeDialog = () => closeDialogOf(page, words);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const row = page
    .getByRole('link', { name: 'lariowifi', exact: true })
    .or(page.getByRole('link', { name: 'reseller', exact: true }))
    .first();
  await row.waitFor();
  await settled(page);
  await look(page, 'managers');
  await press(words['accounts.new']);
  await dialog.waitFor();
  await dialog.getByLabel(words['accounts.name'], { exact: true }).fill('Anna');
  await dialog.getByLabel(words['accounts.username'], { exact: true }).fill('');
  await dialog.getByLabel(words['accounts.username'], { exact: true }).blur();
  await dialog.getByText(words['form.required']).waitFor();
  await look(page, 'new manager');
  await dialog.getByRole('radio', { name: words['role.desk'] }).check();
  await look(page, 'new manager, desk');
  await dialog.getByRole('radio', { name: words['role.reseller'] }).check();
  await dialog.getByLabel(words['accounts.username'], { exact: true }).fill('anna');
  await dialog.getByLabel(words['accounts.email'], { exact: true }).fill('anna@example.com');
  await dialog.getByRole('combobox', { name: words['accounts.plan'] }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.route('**/api/accounts', (route) => route.fulfill({ status: 201, json: { id: 1, status: 'success' } }));
  await dialog.getByRole('button', { name: words['accounts.create'], exact: true }).click();
  await page.getByText(words['accounts.hand_over']).waitFor();
  await look(page, 'share the sign-in details');
  await page.unroute('**/api/accounts');
  await closeDialog();
  await page.goto('/#/accounts?q=nothing+like+it');
  await page.getByRole('button', { name: words['list.clear_search'] }).waitFor();
  await look(page, 'managers, nothing matches');

  await page.goto('/#/accounts/2');
  await page.getByRole('heading', { name: 'Adriatica Connect', level: 1 }).waitFor();
  await page.getByRole('region', { name: words['accounts.integrations'] }).getByRole('button').first().waitFor();
  await page.getByLabel(words['accounts.sms_to_add'], { exact: true }).fill('1e12');
  await settled(page);
  await look(page, 'manager');
  await page.getByRole('region', { name: words['accounts.tokens'] }).scrollIntoViewIfNeeded();
  await look(page, 'manager, below');
  await press(words['common.modify']);
  await dialog.getByLabel(words['accounts.email'], { exact: true }).waitFor();
  await look(page, 'modify manager');
  await closeDialog();
  await press(words['profile.change_password']);
  await dialog.getByLabel(words['password.new'], { exact: true }).fill('aaaaaaaa');
  await dialog.getByText(words['password.weak']).waitFor();
  await look(page, 'password of a manager');
  await closeDialog();
  await page.getByRole('button', { name: ACTIONS_OF[wear.language] }).first().click();
  await page.getByRole('menuitem', { name: words['common.delete'], exact: true }).click();
  await page.getByText(words['accounts.owns_hotspots']).waitFor();
  await look(page, 'delete manager, blocked');
  await closeDialog();
  await press(words['accounts.renew']);
  await dialog.getByLabel(words['accounts.valid_until'], { exact: true }).waitFor();
  await look(page, 'renew a subscription');
  await closeDialog();
  const disclaimers = page.getByRole('region', { name: words['disclaimers.own'] });
  await disclaimers.getByRole('listitem').first().getByRole('button').first().click();
  await dialog.getByRole('textbox', { name: words['disclaimers.body'], exact: true }).waitFor();
  await dialog.getByRole('region', { name: words['disclaimers.preview'] }).scrollIntoViewIfNeeded();
  await look(page, 'modify disclaimer');
  await closeDialog();
  await disclaimers.getByRole('listitem').first().getByRole('button').last().click();
  await dialog.getByRole('button', { name: words['disclaimers.delete'], exact: true }).waitFor();
  await settled(page);
  await look(page, 'delete disclaimer');
  await closeDialog();
  await press(words['disclaimers.add']);
  await dialog.getByRole('button', { name: words['disclaimers.add'], exact: true }).click();
  await dialog.getByText(words['form.required']).first().waitFor();
  await look(page, 'add disclaimer, nothing filled in');
  await closeDialog();
  await page.goto('/#/accounts/987654');
  await page.getByText(words['accounts.no_such_title']).waitFor();
  await look(page, 'no such manager');
  await close();
}

/** Waits until nothing on the screen is loading. */
async function settled(page: Page) {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
