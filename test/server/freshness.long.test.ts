/**
 * After a change, the console's store has the current data without a reload, and refetches nothing that didn't change. With the real store
 * and the real server: everything that screens show is subscribed, and each change is made as its screen makes it.
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Store } from '../../src/app/store';
import { PAPER_DEFAULTS, PAPER_FORMATS } from '../../src/contract/plain/paperModel';
import { consoleOf } from '../support/console/consoleInNode';
import { desc } from 'drizzle-orm';
import { deleted_things, outbox } from '../../src/server/database/schema';
import { passwordOf, fixture, RECORDED_AT, type RecordedRow } from '../support/backEnd/recordings';
import { login, serve } from '../support/server/server';
import { appWith, type App, type Prepared } from '../support/server/secondFactor';
import * as calls from '../support/console/endpoints';
import type { Voucher } from '../../src/contract/vouchers';

const stores = new Map<string, Store>();

/** Maximum number of concurrent calls: no screen sends all of these at once, and a busy server would refuse some. */
const AT_ONCE = 6;

async function inTurns<T>(all: readonly T[], read: (one: T) => PromiseLike<calls.Outcome>): Promise<void> {
  const waiting = [...all];
  const each = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      expect((await read(one)).error ?? {}).not.toMatchObject({ status: 503 });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, each));
}

const uuid = String(fixture.tables.hotspots?.[0]?.uuid);
const page = { page: 1, limit: 100 };
const guest = { id: 33, isArchived: false };
const ofHotspot = (table: string, which: (row: RecordedRow) => boolean): number =>
  Number(fixture.tables[table]?.find((row) => row.hotspot_id === 1 && which(row))?.id);
const MAC_ENTRY = ofHotspot('users', ({ account_type }) => account_type === 'mac');
const OTHER_GUEST = ofHotspot('users', ({ id, account_type }) => id !== guest.id && account_type !== 'mac');
const business = { description: 'D', business_name: 'B', business_vat: '1', business_address: 'A', business_email: 'a@b.example' };

/** What screens show: a name for the table below, the endpoint, and its argument. */
const SHOWN: Record<string, [name: string, endpoint: string, arg?: unknown][]> = {
  reseller1: [
    ['own account', 'getAccount', 2],
    ['hotspots', 'listHotspots', { ...page, sort: 'name', order: 'asc' }],
    ['hotspot', 'getHotspot', 1],
    ['hotspot to modify', 'getHotspotToModify', 1],
    ['another hotspot', 'getHotspot', 2],
    ['preferences', 'listHotspotPreferences', 1],
    ['preferences of another', 'listHotspotPreferences', 2],
    ['zone', 'getHotspotZone', 1],
    ['feedback', 'listMarketingSettings', 1],
    ['what came of feedback', 'getFeedbackResults', { hotspotId: 1, page: 1, limit: 25 }],
    ['SMS of the hotspot', 'countHotspotSms', 1],
    ['guests', 'listGuests', { ...page, hotspot: 1 }],
    ['expired guests', 'listExpiredGuests', { ...page, hotspot: 3, sort: 'name', order: 'asc' }],
    ['guest', 'getGuest', guest],
    ['MAC entries', 'listMacEntries', { ...page, hotspot: 1, sort: 'name', order: 'asc' }],
    ['units', 'listUnits', { ...page, hotspot: 1 }],
    ['unit', 'getUnit', 1],
    ['guests online at a hotspot', 'getHotspotOnline', 1],
    ['activity of units', 'countUnitSessions', { unitIds: [1, 2], from: '2026-11-21T01:16:00Z', to: '2026-11-21T01:46:00Z' }],
    ['devices', 'listDevices', { ...page, hotspot: 1 }],
    ['sessions', 'listSessions', { ...page, hotspot: 1 }],
    ['session', 'getSession', 1],
    ['ended sessions', 'listHistories', { ...page, hotspot: 1 }],
    ['vouchers', 'listVouchers', { hotspotId: 1, filters: {}, ...page, sort: 'created', order: 'desc' }],
    ['paper', 'getPaper', 1],
    ['paper of another hotspot', 'getPaper', 2],
    ['templates', 'listPaperTemplates', 1],
    ['last vouchers', 'listLastVouchers', { hotspotId: 1, accountId: 2 }],
    ['batches', 'listBatches', { hotspotId: 1, page: 1, limit: 25 }],
    ['shift', 'getShift', { hotspotId: 1, day: '2026-11-21', tz: 'UTC' }],
    ['managers', 'listAccounts', page],
    ['manager', 'getAccount', 3],
    ['SMS pack', 'getOwnSms'],
    ['SMS of a month', 'countLateSms', 0],
    ['alerts', 'listAttention'],
    ['dashboard', 'getDashboard', 'UTC'],
    ...['hotspots', 'units', 'accounts', 'devices', 'users', 'sessions'].map((noun): [string, string, string] => [
      `total of ${noun}`,
      'getTotal',
      noun,
    ]),
    ['total of valid guests', 'countGuests', 'valid'],
    ['report', 'getReport', { type: 'sessions', hotspot: 0, range: 7 }],
    ['disclaimers', 'listDisclaimers', 2],
    ['disclaimer', 'getDisclaimer', 1],
    ['hotspots of the disclaimer', 'listDisclaimerHotspots', 1],
    ['default disclaimers', 'listAccountPreferences', 2],
    ['privacy page', 'getPrivacyPage', { uuid }],
    ['integrations', 'listIntegrations'],
    ['integrations of the hotspot', 'listHotspotIntegrations', 1],
    ['sign-ins', 'listAccountSessions'],
    ['second factor', 'getSecondFactor', 2],
  ],
  admin: [
    ['managers', 'listAccounts', page],
    ['reseller', 'getAccount', 2],
    ['another reseller', 'getAccount', 9],
    ['second factor of the reseller', 'getSecondFactor', 2],
    ['made by the reseller', 'countMadeBy', 2],
    ['plans', 'listSubscriptionPlans'],
    ['SMS of the reseller', 'getAccountSms', 2],
    ['SMS of another', 'getAccountSms', 9],
    ['alerts', 'listAttention'],
    ['dashboard', 'getDashboard', 'UTC'],
    ['total of accounts', 'getTotal', 'accounts'],
    ['total of hotspots', 'getTotal', 'hotspots'],
    ['total of units', 'getTotal', 'units'],
    ['hotspots', 'listHotspots', page],
    ['disclaimers of the reseller', 'listDisclaimers', 2],
    ['disclaimer', 'getDisclaimer', 1],
    ['default disclaimers of the reseller', 'listAccountPreferences', 2],
    ['integrations of the reseller', 'listAccountIntegrations', 2],
    ['integrations', 'listIntegrations'],
    ['integration', 'getIntegration', 1],
    ['another integration', 'getIntegration', 2],
    ['messages', 'listMessages', { ...page, sort: 'created', order: 'desc' }],
  ],
};

interface Change {
  as: 'admin' | 'reseller1';
  change: [endpoint: string, arg?: unknown];
  /** The action that a screen dispatches after a deletion, once nothing shows the deleted object. */
  then?: () => Promise<{ type: string }>;
  /** What the change affects, so that it is refetched. */
  follow: string[];
  /** What is refetched although this change left it as it was: such a change may add or remove rows or alerts. */
  though?: string[] | 'all others';
  /** What continues to change by itself afterwards. */
  goesOn?: string[];
}

const LAYOUT = { version: 1, format: PAPER_FORMATS.a4, cut: 'none', elements: [], pictures: {} };
const gone = (name: string, from: () => Promise<Record<string, unknown>>) => async () => ((await from())[name] as () => { type: string })();

/** An unused voucher that isn't personal. */
const unused = (store: Store) =>
  (calls.known(store, 'listLastVouchers', { hotspotId: 1, accountId: 2 }).data as Voucher[]).find(
    ({ type, remain_use, expires }) => type === 'normal' && remain_use !== 0 && expires === null,
  )?.id;

const anotherLogin = (store: Store) =>
  (calls.known(store, 'listAccountSessions').data as { id: number; current: boolean }[]).find(({ current }) => !current)?.id;

/** The authenticator app of the reseller, once a second factor was prepared. */
let app: App = () => '';

const turningOn = async (store: Store) => {
  const { data } = await calls.call(store, 'prepareSecondFactor', { current_password: passwordOf('reseller1') });
  const { secret, setup } = data as Prepared;
  app = appWith(server, secret);
  return { id: 2, body: { setup, factor_code: app() } };
};

/** Password and code; each code counts once. */
const provedBoth = () => {
  server.clock.now = new Date(server.clock.now.getTime() + 30_000);
  return { current_password: passwordOf('reseller1'), factor_code: app() };
};

/**
 * Data as text, for comparing. Addresses at partner platforms are encrypted anew each time, and the last point of the guests online is the
 * time of the request, so both are left out.
 */
const plain = (data: unknown) =>
  JSON.stringify(data, (key, value: unknown) => {
    if (/^(?:auth_login_url|iv_array)$/.test(key)) return '';
    return key === 'online' && Array.isArray(value) ? (value as { guests: number }[]).map(({ guests }) => guests) : value;
  });

const server = serve({
  webhooks: { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null },
  mailer: { isConfigured: true, send: async () => 'sent' },
});
beforeAll(async () => {
  await server
    .db()
    .insert(outbox)
    .values({
      id: 900_001,
      hotspot_id: 1,
      kind: 'answer',
      channel: 'mail',
      recipient: 'a@example.com',
      state: 'failed',
      content: { channel: 'mail', mail: { subject: 'News', text: 'News' } },
      created: RECORDED_AT,
      next_try: RECORDED_AT,
      ended: RECORDED_AT,
      expires: new Date(RECORDED_AT.getTime() + 86_400_000),
    });
  // Two other sessions, to be ended.
  for (const _time of [1, 2]) await login(server.withToken(), 'reseller1', passwordOf('reseller1'));
  for (const [username, shown] of Object.entries(SHOWN)) {
    const store = await consoleOf(server, username);
    stores.set(username, store);
    await inTurns(shown, ([, name, requested]) => calls.call(store, name, requested));
  }
});

let keys = 0;
const keyed = (body: object) => ({ body, key: `freshness-${String((keys += 1))}` });

const lastDeleted = async () =>
  (await server.db().select({ id: deleted_things.id }).from(deleted_things).orderBy(desc(deleted_things.id)))[0]?.id;

/** What a deleted guest takes with them; it is an expired guest. */
const GUEST_GONE = {
  then: gone('guestDeleted', () => import('../../src/features/guests/api')),
  follow: ['devices', 'ended sessions', 'dashboard', 'total of devices', 'total of users'],
  though: [
    'guests',
    'expired guests',
    'MAC entries',
    'guests online at a hotspot',
    'sessions',
    'vouchers',
    'last vouchers',
    'batches',
    'shift',
    'total of valid guests',
    'report',
  ],
};

/**
 * Every mutation of the console. Deleted objects must not be requested again, so only rows are deleted that none of the queries above is
 * about.
 */
const CHANGES: Record<string, Change> = {
  'a hotspot is modified': {
    as: 'reseller1',
    change: ['updateHotspot', { id: 1, change: { description: 'New' }, etag: '' }],
    follow: ['hotspots', 'hotspot', 'hotspot to modify', 'devices'],
    though: ['hotspots of the disclaimer', 'privacy page'],
  },
  'a hotspot gets another disclaimer': {
    as: 'reseller1',
    change: ['chooseDisclaimers', { id: 1, privacy_disclaimer_id: 1, tos_disclaimer_id: 0 }],
    follow: ['hotspots', 'hotspot', 'hotspot to modify', 'devices', 'privacy page'],
    though: ['hotspots of the disclaimer'],
  },
  'preferences of a hotspot are saved': {
    as: 'reseller1',
    change: ['saveHotspotPreferences', { id: 1, changes: [{ key: 'voucher_login', value: 'false' }] }],
    follow: ['preferences'],
  },
  'feedback e-mails are set up': {
    as: 'reseller1',
    change: ['saveMarketingSettings', { id: 1, changes: [{ key: 'marketing_9_threshold', value: '2' }] }],
    follow: ['feedback'],
    though: ['what came of feedback'],
  },
  'a hotspot is created': {
    as: 'reseller1',
    change: ['createHotspot', keyed({ name: 'library-new', ...business })],
    follow: ['hotspots', 'dashboard', 'total of hotspots'],
    though: ['alerts', 'hotspots of the disclaimer', 'privacy page'],
  },
  'paper of a hotspot is set up': {
    as: 'reseller1',
    change: ['updatePaper', { id: 1, settings: { ...PAPER_DEFAULTS, ssid: 'Guests' }, etag: '' }],
    follow: ['paper'],
  },
  'a template is created': {
    as: 'reseller1',
    change: ['createPaperTemplate', keyed({ hotspot_id: 1, is_given: false, name: 'New', template: LAYOUT })],
    follow: ['templates'],
  },
  'a template is modified': {
    as: 'reseller1',
    change: ['updatePaperTemplate', { id: 1, change: { name: 'Newer' }, etag: '' }],
    follow: ['templates'],
  },
  'a template is deleted': {
    as: 'reseller1',
    change: ['deletePaperTemplate', 1],
    follow: ['templates'],
    // A hotspot may have used the deleted template.
    though: ['paper', 'paper of another hotspot'],
  },
  'a unit is registered': {
    as: 'reseller1',
    change: ['createUnit', keyed({ hotspot_id: 1, name: 'new', mac_address: '02:00:00:00:00:77', uuid: 'unit-new' })],
    follow: ['units', 'dashboard', 'total of units'],
    though: ['alerts'],
  },
  'a unit is renamed': {
    as: 'reseller1',
    change: ['updateUnit', { id: 1, change: { name: 'Lobby' } }],
    follow: ['units', 'unit', 'sessions', 'ended sessions'],
    // Alerts name the silent units.
    though: ['alerts'],
  },
  'a unit gets another secret': { as: 'reseller1', change: ['renewUnitSecret', 1], follow: [], though: ['units', 'unit'] },
  'a unit is deleted': {
    as: 'reseller1',
    change: ['deleteUnit', 2],
    follow: ['units', 'sessions', 'ended sessions', 'dashboard', 'total of units'],
    though: ['alerts'],
  },
  'an alert is snoozed': { as: 'reseller1', change: ['snoozeAlert', { alert: 'units_silent 3', snoozed: true }], follow: ['alerts'] },
  'vouchers are created': {
    as: 'reseller1',
    change: ['createVouchers', keyed({ hotspot_id: 1, num_vouchers: 2, remain_use: -1, duration: 7, time: 'duration' })],
    follow: ['vouchers', 'last vouchers', 'batches', 'shift'],
  },
  'vouchers of type auth are created': {
    as: 'reseller1',
    change: [
      'createVouchers',
      keyed({ hotspot_id: 1, num_vouchers: 1, remain_use: -1, duration: 7, time: 'duration', type: 'auth', user_name: 'Ann' }),
    ],
    // The dashboard counts guests whose first login is still to come.
    follow: ['vouchers', 'last vouchers', 'shift', 'dashboard', 'total of users', 'report'],
    though: ['guests', 'expired guests', 'MAC entries', 'batches', 'total of valid guests'],
  },
  'vouchers are printed': {
    as: 'reseller1',
    change: ['updateVouchers', { voucher_ids: [1, 2], printed: true }],
    follow: ['vouchers', 'last vouchers', 'shift'],
    though: ['batches'],
  },
  'guests of a file get vouchers': {
    as: 'reseller1',
    change: ['createBatch', keyed({ hotspot_id: 1, name: 'File', duration: 3, rows: [{ name: 'Ada', email: '', room: '', days: '' }] })],
    follow: ['vouchers', 'last vouchers', 'batches', 'shift', 'dashboard', 'total of users', 'report'],
    though: ['guests', 'expired guests', 'MAC entries', 'total of valid guests'],
  },
  'a lost voucher is replaced': {
    as: 'reseller1',
    change: ['replaceVoucher', (store: Store) => keyed({ id: unused(store) })],
    follow: ['vouchers', 'last vouchers', 'shift'],
    though: ['guests', 'expired guests', 'MAC entries', 'batches', 'dashboard', 'total of users', 'total of valid guests', 'report'],
  },
  'a voucher is mailed': {
    as: 'reseller1',
    change: ['mailVoucher', (store: Store) => keyed({ id: unused(store), to: 'a@b.example' })],
    follow: ['shift'],
  },
  'the unused vouchers of a batch are cancelled': {
    as: 'reseller1',
    change: ['cancelUnused', 1],
    follow: ['vouchers', 'last vouchers', 'batches', 'shift'],
    though: ['guests', 'expired guests', 'MAC entries', 'dashboard', 'total of users', 'total of valid guests', 'report'],
  },
  'a voucher is deleted': {
    as: 'reseller1',
    change: ['deleteVoucher', { id: 1 }],
    follow: ['vouchers', 'last vouchers', 'shift'],
    though: ['guests', 'expired guests', 'MAC entries', 'batches', 'dashboard', 'total of users', 'total of valid guests', 'report'],
  },
  'all vouchers of a hotspot are deleted': {
    as: 'reseller1',
    change: ['deleteVouchersOfHotspot', 1],
    then: gone('vouchersDeleted', () => import('../../src/features/vouchers/api')),
    follow: ['vouchers', 'last vouchers', 'batches', 'shift', 'dashboard'],
    though: ['guests', 'expired guests', 'MAC entries', 'total of users', 'total of valid guests', 'report'],
  },
  'a guest is modified': {
    as: 'reseller1',
    change: ['updateGuest', { ...guest, change: { name: 'Ann' }, etag: '' }],
    follow: ['guests', 'guest', 'devices', 'sessions', 'ended sessions', 'dashboard'],
    though: ['expired guests', 'MAC entries', 'shift'],
  },
  'an archived guest is let in again': {
    as: 'reseller1',
    change: ['updateGuest', { id: 1, isArchived: true, change: { valid_until: '2030-01-01T00:00:00Z' }, etag: '' }],
    follow: ['expired guests', 'dashboard', 'total of users', 'total of valid guests'],
    though: ['guests', 'MAC entries', 'shift', 'report'],
  },
  'a guest is deleted': { as: 'reseller1', change: ['deleteGuest', { id: OTHER_GUEST, isArchived: false }], ...GUEST_GONE },
  // Anything may have been restored, so everything is refetched.
  'a deleted guest is brought back': {
    as: 'reseller1',
    change: ['restoreDeleted', lastDeleted],
    follow: GUEST_GONE.follow,
    though: 'all others',
  },
  'a guest is erased': { as: 'reseller1', change: ['eraseGuest', { id: OTHER_GUEST, isArchived: false }], ...GUEST_GONE },
  'a MAC entry is made': {
    as: 'reseller1',
    change: ['createMacEntry', { unit: { id: 1, hotspot_id: 1 }, entry: { mac: 'AA-BB-CC-DD-EE-01', name: 'Printer' } }],
    follow: ['guests', 'MAC entries', 'devices', 'dashboard', 'total of devices', 'total of users', 'total of valid guests', 'report'],
    though: ['expired guests', 'shift'],
  },
  'a MAC entry is deleted': {
    as: 'reseller1',
    change: ['deleteMacEntry', MAC_ENTRY],
    follow: [
      'guests',
      'MAC entries',
      'guests online at a hotspot',
      'devices',
      'sessions',
      'ended sessions',
      'dashboard',
      'total of devices',
      'total of users',
      'total of valid guests',
    ],
    though: ['expired guests', 'shift', 'report'],
  },
  'a disclaimer is created': {
    as: 'admin',
    change: ['createDisclaimer', keyed({ accountId: 2, title: 'New', body: '<p>New</p>', type: 'privacy' })],
    follow: ['disclaimers of the reseller'],
  },
  'a disclaimer is modified': {
    as: 'admin',
    change: ['updateDisclaimer', { id: 1, change: { title: 'T' }, etag: '' }],
    follow: ['disclaimers of the reseller', 'disclaimer'],
  },
  'a disclaimer is deleted': {
    as: 'admin',
    change: ['deleteDisclaimer', 2],
    then: gone('disclaimerDeleted', () => import('../../src/features/disclaimers/api')),
    follow: ['disclaimers of the reseller'],
    though: ['hotspots', 'default disclaimers of the reseller'],
  },
  'default disclaimers are chosen': {
    as: 'reseller1',
    change: ['updateAccountPreferences', { id: 2, changes: [{ key: 'custom_disclaimers_privacy', value: '1' }] }],
    follow: [],
    though: ['default disclaimers', 'privacy page'],
  },
  'a manager is created': {
    as: 'reseller1',
    change: [
      'createAccount',
      keyed({ username: 'new', name: 'New', email: 'n@e.example', type: 'desk', password: 'a long password 1', hotspot_id: 1 }),
    ],
    follow: ['managers', 'dashboard', 'total of accounts'],
    though: ['alerts'],
  },
  'a manager is modified': {
    as: 'reseller1',
    change: ['updateAccount', { id: 3, change: { name: 'Renamed' } }],
    follow: ['managers', 'manager'],
    though: ['alerts'],
  },
  'a reseller is renamed': {
    as: 'admin',
    change: ['updateAccount', { id: 2, change: { name: 'R' } }],
    follow: ['managers', 'reseller', 'alerts'],
    though: ['hotspots'],
  },
  "one's own privacy fields are changed": {
    as: 'reseller1',
    change: ['updateAccount', { id: 2, change: { privacy_name: 'P' } }],
    follow: ['own account', 'privacy page'],
    though: ['alerts', 'disclaimers', 'hotspots of the disclaimer'],
  },
  "another's password is set": {
    as: 'reseller1',
    change: ['updateAccount', { id: 3, change: { password: 'another password 2' } }],
    follow: [],
    though: ['sign-ins'],
  },
  'a manager is deleted': {
    as: 'reseller1',
    change: ['deleteAccount', 4],
    then: gone('accountDeleted', () => import('../../src/features/accounts/api')),
    follow: ['managers', 'dashboard', 'total of accounts'],
    though: ['hotspots', 'SMS pack', 'alerts', 'total of hotspots', 'hotspots of the disclaimer', 'privacy page'],
  },
  'the SMS threshold is set': {
    as: 'reseller1',
    change: ['updateSmsThreshold', { id: 2, sms_threshold: 5 }],
    follow: ['SMS pack', 'dashboard'],
    though: ['alerts'],
  },
  'a message is sent again': { as: 'admin', change: ['sendMessageAgain', 900_001], follow: ['messages'], goesOn: ['messages'] },
  'a reseller gets SMS': { as: 'admin', change: ['addSms', keyed({ id: 2, sms_to_add: 100 })], follow: ['SMS of the reseller', 'alerts'] },
  'a reseller gets another plan': {
    as: 'admin',
    change: ['updateSubscription', { id: 2, change: { subscription_plan_id: 1, valid_until: '2031-01-01T00:00:00Z' } }],
    follow: ['managers', 'reseller'],
    though: ['alerts'],
  },
  'an integration is enabled for a hotspot': {
    as: 'reseller1',
    change: ['syncIntegration', { hotspotId: 1, integrationId: 1 }],
    follow: ['managers', 'manager', 'integrations of the hotspot'],
    though: ['own account', 'alerts'],
  },
  'an integration is disabled for a hotspot': {
    as: 'reseller1',
    change: ['disableIntegration', { hotspotId: 1, integrationId: 1 }],
    follow: ['managers', 'manager', 'integrations of the hotspot'],
    though: ['own account', 'alerts'],
  },
  'an integration is taken from a reseller': {
    as: 'admin',
    change: ['disableAccountIntegration', { accountId: 2, integrationId: 1 }],
    follow: ['integrations of the reseller'],
    though: ['managers', 'reseller', 'another reseller'],
  },
  'an integration is given to a reseller': {
    as: 'admin',
    change: ['enableAccountIntegration', keyed({ accountId: 2, integrationId: 1 })],
    follow: ['integrations of the reseller'],
  },
  'an integration is created': {
    as: 'admin',
    change: ['createIntegration', keyed({ name: 'New', webhook_url: 'https://platform.example/' })],
    follow: ['integrations'],
  },
  'an integration is modified': {
    as: 'admin',
    change: ['updateIntegration', { id: 1, change: { name: 'N' }, etag: '' }],
    follow: ['integrations', 'integration'],
    though: ['alerts'],
  },
  'an integration is deleted': {
    as: 'admin',
    change: ['deleteIntegration', 3],
    follow: ['integrations of the reseller', 'integrations'],
    though: ['managers', 'reseller', 'another reseller', 'alerts'],
  },
  'a sign-in elsewhere is ended': { as: 'reseller1', change: ['deleteAccountSession', anotherLogin], follow: ['sign-ins'] },
  'all other sign-ins are ended': { as: 'reseller1', change: ['deleteOtherAccountSessions'], follow: ['sign-ins'] },
  'a second factor is turned on': {
    as: 'reseller1',
    change: ['turnOnSecondFactor', turningOn],
    follow: ['own account', 'second factor'],
    // No other sign-in is left that it could end.
    though: ['sign-ins'],
  },
  'recovery codes are renewed': { as: 'reseller1', change: ['renewRecoveryCodes', provedBoth], follow: [], though: ['second factor'] },
  'a second factor is turned off': {
    as: 'reseller1',
    change: ['turnOffSecondFactor', () => ({ id: 2, body: provedBoth() })],
    follow: ['own account', 'second factor'],
  },
  'a second factor is turned on again': {
    as: 'reseller1',
    change: ['turnOnSecondFactor', turningOn],
    follow: ['own account', 'second factor'],
    though: ['sign-ins'],
  },
  'a second factor is turned off by an admin': {
    as: 'admin',
    change: ['turnOffSecondFactorOf', 2],
    follow: ['managers', 'reseller', 'second factor of the reseller'],
  },
  'all sign-ins of a reseller are ended by an admin': { as: 'admin', change: ['signOutEverywhere', 9], follow: [] },
  'a hotspot is deleted': {
    as: 'reseller1',
    change: ['deleteHotspot', 3],
    then: gone('hotspotDeleted', () => import('../../src/features/hotspots/api')),
    follow: [
      'hotspots',
      'expired guests',
      'managers',
      'SMS of a month',
      'alerts',
      'dashboard',
      'total of hotspots',
      'total of units',
      'total of accounts',
      'total of devices',
      'total of users',
      'total of sessions',
      'total of valid guests',
      'report',
    ],
    though: [
      'SMS of the hotspot',
      'guests',
      'MAC entries',
      'units',
      'guests online at a hotspot',
      'activity of units',
      'devices',
      'sessions',
      'ended sessions',
      'vouchers',
      'last vouchers',
      'batches',
      'shift',
      'SMS pack',
      'hotspots of the disclaimer',
      'privacy page',
    ],
  },
};

/** The account that made the last change. */
let lastBy = '';

const NOT_A_CHANGE = [
  'login',
  'logout',
  'requestReset',
  'resetPassword',
  'sendTestMail',
  'testIntegration',
  'disconnectSession',
  'prepareSecondFactor',
];

test.each(Object.entries(CHANGES))(
  'the console refreshes what changed by %s',
  async (_what, { as, change: [endpoint, arg], then, follow, though = [], goesOn = [] }) => {
    const store = stores.get(as)!;
    const shown = SHOWN[as]!;
    // Refetch what the other account has changed since, which this test isn't about.
    const readAll = () => inTurns(shown, ([, name, requested]) => calls.callAgain(store, name, requested));
    if (lastBy !== as) await readAll();
    lastBy = as;
    await calls.quiet(store);
    const requestOf = () => new Map(shown.map(([what, name, requested]) => [what, calls.known(store, name, requested).requestId]));
    const dataOf = (name: string, requested: unknown) => plain(calls.known(store, name, requested).data);
    const before = requestOf();
    const dataBefore = new Map(shown.map(([what, name, requested]) => [what, dataOf(name, requested)]));

    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    const outcome = await calls.call(store, endpoint, typeof arg === 'function' ? await (arg as (store: Store) => unknown)(store) : arg);
    expect(outcome).not.toHaveProperty('error');
    if (then) store.dispatch(await then());
    await calls.quiet(store);
    const after = requestOf();
    const followed = shown.map(([what]) => what).filter((what) => after.get(what) !== before.get(what));

    const needless = shown
      .filter(([what, name, requested]) => followed.includes(what) && dataOf(name, requested) === dataBefore.get(what))
      .map(([what]) => what);
    const here = new Map(shown.map(([what, name, requested]) => [what, dataOf(name, requested)]));
    await readAll();
    const changed = shown.filter(([what, name, requested]) => here.get(what) !== dataOf(name, requested)).map(([what]) => what);
    const untrue = changed.filter((what) => !goesOn.includes(what));
    expect({ untrue, follow: followed.filter((what) => !needless.includes(what)), though: needless }).toEqual({
      untrue: [],
      follow,
      though: though === 'all others' ? shown.map(([what]) => what).filter((what) => !follow.includes(what)) : though,
    });
  },
);

test('every mutation is covered', () => {
  const changed = Object.values(CHANGES).map(({ change: [endpoint] }) => endpoint);
  const isQuery = (name: string) => /^(?:list|get|count|find|read)/.test(name);
  const mutations = calls.endpointNames().filter((name) => !isQuery(name) && !NOT_A_CHANGE.includes(name));
  expect([...new Set(changed)].sort()).toEqual(mutations.sort());
});
