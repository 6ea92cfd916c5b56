/**
 * Every route × every role × own, sibling, foreign, missing and malformed objects (docs/wire.md#who-may-do-what), of each kind one object and in
 * the long run all. A route without a row here fails. "Own" and "foreign" come from the fixture: reseller1 owns hotspots 1 to 3, customer11 and desk11 are tied to 1, reseller2
 * owns 4 to 6.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eq, gt, max } from 'drizzle-orm';
import { z } from 'zod';
import { may, type Permission, type Role } from '../../src/contract/plain/roles';
import { PAPER_DEFAULTS, PAPER_FORMATS, type PaperTemplate } from '../../src/contract/plain/paperModel';
import { hashToken } from '../../src/server/auth/tokens';
import {
  access_tokens,
  account_integrations,
  audit_entries,
  disclaimers,
  disclaimers_accounts,
  hotspot_integrations,
  hotspot_vouchers,
  integrations,
  outbox,
  paper_templates,
  second_factors,
  user_histories,
  users,
  voucher_batches,
} from '../../src/server/database/schema';
import { watchChanges } from '../support/server/database';
import { accountIdOf, fixture, hotspotsOf, RECORDED_AT, type RecordedRow } from '../support/backEnd/recordings';
import { rounds } from '../support/run/rounds';
import { routesOf } from '../support/server/routes';
import { serve, type Answer, type TestServer } from '../support/server/server';
import { insertGuest, insertHotspot, insertStaff, insertUnit, insertVoucher } from '../factories/rows';

const OPTIONS = {
  webhooks: { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null },
  mailer: { isConfigured: true, send: async () => 'sent' as const },
  config: { freeradiusToken: 'token-of-the-walk-01' },
};
/** Takes the calls that may change rows. */
const server = serve(OPTIONS);
/** Takes the calls that read, so that they find the fixture in whatever order tests run. */
const reading = serve(OPTIONS);

const CALLERS = { admin: 'admin', reseller1: 'reseller', customer11: 'customer', desk11: 'desk' } as const satisfies Record<string, Role>;
type CallerName = keyof typeof CALLERS;
const EVERYONE = Object.keys(CALLERS) as CallerName[];

/** Ids of the objects a caller may or may not reach. */
interface Reach {
  yes: number[];
  no: number[];
}

type Row =
  | { why: string }
  | ({ permission: Permission; body?: Body; untold?: string; reported?: string } & (ObjectRow | ListRow | PlainRow));

/** The body of a request; a function where each caller sends another. */
type Body = Fields | ((caller: CallerName) => Fields | Promise<Fields>);
type Fields = Record<string, unknown>;

/** Number of rows changed so far on each server. */
type Changes = Awaited<ReturnType<typeof watchChanges>>;
const changesOn = new Map<TestServer, Changes>();

beforeAll(async () => {
  for (const one of [server, reading]) {
    const watch = await watchChanges(one.db());
    // Messages sent by earlier calls must not be processed during another call.
    changesOn.set(one, async (without) => {
      await one.outbox().drained();
      return watch(without);
    });
  }
});

/** Makes a call and also returns its audit entries, and whether it changed anything else. */
async function watched(call: () => Promise<Answer>, changes: Changes) {
  const { id, action, account_name } = audit_entries;
  const [last] = await server
    .db()
    .select({ id: max(id) })
    .from(audit_entries);
  const before = await changes(audit_entries);
  const answer = await call();
  const entries = await server
    .db()
    .select({ action, account_name })
    .from(audit_entries)
    .where(gt(id, last?.id ?? 0));
  return { answer, entries, isChanged: (await changes(audit_entries)) > before };
}

/** A route with an id in its path. */
interface ObjectRow {
  reach: (caller: CallerName) => Reach;
  /** Creates a fresh object for each caller, for routes that delete it. */
  make?: (caller: CallerName) => Promise<number>;
}

/** A list: exactly the row ids the caller must see. */
interface ListRow {
  rows: (caller: CallerName) => number[];
  /** Id filters: a foreign id must show nothing, and a customer's or desk's `hotspot` is ignored. */
  filters?: { hotspot?: (caller: CallerName) => number[]; foreign?: string[] };
}

/** A route that only concerns the caller: its expected answer, if known. */
interface PlainRow {
  answers: (caller: CallerName) => { status: number; body?: unknown };
}

const rowsOf = (table: string) => fixture.tables[table] ?? [];
const ids = (rows: RecordedRow[]) => rows.map((row) => Number(row.id));
const onHotspots = (table: string, of: number[]) => rowsOf(table).filter((row) => of.includes(Number(row.hotspot_id)));
const FOREIGN_HOTSPOT = 4;

/** One row of `table` per hotspot that has any, split by whether the caller sees the hotspot. */
const byHotspot =
  (table: string) =>
  (caller: CallerName): Reach => {
    const firsts = hotspotsOf('admin').flatMap((hotspot) => onHotspots(table, [hotspot]).slice(0, 1));
    const isMine = (row: RecordedRow) => hotspotsOf(caller).includes(Number(row.hotspot_id));
    return { yes: ids(firsts.filter(isMine)), no: ids(firsts.filter((row) => !isMine(row))) };
  };

const hotspotsReach = (caller: CallerName): Reach => {
  const yes = hotspotsOf(caller);
  return { yes, no: hotspotsOf('admin').filter((id) => !yes.includes(id)) };
};

/** The caller's own account and those it manages. */
const readableAccounts = (caller: CallerName): Reach => {
  const isMine = (row: RecordedRow) =>
    caller === 'admin' || row.username === caller || (caller === 'reseller1' && row.creator_id === accountIdOf(caller));
  const accounts = rowsOf('accounts');
  return { yes: ids(accounts.filter(isMine)), no: ids(accounts.filter((row) => !isMine(row))) };
};

/** Integrations are only enabled for resellers. */
const resellersReach = (): Reach => {
  const isReseller = (row: RecordedRow) => row.type === 'reseller';
  const accounts = rowsOf('accounts');
  return { yes: ids(accounts.filter(isReseller)), no: ids(accounts.filter((row) => !isReseller(row))) };
};

/** Things of an account that not even its creator reaches. */
const ownAccount = (caller: CallerName): Reach => {
  const all = ids(rowsOf('accounts'));
  return caller === 'admin' ? { yes: all, no: [] } : { yes: [accountIdOf(caller)], no: all.filter((id) => id !== accountIdOf(caller)) };
};

const listOf = (table: string, foreign: string[] = [], isListed: (row: RecordedRow) => boolean = () => true): ListRow => ({
  rows: (caller) => ids(onHotspots(table, hotspotsOf(caller)).filter(isListed)),
  filters: {
    hotspot: (caller) =>
      ids(
        onHotspots(
          table,
          hotspotsOf(caller).filter((id) => id === FOREIGN_HOTSPOT),
        ).filter(isListed),
      ),
    foreign,
  },
});

const total = (count: (caller: CallerName) => number): PlainRow => ({
  answers: (caller) => ({ status: 200, body: { total: count(caller) } }),
});
const totalOf = (table: string) => total((caller) => onHotspots(table, hotspotsOf(caller)).length);
const managed = (caller: CallerName) =>
  ids(rowsOf('accounts').filter((row) => caller === 'admin' || row.creator_id === accountIdOf(caller)));
const run = (caller: CallerName) => (['customer', 'desk'].includes(CALLERS[caller]) ? [] : hotspotsOf(caller));

const NEW_HOTSPOT = {
  name: 'walked-over',
  description: 'Made by the walk',
  business_name: 'Walk srl',
  business_vat: 'IT1',
  business_address: 'Via 1',
  business_email: 'walk@example.com',
};

async function makeHotspot(): Promise<number> {
  const row = {
    ...NEW_HOTSPOT,
    uuid: crypto.randomUUID(),
    name: crypto.randomUUID(),
    account_id: accountIdOf('reseller1'),
    created: RECORDED_AT,
  };
  const created = await insertHotspot(server.db(), row);
  return created.id;
}

async function makeIntegration(): Promise<number> {
  const [created] = await server.db().insert(integrations).values({ name: 'walked' }).returning({ id: integrations.id });
  return created?.id ?? 0;
}

/** Creates a unit on hotspot 1, which every caller sees. */
async function makeUnit(): Promise<number> {
  const uuid = crypto.randomUUID();
  const row = { hotspot_id: 1, name: 'walked', mac_address: uuid, uuid, created: RECORDED_AT };
  const created = await insertUnit(server.db(), row);
  return created.id;
}

/** The vouchers of its hotspots; for a desk only those it created. */
const vouchersReach = (caller: CallerName): Reach => {
  const isMine = (row: RecordedRow) =>
    hotspotsOf(caller).includes(Number(row.hotspot_id)) && (CALLERS[caller] !== 'desk' || row.owner_id === accountIdOf(caller));
  const all = rowsOf('hotspot_vouchers');
  return { yes: ids(all.filter(isMine)), no: ids(all.filter((row) => !isMine(row))) };
};

/** Creates a batch of hotspot 1 with a voucher, as the caller. */
async function makeBatch(caller: CallerName): Promise<number> {
  const row = { hotspot_id: 1, made: 1, owner_id: accountIdOf(caller), created: RECORDED_AT };
  const [created] = await server.db().insert(voucher_batches).values(row).returning({ id: voucher_batches.id });
  const of = eq(hotspot_vouchers.id, await makeVoucher(caller));
  await server.db().update(hotspot_vouchers).set({ batch_id: created?.id }).where(of);
  return created?.id ?? 0;
}

/** The batches of these tests: one of each hotspot, and one at hotspot 1 that belongs to its desk. */
const batchesReach = (caller: CallerName): Reach => {
  const isMine = ({ hotspot, owner }: (typeof BATCHES)[number]) =>
    hotspotsOf(caller).includes(hotspot) && (CALLERS[caller] !== 'desk' || owner === accountIdOf(caller));
  return { yes: BATCHES.filter(isMine).map(({ id }) => id), no: BATCHES.filter((row) => !isMine(row)).map(({ id }) => id) };
};

const BATCHES = [
  ...hotspotsOf('admin').map((hotspot) => ({ id: 1000 + hotspot, hotspot, owner: null })),
  { id: 2000, hotspot: 1, owner: accountIdOf('desk11') },
];

/** Creates a voucher of hotspot 1 as the caller. */
async function makeVoucher(caller: CallerName): Promise<number> {
  const row = { hotspot_id: 1, code: crypto.randomUUID(), auto_login: true, remain_use: -1, type: 'normal', created: RECORDED_AT } as const;
  const created = await insertVoucher(server.db(), { ...row, owner_id: accountIdOf(caller) });
  return created.id;
}

async function makeAccount(caller: CallerName): Promise<number> {
  const uuid = crypto.randomUUID();
  const row = { uuid, username: uuid, name: 'walked', type: 'desk', password_hash: '', created: RECORDED_AT } as const;
  const created = await insertStaff(server.db(), { ...row, creator_id: accountIdOf(caller) });
  return created.id;
}

async function makeAccountWithFactor(caller: CallerName): Promise<number> {
  const account_id = await makeAccount(caller);
  await server
    .db()
    .insert(second_factors)
    .values({ account_id, secret: 'encrypted', last_step: 0, recovery_codes: [], since: RECORDED_AT });
  return account_id;
}

async function makeSignedIn(caller: CallerName): Promise<number> {
  const account_id = await makeAccount(caller);
  const token_hash = crypto.randomUUID();
  const expires = new Date(RECORDED_AT.getTime() + 86_400_000);
  await server.db().insert(access_tokens).values({ account_id, token_hash, type: 'login', created: RECORDED_AT, expires });
  return account_id;
}

const LAYOUT: PaperTemplate = { version: 1, format: PAPER_FORMATS.a4, cut: 'none', elements: [], pictures: {} };

/** Templates by id: those of hotspots, and those that resellers share (hotspot null). */
const TEMPLATES = [
  { id: 901, account_id: 2, hotspot_id: 1 },
  { id: 902, account_id: 2, hotspot_id: 2 },
  { id: 903, account_id: 2, hotspot_id: null },
  { id: 904, account_id: 9, hotspot_id: 4 },
  { id: 905, account_id: 9, hotspot_id: null },
];

/** The templates that a caller may use, or may change. */
const templatesOf =
  (isToChange: boolean) =>
  (caller: CallerName): Reach => {
    const isMine = ({ account_id, hotspot_id }: (typeof TEMPLATES)[number]) =>
      caller === 'admin' ||
      (CALLERS[caller] === 'reseller'
        ? account_id === accountIdOf(caller)
        : hotspot_id === 1 || (!isToChange && hotspot_id === null && account_id === accountIdOf('reseller1')));
    const yes = TEMPLATES.filter(isMine).map(({ id }) => id);
    return { yes, no: TEMPLATES.map(({ id }) => id).filter((id) => !yes.includes(id)) };
  };

async function makeTemplate(): Promise<number> {
  const row = { account_id: accountIdOf('reseller1'), hotspot_id: 1, name: 'walked', template: LAYOUT, changed: RECORDED_AT };
  const [created] = await server.db().insert(paper_templates).values(row).returning({ id: paper_templates.id });
  return created?.id ?? 0;
}

async function makeDisclaimer(): Promise<number> {
  const [created] = await server
    .db()
    .insert(disclaimers)
    .values({ type: 'tos', title: 'walked', body: 'w' })
    .returning({ id: disclaimers.id });
  const disclaimer_id = created?.id ?? 0;
  await server
    .db()
    .insert(disclaimers_accounts)
    .values({ disclaimer_id, account_id: accountIdOf('reseller1') });
  return disclaimer_id;
}

const MAC = 'AA-BB-CC-00-00-01';
/** A unit of hotspot 1 without the MAC entry. */
async function unitWithoutEntry(): Promise<number> {
  await server.db().delete(users).where(eq(users.username, MAC));
  return ids(onHotspots('units', [1]))[0] ?? 0;
}

const smsAccounts = (caller: CallerName): Reach => {
  const all = rowsOf('account_sms_counts').map((row) => Number(row.account_id));
  const yes = all.filter((id) => caller === 'admin' || id === accountIdOf(caller));
  return { yes, no: all.filter((id) => !yes.includes(id)) };
};

const newGuest = (caller: CallerName) => ({
  hotspot_id: hotspotsOf(caller)[0] ?? 0,
  username: crypto.randomUUID(),
  account_type: 'email',
  created: RECORDED_AT,
});

async function makeGuest(caller: CallerName): Promise<number> {
  const [created] = await server.db().insert(users).values(newGuest(caller)).returning({ id: users.id });
  return created?.id ?? 0;
}

/** A deleted guest of this hotspot. */
async function deletedGuest(hotspot_id: number): Promise<number> {
  const { id } = await insertGuest(server.db(), { hotspot_id });
  const { body } = await server.as('admin').delete(`/api/users/${id}?undo=true`);
  return z.object({ undo: z.number() }).parse(body).undo;
}

const DELETED_AT = new Map<number, number>();

/** The deleted guests of each hotspot. */
const deletedReach = (caller: CallerName): Reach => {
  const of = (hotspotIds: number[]) => hotspotIds.flatMap((id) => DELETED_AT.get(id) ?? []);
  const yes = hotspotsOf(caller);
  return { yes: of(yes), no: of(hotspotsOf('admin').filter((id) => !yes.includes(id))) };
};

async function makeFailedMessage(): Promise<number> {
  const [created] = await server
    .db()
    .insert(outbox)
    .values({
      hotspot_id: 1,
      kind: 'answer',
      channel: 'mail',
      recipient: 'a@example.com',
      state: 'failed',
      created: RECORDED_AT,
      content: { channel: 'mail', mail: { subject: 'News', text: 'News' } },
      next_try: RECORDED_AT,
      ended: RECORDED_AT,
      expires: new Date(RECORDED_AT.getTime() + 86_400_000),
    })
    .returning({ id: outbox.id });
  return created?.id ?? 0;
}

async function makeArchivedGuest(caller: CallerName): Promise<number> {
  const [created] = await server
    .db()
    .insert(user_histories)
    .values({ ...newGuest(caller), user_id: 5000 })
    .returning({ id: user_histories.id });
  return created?.id ?? 0;
}

const ROWS: Record<string, Row> = {
  'GET /health/live': { why: 'open: for a balancer' },
  'GET /health/ready': { why: 'open: for a balancer' },
  'GET /config.json': { why: 'open: the console reads it before anybody logs in' },
  'GET /api/docs/json': { why: 'open: tells shapes, no rows' },
  'POST /api/login': { why: 'open: test/server/auth.test.ts' },
  'POST /api/logout': { why: 'open: test/server/auth.test.ts' },

  'POST /api/password_reset': { why: 'open: test/server/passwordReset.test.ts' },
  'PUT /api/password_reset': { why: 'open: test/server/passwordReset.test.ts' },
  'GET /api/account_sessions': { permission: 'account_sessions', answers: () => ({ status: 200, body: { data: [{ current: true }] } }) },
  'DELETE /api/account_sessions': {
    permission: 'account_sessions',
    untold: 'ends sign-ins, which are no part of the trail',
    answers: () => ({ status: 200 }),
  },
  'DELETE /api/account_sessions/:id': {
    permission: 'account_sessions',
    untold: 'ends a sign-in',
    reach: () => ({ yes: [], no: [] }),
  },
  // With one's own second factor turned on: test/server/secondFactor.test.ts.
  'PUT /api/second_factor/setup': {
    permission: 'second_factor.on',
    body: { current_password: 'wrong' },
    answers: () => ({ status: 403, body: { code: 'password_required' } }),
  },
  'PUT /api/second_factor': {
    permission: 'second_factor.on',
    body: { setup: 'made up', factor_code: '000000' },
    answers: () => ({ status: 400, body: { fields: { setup: expect.any(String) } } }),
  },
  'PUT /api/second_factor/recovery_codes': {
    permission: 'second_factor.codes',
    body: { current_password: 'wrong', factor_code: '000000' },
    answers: () => ({ status: 403, body: { code: 'password_required' } }),
  },
  'PUT /api/second_factor/off': {
    permission: 'second_factor.off',
    body: { current_password: 'wrong', factor_code: '000000' },
    answers: () => ({ status: 403, body: { code: 'password_required' } }),
  },
  'GET /api/accounts/:id/second_factor': { permission: 'accounts.read', reach: readableAccounts },
  'GET /wax/privacy/:uuid': { why: 'open: test/server/disclaimers.long.test.ts' },
  'POST /radius/authorize': { why: "opened by the deployment's token: test/server/radius/freeradius.long.test.ts" },
  'POST /radius/accounting': { why: "opened by the deployment's token: test/server/radius/freeradius.long.test.ts" },
  'GET /portal/:unit': { why: 'for guests, who have no account: test/server/portal' },
  'GET /portal/:unit/open': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/start': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/login': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/terms': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/privacy': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/code': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/email': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/sms': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/texted': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/social': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/social': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/go': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/signed': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/signed': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/waiting': { why: 'for guests behind openNDS: test/server/opennds' },
  'GET /portal/oauth/:site': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/sent': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/short': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/confirm': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/code/:code': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/mail': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/mail': { why: 'for guests: test/server/portal' },
  'GET /portal/:unit/online': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/free': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/origin': { why: 'for guests: test/server/portal' },
  'POST /portal/:unit/leave': { why: 'for guests: test/server/portal' },
  'GET /portal/faces/:file(^[a-z0-9-]+\\.woff2$)': { why: 'typefaces, the same for all: test/server/portal/faces.long.test.ts' },
  'GET /portal/:unit/files/:hash': { why: 'for guests: test/server/portal' },
  'GET /portal/f/:token': { why: 'for guests: test/server/marketing/feedback.long.test.ts' },
  'POST /portal/f/:token/answer': { why: 'for guests: test/server/marketing/feedback.long.test.ts' },
  'GET /portal/f/:token/stop': { why: 'for guests: test/server/marketing/feedback.long.test.ts' },
  'POST /portal/f/:token/stop': { why: 'for guests: test/server/marketing/feedback.long.test.ts' },
  'GET /portal/f/:token/files/:hash': { why: 'for guests: test/server/marketing/feedback.long.test.ts' },
  'GET /portal/api/:unit': { why: "for guests' devices: test/server/portal" },
  'GET /wax/register/mac/:mac': { why: "for staff with a unit's digest: test/server/macAuth.long.test.ts" },

  'GET /api/hotspots': { permission: 'hotspots.list', rows: run },
  'GET /api/hotspots/:id': { permission: 'hotspots.read', reach: hotspotsReach },
  // Another tenant's hotspot answers like one that doesn't exist: test/server/hotspotZones.long.test.ts.
  'GET /api/hotspots/zone': { permission: 'reports.read', answers: () => ({ status: 200 }) },
  'GET /api/preferences/hotspots/:id': { permission: 'hotspot_preferences.read', reach: hotspotsReach },
  'GET /api/marketing/:id': { permission: 'marketing.read', reach: hotspotsReach },
  'GET /api/marketing/:id/results': { permission: 'marketing.update', reach: hotspotsReach },

  'GET /api/vouchers/:id': { permission: 'vouchers.list', reach: hotspotsReach },

  'GET /api/paper/hotspots/:id': { permission: 'paper.read', reach: hotspotsReach },
  'GET /api/paper_templates': {
    permission: 'paper_templates.list',
    rows: (caller) => templatesOf(false)(caller).yes,
    filters: { hotspot: (caller) => (caller === 'admin' ? [904, 905] : []) },
  },
  'GET /api/paper_templates/:id': { permission: 'paper_templates.read', reach: templatesOf(false) },

  'GET /api/accounts': { permission: 'accounts.list', rows: managed },
  'GET /api/accounts/:id': { permission: 'accounts.read', reach: readableAccounts },
  'GET /api/subscription_plans': { permission: 'subscription_plans.list', answers: () => ({ status: 200 }) },
  'GET /api/preferences/accounts/:id': { permission: 'account_preferences.read', reach: ownAccount },
  'GET /api/disclaimers/accounts/:id': { permission: 'disclaimers.list', reach: ownAccount },

  'GET /api/disclaimers/:id': { permission: 'disclaimers.read', reach: () => ({ yes: ids(rowsOf('disclaimers')), no: [] }) },
  'GET /api/disclaimers/:id/hotspots': { permission: 'disclaimers.hotspots', reach: () => ({ yes: ids(rowsOf('disclaimers')), no: [] }) },

  'GET /api/units': { permission: 'units.list', ...listOf('units') },
  // Nothing is revealed about others' units and hotspots: test/server/availability.long.test.ts.
  'GET /api/units/availability': { permission: 'units.list', answers: () => ({ status: 200 }) },
  'GET /api/hotspots/availability': { permission: 'units.list', answers: () => ({ status: 200 }) },
  'GET /api/units/:id': { permission: 'units.read', reach: byHotspot('units') },
  'GET /api/users': {
    permission: 'guests.list',
    ...listOf('users', [], (row) => new Date(row.valid_until ?? 0) > RECORDED_AT),
  },
  'GET /api/users_expired': {
    permission: 'guests.list',
    answers: (caller) => {
      const expired = onHotspots('users', hotspotsOf(caller)).filter((row) => new Date(row.valid_until ?? 0) <= RECORDED_AT);
      const archived = onHotspots('user_histories', hotspotsOf(caller));
      const sets = { data_users: expired, data_user_histories: archived };
      const byId = Object.entries(sets).map(([set, rows]) => [set, ids(rows).map((id) => expect.objectContaining({ id }))]);
      return { status: 200, body: { ...Object.fromEntries(byId), total: expired.length + archived.length } };
    },
  },
  'GET /api/users/:id': { permission: 'guests.read', reach: byHotspot('users') },
  'GET /api/users_expired/:id': { permission: 'guests.read', reach: byHotspot('user_histories') },
  'GET /api/devices': { permission: 'devices.list', ...listOf('devices', ['user']) },
  'GET /api/devices/:id': { permission: 'devices.read', reach: byHotspot('devices') },
  'GET /api/sessions': { permission: 'sessions.list', ...listOf('sessions', ['user', 'unit']) },
  'GET /api/sessions/:id': { permission: 'sessions.read', reach: byHotspot('sessions') },
  'POST /api/sessions/:id/disconnect': {
    permission: 'sessions.disconnect',
    body: {},
    reach: byHotspot('sessions'),
  },

  'GET /api/histories': { permission: 'histories.list', ...listOf('session_histories', ['user', 'unit']) },
  'GET /api/histories/:id': { permission: 'histories.read', reach: byHotspot('session_histories') },
  'GET /api/why': { permission: 'why', answers: () => ({ status: 200, body: { matches: [], answer: null } }) },
  // Whose objects it counts is tested in deletingCounts.test.ts.
  'GET /api/deleting': { permission: 'deleting', answers: () => ({ status: 400, body: { fields: { kind: expect.any(String) } } }) },
  'GET /api/find': { permission: 'find', answers: () => ({ status: 200, body: { data: [] } }) },

  'GET /api/integrations': {
    permission: 'integrations.list',
    // All three are enabled for reseller1 only.
    rows: () => ids(rowsOf('integrations')),
  },
  'GET /api/hotspot_integrations/:id': { permission: 'hotspot_integrations.list', reach: hotspotsReach },
  'GET /api/account_integrations/:id': { permission: 'account_integrations.list', reach: ownAccount },

  'GET /api/stats/hotspots/total': { permission: 'totals.read', ...total((caller) => run(caller).length) },
  'GET /api/stats/accounts/total': { permission: 'totals.read', ...total((caller) => managed(caller).length) },
  'GET /api/stats/units/total': { permission: 'totals.read', ...totalOf('units') },
  'GET /api/stats/devices/total': { permission: 'totals.read', ...totalOf('devices') },
  'GET /api/stats/users/total': { permission: 'totals.read', ...totalOf('users') },
  'GET /api/stats/sessions/total': { permission: 'totals.read', ...totalOf('sessions') },
  // Its numbers are compared with the totals of each role in test/server/dashboard.test.ts.
  'GET /api/stats/dashboard': { permission: 'dashboard.read', answers: () => ({ status: 200 }) },
  'GET /api/stats/online/:id': { permission: 'dashboard.read', reach: hotspotsReach },
  'GET /api/stats/portal/:id': { permission: 'reports.read', reach: hotspotsReach },
  'GET /api/stats/sms/accounts': {
    permission: 'sms_accounts.read',
    answers: (caller) => {
      const own = rowsOf('account_sms_counts').find((row) => row.account_id === accountIdOf(caller));
      return own ? { status: 200, body: own } : { status: 404 };
    },
  },
  'GET /api/stats/sms/accounts/:id': {
    permission: 'sms_accounts.read',
    reach: smsAccounts,
  },
  'GET /api/stats/sms/hotspots': {
    permission: 'sms_hotspots.list',
    rows: (caller) => ids(onHotspots('hotspot_sms_counts', hotspotsOf(caller))),
  },
  'GET /api/stats/sms/hotspots/:id': { permission: 'sms_hotspots.list', reach: hotspotsReach },
  'GET /api/stats/reports/:type/graph': { permission: 'reports.read', answers: () => ({ status: 200 }) },
  'GET /api/audit': { permission: 'audit.list', answers: () => ({ status: 200 }) },
  'GET /api/messages': { permission: 'messages.list', answers: () => ({ status: 200 }) },
  'GET /api/system': { permission: 'system.read', answers: () => ({ status: 200 }) },
  'GET /api/attention': { permission: 'attention.list', answers: () => ({ status: 200 }) },
  // Only one's own alerts can be snoozed: test/server/stats.long.test.ts.
  'PUT /api/attention/snooze': {
    permission: 'attention.snooze',
    untold: 'only changes what the caller sees',
    body: { alert: 'units_silent 999999', snoozed: true },
    answers: () => ({ status: 404, body: { code: 'not_found' } }),
  },

  'GET /api/integrations/:id': { permission: 'integrations.read', reach: () => ({ yes: ids(rowsOf('integrations')), no: [] }) },
  'POST /api/integrations/:id/test': {
    permission: 'integrations.test',
    untold: 'changes nothing here',
    body: {},
    reach: () => ({ yes: ids(rowsOf('integrations')), no: [] }),
  },

  'PUT /api/hotspots/:id': { permission: 'hotspots.update', body: { description: 'Walked over' }, reach: hotspotsReach },
  'PUT /api/users/:id': { permission: 'guests.update', body: { name: 'Walked over' }, reach: byHotspot('users') },
  'PUT /api/users_expired/:id': { permission: 'guests.update', body: { name: 'Walked over' }, reach: byHotspot('user_histories') },
  'POST /api/messages/:id/again': {
    permission: 'messages.repeat',
    body: {},
    reach: () => ({ yes: [], no: [] }),
    make: makeFailedMessage,
  },
  'POST /api/deleted/:id/restore': { permission: 'deleted.restore', body: {}, reach: deletedReach, make: () => deletedGuest(1) },
  'DELETE /api/users/:id': { permission: 'guests.delete', reach: byHotspot('users'), make: makeGuest },
  'DELETE /api/users_expired/:id': { permission: 'guests.delete', reach: byHotspot('user_histories'), make: makeArchivedGuest },
  'PUT /api/accounts/:id': { permission: 'accounts.update', body: { name: 'Walked over' }, reach: readableAccounts },
  'PUT /api/preferences/accounts/:id': {
    permission: 'account_preferences.update',
    body: { key: 'custom_disclaimers_privacy', value: '0' },
    reach: ownAccount,
  },
  'PUT /api/hotspot_integrations/:id/:integrationId': {
    permission: 'hotspot_integrations.update',
    body: {},
    reach: hotspotsReach,
  },
  'DELETE /api/hotspot_integrations/:id/:integrationId': {
    permission: 'hotspot_integrations.update',
    reach: hotspotsReach,
    make: async () => {
      await server.db().insert(hotspot_integrations).values({ hotspot_id: 1, integration_id: 1 }).onConflictDoNothing();
      return 1;
    },
  },
  'POST /api/account_integrations/:id/:integrationId': {
    permission: 'account_integrations.update',
    body: {},
    reach: resellersReach,
  },
  'DELETE /api/account_integrations/:id/:integrationId': {
    permission: 'account_integrations.update',
    reach: resellersReach,
    make: async () => {
      await server.db().insert(account_integrations).values({ account_id: 9, integration_id: 1 }).onConflictDoNothing();
      return 9;
    },
  },
  'PUT /api/preferences/hotspots/:id': {
    permission: 'hotspot_preferences.update',
    // A key that customers may write too, and that reseller1's plan includes.
    body: { key: 'captive_2_title', value: 'Walked over' },
    reach: hotspotsReach,
  },
  'PUT /api/marketing/:id': { permission: 'marketing.update', body: { key: 'marketing_9_threshold', value: '4' }, reach: hotspotsReach },
  'POST /api/marketing/testmail/:id/:mail': {
    permission: 'marketing.update',
    untold: 'sends a mail, and changes nothing',
    body: { body: 'Walked over', to: 'walk@example.com' },
    reach: hotspotsReach,
  },
  'POST /api/integrations': { permission: 'integrations.create', body: { name: 'Walk' }, answers: () => ({ status: 201 }) },
  'PUT /api/integrations/:id': {
    permission: 'integrations.update',
    body: { description: 'Walked over' },
    reach: () => ({ yes: ids(rowsOf('integrations')), no: [] }),
  },
  'DELETE /api/integrations/:id': { permission: 'integrations.delete', reach: () => ({ yes: [], no: [] }), make: makeIntegration },
  'PUT /api/accounts/:id/subscription': {
    permission: 'accounts.subscription',
    body: { subscription_plan_id: 4, valid_until: '2030-01-01T00:00:00Z' },
    reach: resellersReach,
  },
  'POST /api/accounts': {
    permission: 'accounts.create',
    body: (caller) => ({
      ...{ uuid: `walk-${caller}`, username: `walk-${caller}`, name: 'Walk', email: 'walk@example.com' },
      ...{ type: 'desk', password: 'walk-over', hotspot_id: 1 },
    }),
    answers: () => ({ status: 201 }),
  },
  // Deleting one's own account is refused differently: see test/server/accounts.test.ts.
  'DELETE /api/accounts/:id': {
    permission: 'accounts.delete',
    reach: (caller) => ({ yes: [], no: readableAccounts(caller).no }),
    make: makeAccount,
  },
  // One's own second factor is refused differently: test/server/secondFactor.test.ts.
  'DELETE /api/accounts/:id/second_factor': {
    permission: 'accounts.second_factor_off',
    reach: (caller) => ({ yes: [], no: readableAccounts(caller).no }),
    make: makeAccountWithFactor,
  },
  // One's own sessions are refused differently: test/server/accountSessions.long.test.ts.
  'DELETE /api/accounts/:id/account_sessions': {
    permission: 'accounts.sign_out',
    reported: 'who has signed somebody out is part of the trail, though sign-ins are no lasting rows',
    reach: (caller) => ({ yes: [], no: readableAccounts(caller).no }),
    make: makeSignedIn,
  },
  'POST /api/disclaimers/accounts/:id': {
    permission: 'disclaimers.create',
    body: { title: 'Walk', type: 'tos', body: 'Walked over' },
    reach: resellersReach,
  },
  'PUT /api/disclaimers/:id': {
    permission: 'disclaimers.update',
    body: { title: 'Walked over' },
    reach: () => ({ yes: ids(rowsOf('disclaimers')), no: [] }),
  },
  'DELETE /api/disclaimers/:id': { permission: 'disclaimers.delete', reach: () => ({ yes: [], no: [] }), make: makeDisclaimer },
  'PUT /api/stats/sms/accounts/:id': { permission: 'sms_accounts.threshold', body: { sms_threshold: 7 }, reach: smsAccounts },
  'POST /api/stats/sms/accounts/:id': { permission: 'sms_accounts.add', body: { sms_to_add: 1 }, reach: smsAccounts },
  'POST /api/units': {
    permission: 'units.create',
    body: (caller) => ({
      ...{ hotspot_id: 1, name: `walk-${caller}`, uuid: `walk-${caller}` },
      mac_address: `02:00:00:00:00:0${String(EVERYONE.indexOf(caller))}`,
    }),
    answers: () => ({ status: 201 }),
  },
  'PUT /api/units/:id': { permission: 'units.update', body: { description: 'Walked over' }, reach: byHotspot('units') },
  'POST /api/units/:id/secret': {
    permission: 'units.show_secret',
    reported: 'who has seen a secret is part of the trail',
    reach: byHotspot('units'),
  },
  'POST /api/units/:id/renew': {
    permission: 'units.renew_secret',
    reported: 'who has renewed a secret is part of the trail',
    reach: byHotspot('units'),
  },
  'DELETE /api/units/:id': { permission: 'units.delete', reach: byHotspot('units'), make: makeUnit },
  'POST /api/units/:id/mac': {
    permission: 'mac_entries.create',
    body: { mac: MAC, name: 'Walk' },
    reach: byHotspot('units'),
    make: unitWithoutEntry,
  },
  'PUT /api/paper/hotspots/:id': {
    permission: 'paper.update',
    body: { ...PAPER_DEFAULTS, ssid: 'Walked over' },
    reach: hotspotsReach,
  },
  'POST /api/paper_templates': {
    permission: 'paper_templates.create',
    body: { hotspot_id: 1, is_given: false, name: 'Walk', template: LAYOUT },
    answers: () => ({ status: 201 }),
  },
  'PUT /api/paper_templates/:id': { permission: 'paper_templates.update', body: { name: 'Walked over' }, reach: templatesOf(true) },
  'DELETE /api/paper_templates/:id': { permission: 'paper_templates.delete', reach: templatesOf(true), make: makeTemplate },
  'POST /api/vouchers': { permission: 'vouchers.create', body: { hotspot_id: 1, remain_use: -1 }, answers: () => ({ status: 201 }) },
  'PUT /api/vouchers': {
    permission: 'vouchers.update',
    body: async (caller) => ({ voucher_ids: [await makeVoucher(caller), await makeVoucher(caller)], printed: true }),
    answers: () => ({ status: 200 }),
  },
  'DELETE /api/vouchers/voucher/:id': {
    permission: 'vouchers.delete',
    reach: vouchersReach,
    make: makeVoucher,
  },
  'POST /api/vouchers/voucher/:id/replacement': { permission: 'vouchers.replace', reach: vouchersReach, make: makeVoucher },
  'POST /api/vouchers/voucher/:id/mail': {
    permission: 'vouchers.send',
    reported: 'a mail leaves nothing else behind',
    body: { to: 'guest@example.com' },
    reach: vouchersReach,
    make: makeVoucher,
  },
  'GET /api/vouchers/shift/:id': { permission: 'vouchers.list', reach: hotspotsReach },
  'GET /api/voucher_batches/:id': { permission: 'vouchers.list', reach: hotspotsReach },
  'POST /api/voucher_batches': {
    permission: 'vouchers.create',
    body: { hotspot_id: 1, duration: 3, rows: [{ name: 'Ada Walk', email: '', room: '12', days: '' }] },
    answers: () => ({ status: 201 }),
  },
  'DELETE /api/voucher_batches/:id/unused': { permission: 'vouchers.delete', reach: batchesReach, make: makeBatch },
  'DELETE /api/vouchers/hotspot/:id': { permission: 'vouchers.delete', reach: hotspotsReach },
  'DELETE /api/hotspots/:id': { permission: 'hotspots.delete', reach: hotspotsReach, make: makeHotspot },
  'POST /api/hotspots': {
    permission: 'hotspots.create',
    body: NEW_HOTSPOT,
    answers: () => ({ status: 201 }),
  },
};

/** Fills a route pattern with the object's id; other parameters are integration 1 and the sessions report. */
const filled = (pattern: string, id: number | string) =>
  pattern.replace(':id', String(id)).replace(':integrationId', '1').replace(':type', 'sessions').replace(':mail', 'feedback');

test('every route has a row, and every row has a route', () => {
  expect(routesOf(reading.app()).sort()).toEqual(Object.keys(ROWS).sort());
});

/** The token an integration got for customer11's hotspot. */
const INTEGRATION_TOKEN = 'd'.repeat(64);
const READ_BY_INTEGRATIONS: Permission[] = [
  ...(['hotspots.list', 'hotspots.read', 'units.list', 'units.read', 'guests.list', 'guests.read', 'devices.list'] as const),
  ...(['devices.read', 'sessions.list', 'sessions.read', 'histories.list', 'histories.read', 'vouchers.list'] as const),
  ...(['totals.read', 'reports.read'] as const),
];

beforeAll(async () => {
  for (const id of hotspotsOf('admin')) DELETED_AT.set(id, await deletedGuest(id));
  const batches = BATCHES.map(({ id, hotspot, owner }) => ({ id, hotspot_id: hotspot, owner_id: owner, made: 1, created: RECORDED_AT }));
  const token = {
    account_id: accountIdOf('customer11'),
    token_hash: hashToken(INTEGRATION_TOKEN),
    type: 'api',
    created: RECORDED_AT,
    expires: new Date(RECORDED_AT.getTime() + 3_600_000),
  } as const;
  const templates = TEMPLATES.map((one) => ({ ...one, name: 'walked', template: LAYOUT, changed: RECORDED_AT }));
  for (const one of [server, reading]) {
    await one.db().insert(voucher_batches).values(batches);
    await one.db().insert(access_tokens).values(token);
    await one.db().insert(paper_templates).values(templates);
  }
});

const guarded = Object.entries(ROWS).flatMap(([route, row]) => ('permission' in row ? [{ route, row }] : []));

describe.each(guarded)('$route', ({ route, row }) => {
  const [method = '', pattern = ''] = route.split(' ');
  const isObject = 'reach' in row;
  const on = method === 'GET' ? reading : server;
  const changes: Changes = async (without) => changesOn.get(on)?.(without) ?? 0;
  const bodyOf = async (caller: CallerName) => (typeof row.body === 'function' ? row.body(caller) : row.body);
  const request = async (caller: CallerName, id: number | string = 1, query = ''): Promise<Answer> => {
    const body = await bodyOf(caller);
    const call = () => on.as(caller).call(method, filled(pattern, id) + query, body);
    if (method === 'GET' || !may(CALLERS[caller], row.permission) || (isObject && typeof id === 'string')) return call();
    const { answer, entries, isChanged } = await watched(call, changes);
    // A change leaves exactly one audit entry; a refusal or a call without effect leaves none.
    const isAudited = (isChanged && row.untold === undefined) || (row.reported !== undefined && answer.status < 400);
    expect({ id, entries }).toEqual({ id, entries: isAudited ? [{ action: row.permission, account_name: caller }] : [] });
    if (answer.status >= 400) expect(isChanged).toBe(false);
    return answer;
  };
  const allowed = EVERYONE.filter((caller) => may(CALLERS[caller], row.permission));
  const denied = EVERYONE.filter((caller) => !allowed.includes(caller));

  test('requires a valid token', async () => {
    const path = filled(pattern, 1);
    for (const caller of [on.withToken(), on.withToken('made up')]) {
      const { status, body } = await caller.call(method, path, await bodyOf('customer11'));
      expect({ status, body }).toEqual({ status: 401, body: { code: 'unauthenticated', message: expect.stringMatching(/^API token/) } });
    }
  });

  test('is open to an integration only for reading its own hotspot', async () => {
    const path = filled(pattern, isObject ? (row.reach('customer11').yes[0] ?? 1) : 1);
    const body = await bodyOf('customer11');
    const before = await changes();
    const answer = await on.withToken(INTEGRATION_TOKEN).call(method, path, body);
    if (!READ_BY_INTEGRATIONS.includes(row.permission)) {
      const code = may('customer', row.permission) ? 'integration_reads' : 'forbidden';
      expect(answer).toMatchObject({ status: 403, body: { code } });
    } else if ('rows' in row) {
      expect(idsIn(answer)).toEqual(new Set(row.rows('customer11')));
    } else {
      expect(answer.status).toBe((await on.as('customer11').call(method, path, body)).status);
    }
    expect(await changes()).toBe(before);
  });

  if (denied.length > 0) {
    test.each(denied)('is denied to %s, whatever the object', async (caller) => {
      const before = await changes();
      for (const id of (isObject ? [1, FOREIGN_HOTSPOT, 999_999] : [1]).slice(0, rounds(1, Infinity))) {
        expect(await request(caller, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      }
      expect(await changes()).toBe(before);
    });
  }

  // An admin reaches every object: as one the long run alone walks where others may go, too.
  const walking = isObject && allowed.length > 1 ? allowed.slice(rounds(1, 0)) : allowed;
  test.each(walking)('shows %s its own objects and nothing else', async (caller) => {
    if ('reach' in row) await walkObjects(caller, row, (id) => request(caller, id), changes, caller === walking[0]);
    else if ('rows' in row) await walkList(caller, row, (query) => request(caller, '', query));
    else expect(await request(caller)).toMatchObject(row.answers(caller));
  });
});

async function walkObjects(
  caller: CallerName,
  { reach, make }: ObjectRow,
  request: (id: number | string) => Promise<Answer>,
  changes: Changes,
  isFirst: boolean,
): Promise<void> {
  const { yes, no } = reach(caller);
  const before = await changes();
  const missing = await request(999_999);
  expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
  for (const id of [0, ...no.slice(0, rounds(1, Infinity))]) {
    const { status, body } = await request(id);
    // A foreign object must look exactly like a missing one.
    expect({ id, status, body }).toEqual({ id, status: missing.status, body: missing.body });
  }
  // What is no id is refused before it matters whose it is.
  for (const id of isFirst ? ['none', '-1', '1.5', '99999999999', '1%00', '%27'].slice(0, rounds(1, Infinity)) : []) {
    expect({ id, answer: await request(id) }).toMatchObject({ id, answer: { status: 400, body: { code: 'malformed' } } });
  }
  expect(await changes()).toBe(before);
  for (const id of make ? [await make(caller)] : yes.slice(0, rounds(1, Infinity))) {
    const { status } = await request(id);
    expect({ id, isDone: status === 200 || status === 201 }).toEqual({ id, isDone: true });
  }
}

async function walkList(caller: CallerName, { rows, filters = {} }: ListRow, request: (query: string) => Promise<Answer>): Promise<void> {
  expect(idsIn(await request(''))).toEqual(new Set(rows(caller)));
  if (filters.hotspot) {
    const isFixed = CALLERS[caller] === 'customer' || CALLERS[caller] === 'desk';
    expect(idsIn(await request(`?hotspot=${FOREIGN_HOTSPOT}`))).toEqual(new Set(isFixed ? rows(caller) : filters.hotspot(caller)));
  }
  for (const filter of filters.foreign ?? []) {
    const foreign = onHotspots('sessions', [FOREIGN_HOTSPOT]).map((row) => Number(row[`${filter}_id`]));
    const seen = await Promise.all(foreign.map(async (id) => [...idsIn(await request(`?${filter}=${id}`))]));
    if (caller === 'admin') expect(seen.flat()).not.toEqual([]);
    else expect(seen.flat()).toEqual([]);
  }
}

function idsIn({ status, body }: Answer): Set<number> {
  expect(status).toBe(200);
  const row = z.object({ id: z.number() });
  const list = z.union([z.array(row), z.object({ data: z.array(row), total: z.number() })]).parse(body);
  const rows = Array.isArray(list) ? list : list.data;
  if (!Array.isArray(list)) expect(list.total).toBe(rows.length);
  return new Set(rows.map(({ id }) => id));
}
