/** What staff delete can be restored for a day, and is then deleted for good (docs/wire.md#deleting-and-bringing-back). */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { listAudit } from '../../src/contract/audit';
import {
  access_tokens,
  accounts,
  audit_entries,
  deleted_rows,
  deleted_things,
  disclaimers,
  disclaimers_accounts,
  hotspot_integrations,
  hotspot_vouchers,
  hotspots,
  integrations,
  sessions,
  subscription_plans,
  units,
  users,
  voucher_batches,
} from '../../src/server/database/schema';
import { listAudit as listEntries } from '../../src/server/audit/queries';
import { RESTORABLE_FOR } from '../../src/server/audit/undoQueries';
import { hashToken } from '../../src/server/auth/tokens';
import { forgetDeleted } from '../../src/server/deleted/restoringQueries';
import { insertGuest, insertHotspot, insertStaff, insertUnit, insertVoucher } from '../factories/rows';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { fillEveryTable } from '../support/server/everyTable';
import { sumsIn } from '../support/server/reportSums';
import { serve, type Answer } from '../support/server/server';
import { sumsOf } from '../support/server/sums';

const server = serve();
const reseller = server.as('reseller1');

beforeAll(() => fillEveryTable(server.db()));

/** Tables that aren't compared: those that every call adds to, report sums (which may be stored in other rows), and what isn't restored. */
const SEPARATE = [
  'access_tokens',
  'login_places',
  'audit_entries',
  'deleted_things',
  'deleted_rows',
  'uncounted_sessions',
  'session_sums',
  'guest_sums',
  'login_tokens',
  'outbox',
];

async function allRows(): Promise<unknown> {
  const sums = await sumsOf(server.db());
  return [
    Object.entries(sums).filter(([table]) => ![...SEPARATE, 'portal_codes', 'asked_endings'].includes(table)),
    await sumsIn(server.db()),
  ];
}

const undoOf = ({ body }: Answer): number => (body as { undo?: number }).undo ?? 0;
const restore = (id: number, as = reseller) => as.post(`/api/deleted/${id}/restore`, {});

async function deletedBy(path: string, as = reseller): Promise<number> {
  const answer = await as.delete(`${path}?undo=true`);
  expect(answer).toMatchObject({ status: 200, body: { status: 'success', undo: expect.any(Number) } });
  return undoOf(answer);
}

describe.each([
  { noun: 'a hotspot with all that belongs to it', path: async () => '/api/hotspots/1' },
  { noun: 'a unit', path: async () => '/api/units/1' },
  { noun: 'a guest with sessions, devices, consents and feedback', path: async () => '/api/users/33' },
  {
    noun: 'an archived guest',
    path: async () => `/api/users_expired/${await idOf(`select min(id) as id from user_histories where hotspot_id = 1`)}`,
  },
  { noun: 'a MAC entry', path: async () => `/api/users/${await idOf(`select id from users where username = 'AA-BB-CC-DD-EE-01'`)}` },
  {
    noun: 'a voucher that a guest has used',
    path: async () => `/api/vouchers/voucher/${await idOf(`select id from hotspot_vouchers where code = 'spent1'`)}`,
  },
  { noun: 'all vouchers of a hotspot', path: async () => '/api/vouchers/hotspot/1' },
  { noun: 'the unused vouchers of a batch', path: async () => `/api/voucher_batches/${await aBatch()}/unused` },
  { noun: 'an integration, with the tokens it had', path: async () => '/api/integrations/1', role: 'admin' as const },
  {
    noun: 'a disclaimer that a hotspot and its reseller have chosen',
    path: async () => {
      await idOf(`insert into account_preferences (account_id, key, value) values (2, 'custom_disclaimers_privacy', '1')
        on conflict (account_id, key) do update set value = '1' returning 1 as id`);
      return '/api/disclaimers/1';
    },
    role: 'admin' as const,
  },
  {
    noun: 'a voucher template that a hotspot uses',
    path: async () => `/api/paper_templates/${await idOf('select max(id) as id from paper_templates')}`,
  },
  { noun: 'a customer', path: async () => `/api/accounts/${await idOf(`select id from accounts where username = 'customer12'`)}` },
])('$noun', ({ path, role = 'reseller1' }) => {
  test('comes back as it was', async () => {
    const call = await path();
    const before = await allRows();
    const id = await deletedBy(call, server.as(role));
    expect(await allRows()).not.toEqual(before);
    expect(await restore(id, server.as(role))).toMatchObject({ status: 200, body: { status: 'success', left: 0 } });
    expect(await allRows()).toEqual(before);
    expect(await server.db().$count(deleted_rows, eq(deleted_rows.thing_id, id))).toBe(0);
  });
});

test('a reseller with managers and disclaimers of their own comes back as it was', async () => {
  const db = server.db();
  const { id } = await insertStaff(db, { type: 'reseller' });
  await insertStaff(db, { creator_id: id });
  const [terms] = await db.insert(disclaimers).values({ type: 'tos', title: 'Theirs', body: 'Terms' }).returning();
  await db.insert(disclaimers_accounts).values({ account_id: id, disclaimer_id: terms?.id ?? 0 });
  const admin = server.as('admin');
  const before = await allRows();
  const undo = await deletedBy(`/api/accounts/${id}`, admin);
  expect(await restore(undo)).toMatchObject({ status: 404 });
  expect(await restore(undo, admin)).toMatchObject({ status: 200 });
  expect(await allRows()).toEqual(before);
});

test('a call without undo=true is answered as by existing back ends, and a guest is then erased at once', async () => {
  const guest = await insertGuest(server.db(), { username: 'gone@mail.example' });
  const voucher = await insertVoucher(server.db());
  expect((await reseller.delete(`/api/vouchers/voucher/${voucher.id}`)).body).toEqual({ status: 'success' });
  const things = await server.db().$count(deleted_things);
  expect((await reseller.delete(`/api/users/${guest.id}`)).body).toEqual({ status: 'success' });
  expect(await server.db().$count(deleted_things)).toBe(things);
});

test('open sessions of a deleted guest are to be ended at once, and are theirs again when the guest comes back', async () => {
  const running = await idOf(`select id from sessions where session_key = 'runs-on'`);
  const [before] = await server.db().select().from(sessions).where(eq(sessions.id, running));
  const undo = await deletedBy('/api/users/33');
  const [meanwhile] = await server.db().select().from(sessions).where(eq(sessions.id, running));
  expect(meanwhile).toMatchObject({ username: '', device_mac: '', ip_address: '' });
  expect(await idOf(`select session_id as id from asked_endings where session_id = ${running}`)).toBe(running);
  await restore(undo);
  expect((await server.db().select().from(sessions).where(eq(sessions.id, running)))[0]).toEqual(before);
});

test('nobody brings back twice, also of two at once', async () => {
  const voucher = await insertVoucher(server.db());
  const undo = await deletedBy(`/api/vouchers/voucher/${voucher.id}`);
  const answers = await Promise.all([restore(undo), restore(undo, server.as('admin'))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await restore(undo)).toMatchObject({ status: 409, body: { code: 'restored_before' } });
  expect(await server.db().$count(hotspot_vouchers, eq(hotspot_vouchers.id, voucher.id))).toBe(1);
});

describe('a restore that something stands in the way of changes nothing, and says what', () => {
  const refused = async (undo: number, body: object, as = reseller) => {
    const before = await allRows();
    expect(await restore(undo, as)).toMatchObject({ status: 409, body });
    expect(await allRows()).toEqual(before);
  };

  test('a hotspot whose name a colleague has used since', async () => {
    const { id, name } = await insertHotspot(server.db());
    const undo = await deletedBy(`/api/hotspots/${id}`);
    const other = await insertHotspot(server.db(), { name: name.toUpperCase() });
    await refused(undo, { code: 'taken', fields: { name } });
    await server.db().delete(hotspots).where(eq(hotspots.id, other.id));
    expect(await restore(undo)).toMatchObject({ status: 200 });
  });

  test('a voucher whose code is in use again, a unit whose uuid is registered elsewhere, and a guest who registered again', async () => {
    const db = server.db();
    const [voucher, unit, guest] = [await insertVoucher(db), await insertUnit(db), await insertGuest(db)];
    const undos = [
      await deletedBy(`/api/vouchers/voucher/${voucher.id}`),
      await deletedBy(`/api/units/${unit.id}`),
      await deletedBy(`/api/users/${guest.id}`),
    ];
    await insertVoucher(db, { code: voucher.code });
    await insertUnit(db, { hotspot_id: 3, uuid: unit.uuid });
    await insertGuest(db, { username: guest.username });
    for (const [nth, name] of [voucher.code, unit.name, guest.username].entries())
      await refused(undos[nth] ?? 0, { code: 'taken', fields: { name } });
  });

  test('a unit whose MAC address the reseller has registered again', async () => {
    const unit = await insertUnit(server.db());
    const undo = await deletedBy(`/api/units/${unit.id}`);
    await insertUnit(server.db(), { hotspot_id: 2, mac_address: unit.mac_address, uuid: 'another' });
    await refused(undo, { code: 'taken', fields: { name: unit.name } });
  });

  test('a customer whose username is in use since, when their hotspot comes back with them', async () => {
    const hotspot = await insertHotspot(server.db());
    const created = { uuid: 'undone', name: 'Undone', email: 'undone@example.com', type: 'customer', password: 'Zwiebelkuchen-7' };
    expect(await reseller.post('/api/accounts', { ...created, username: 'undone', hotspot_id: hotspot.id })).toMatchObject({ status: 201 });
    const undo = await deletedBy(`/api/hotspots/${hotspot.id}`);
    expect(await server.db().$count(accounts, eq(accounts.username, 'undone'))).toBe(0);
    expect(await reseller.post('/api/accounts', { ...created, uuid: 'other', username: 'undone', hotspot_id: 1 })).toMatchObject({
      status: 201,
    });
    await refused(undo, { code: 'taken', fields: { name: 'undone' } });
  });

  test('units beyond the limit of the plan', async () => {
    const unit = await insertUnit(server.db());
    const undo = await deletedBy(`/api/units/${unit.id}`);
    const plans = await server.db().select({ id: subscription_plans.id, max_units: subscription_plans.max_units }).from(subscription_plans);
    await server.db().update(subscription_plans).set({ max_units: 0 });
    await refused(undo, { code: 'over_quota' });
    for (const { id, max_units } of plans)
      await server.db().update(subscription_plans).set({ max_units }).where(eq(subscription_plans.id, id));
    expect(await restore(undo)).toMatchObject({ status: 200 });
  });

  test('a guest whose hotspot is deleted, until that is back', async () => {
    const hotspot = await insertHotspot(server.db());
    const guest = await insertGuest(server.db(), { hotspot_id: hotspot.id });
    const [first, second] = [await deletedBy(`/api/users/${guest.id}`), await deletedBy(`/api/hotspots/${hotspot.id}`)];
    await refused(first, { code: 'parent_gone' });
    expect(await restore(second)).toMatchObject({ status: 200 });
    expect(await restore(first)).toMatchObject({ status: 200 });
    expect(await server.db().$count(users, eq(users.id, guest.id))).toBe(1);
  });

  test('a voucher that was deleted a day ago', async () => {
    const voucher = await insertVoucher(server.db());
    const undo = await deletedBy(`/api/vouchers/voucher/${voucher.id}`);
    await server
      .db()
      .update(deleted_things)
      .set({ at: new Date(RECORDED_AT.getTime() - RESTORABLE_FOR) })
      .where(eq(deleted_things.id, undo));
    await refused(undo, { code: 'too_late' });
  });
});

test('a disclaimer whose reseller is deleted does not come back', async () => {
  const db = server.db();
  const { id } = await insertStaff(db, { type: 'reseller' });
  const [terms] = await db.insert(disclaimers).values({ type: 'tos', title: 'Theirs', body: 'Terms' }).returning();
  await db.insert(disclaimers_accounts).values({ account_id: id, disclaimer_id: terms?.id ?? 0 });
  const admin = server.as('admin');
  const undo = await deletedBy(`/api/disclaimers/${terms?.id}`, admin);
  await deletedBy(`/api/accounts/${id}`, admin);
  expect(await restore(undo, admin)).toMatchObject({ status: 409, body: { code: 'parent_gone' } });
  expect(await db.$count(disclaimers, eq(disclaimers.id, terms?.id ?? 0))).toBe(0);
});

test('a platform that is deleted loses access at once, and has it again when it comes back', async () => {
  const db = server.db();
  const expires = new Date(RECORDED_AT.getTime() + RESTORABLE_FOR);
  const [token] = await db
    .insert(access_tokens)
    .values({ account_id: 2, token_hash: hashToken('of a platform'), type: 'api', created: RECORDED_AT, expires })
    .returning();
  await db.insert(integrations).values({ id: 90, name: 'Platform' });
  await db.insert(hotspot_integrations).values({ hotspot_id: 1, integration_id: 90, token_id: token?.id, last_sync: RECORDED_AT });
  const reads = async () => (await server.withToken('of a platform').get('/api/units?limit=1')).status;
  expect(await reads()).toBe(200);
  const undo = await deletedBy('/api/integrations/90', server.as('admin'));
  expect(await reads()).toBe(401);
  await restore(undo, server.as('admin'));
  expect(await reads()).toBe(200);
});

test('brings back those of several vouchers whose codes are free', async () => {
  const hotspot = await insertHotspot(server.db());
  for (const code of ['first', 'second', 'third']) await insertVoucher(server.db(), { hotspot_id: hotspot.id, code });
  const undo = await deletedBy(`/api/vouchers/hotspot/${hotspot.id}`);
  await insertVoucher(server.db(), { hotspot_id: hotspot.id, code: 'second' });
  expect(await restore(undo)).toMatchObject({ status: 200, body: { restored: 2, left: 1 } });
  expect(await server.db().$count(hotspot_vouchers, eq(hotspot_vouchers.hotspot_id, hotspot.id))).toBe(3);
});

test('deleting no voucher at all has nothing to bring back', async () => {
  const { id } = await insertHotspot(server.db());
  const things = await server.db().$count(deleted_things);
  expect((await reseller.delete(`/api/vouchers/hotspot/${id}?undo=true`)).body).toEqual({ status: 'success' });
  expect(await server.db().$count(deleted_things)).toBe(things);
});

test('brings back only what one could have deleted', async () => {
  const unit = await insertUnit(server.db());
  const guest = await insertGuest(server.db());
  const ofUnit = await deletedBy(`/api/units/${unit.id}`);
  const ofGuest = await deletedBy(`/api/users/${guest.id}`);
  const ofVoucher = await deletedBy(`/api/vouchers/voucher/${(await insertVoucher(server.db())).id}`);
  for (const [who, id] of [
    ['reseller2', ofUnit],
    ['customer11', ofUnit],
    ['desk11', ofUnit],
    ['reseller2', ofGuest],
    ['desk11', ofVoucher],
  ] as const)
    expect({ who, ...(await restore(id, server.as(who))) }).toMatchObject({ who, status: 404, body: { code: 'not_found' } });
  expect(await restore(ofGuest, server.as('desk11'))).toMatchObject({ status: 200 });
  expect(await restore(ofVoucher, server.as('customer11'))).toMatchObject({ status: 200 });
});

test('the audit trail says what can be brought back, and records that it was', async () => {
  const guest = await insertGuest(server.db(), { username: 'trail@mail.example', name: 'Ada' });
  const undo = await deletedBy(`/api/users/${guest.id}`);
  const latest = async (query = '') => {
    const { body } = await reseller.get(`/api/audit?limit=1&undo=true${query}`);
    return (body as unknown[])[0];
  };
  expect(await latest()).toMatchObject({
    action: 'guests.delete',
    object_name: 'trail@mail.example',
    undo: { id: undo, until: new Date(RECORDED_AT.getTime() + RESTORABLE_FOR).toISOString().replace('.000Z', 'Z') },
  });
  const { body } = await reseller.get('/api/audit?limit=1');
  expect((body as object[])[0]).not.toHaveProperty('undo');
  await restore(undo);
  expect(await latest()).toMatchObject({
    action: 'deleted.restore',
    kind: 'guest',
    object_id: guest.id,
    object_name: 'trail@mail.example',
  });
  expect(await latest('&action=guests.delete')).not.toHaveProperty('undo');
});

test('forgets what was deleted a day ago, also names of guests in the audit trail', async () => {
  const db = server.db();
  const guest = await insertGuest(db, { username: 'passing@mail.example' });
  await reseller.put(`/api/users/${guest.id}`, { name: 'Passing' });
  await deletedBy(`/api/users/${guest.id}`);
  const hotspot = await insertHotspot(db);
  const inside = await insertGuest(db, { hotspot_id: hotspot.id, username: 'inside@mail.example' });
  await reseller.put(`/api/users/${inside.id}`, { name: 'Inside' });
  await deletedBy(`/api/hotspots/${hotspot.id}`);
  const about = async () => {
    const { data } = await listEntries(
      db,
      { accountId: 1, username: 'admin', role: 'admin', hotspotId: 0 },
      listAudit.parse({ limit: 5000 }),
      RECORDED_AT,
    );
    return data
      .filter(({ object_id, action }) => [guest.id, inside.id].includes(object_id) && action === 'guests.update')
      .map(({ object_name }) => object_name);
  };
  expect(await about()).toEqual(['inside@mail.example', 'passing@mail.example']);
  while ((await forgetDeleted(db, new Date(RECORDED_AT.getTime() + RESTORABLE_FOR - 1), 2)) > 0);
  expect(await about()).toEqual(['inside@mail.example', 'passing@mail.example']);
  while ((await forgetDeleted(db, new Date(RECORDED_AT.getTime() + RESTORABLE_FOR), 2)) > 0);
  expect(await about()).toEqual(['', '']);
  expect([await db.$count(deleted_things), await db.$count(deleted_rows)]).toEqual([0, 0]);
});

test('erasing a guest leaves nothing of them in what was deleted before', async () => {
  const db = server.db();
  const voucher = await insertVoucher(db, { user_name: 'Mario Rossi', user_mail: 'mario@mail.example', room: '7' });
  const other = await insertVoucher(db, { user_name: 'Carla Verdi' });
  const guest = await insertGuest(db, { username: 'mario@mail.example', name: 'Mario Rossi', voucher_id: voucher.id });
  for (const { id } of [voucher, other]) await deletedBy(`/api/vouchers/voucher/${id}`);
  await deletedBy(`/api/users/${guest.id}`);
  const again = await insertGuest(db, { username: 'mario@mail.example', name: 'Mario Rossi' });
  await reseller.delete(`/api/users/${again.id}`);
  // The guest who was deleted first was another row for the same person.
  const [stored] = await db.select({ text: sql<string>`coalesce(string_agg(rows::text, ' '), '')` }).from(deleted_rows);
  expect(stored?.text).not.toContain('mario@mail.example"}');
  expect(stored?.text).toContain('Carla Verdi');
  expect(await db.$count(deleted_things, eq(deleted_things.label, 'mario@mail.example'))).toBe(0);
});

test('a guest who is erased is blanked on a deleted voucher that was theirs', async () => {
  const db = server.db();
  const voucher = await insertVoucher(db, { user_name: 'Lea Neri', user_mail: 'lea@mail.example', room: '8' });
  const guest = await insertGuest(db, { username: voucher.code.toUpperCase(), name: 'Lea Neri', voucher_id: voucher.id });
  const undo = await deletedBy(`/api/vouchers/voucher/${voucher.id}`);
  await reseller.delete(`/api/users/${guest.id}`);
  const [stored] = await db
    .select({ text: sql<string>`string_agg(rows::text, ' ')` })
    .from(deleted_rows)
    .where(eq(deleted_rows.thing_id, undo));
  expect(stored?.text).not.toContain('Lea Neri');
  expect(await restore(undo)).toMatchObject({ status: 200 });
  expect((await db.select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, voucher.id)))[0]).toMatchObject({
    user_name: '',
    user_mail: '',
    room: '',
  });
});

test('rows that were stored before an update of the server get the defaults of new columns', async () => {
  const unit = await insertUnit(server.db(), { coa_port: 1700 });
  const undo = await deletedBy(`/api/units/${unit.id}`);
  await server.db()
    .execute(sql`update deleted_rows set rows = (select jsonb_agg(e - 'coa_port' || '{"dropped": 1}') from jsonb_array_elements(rows) e)
    where thing_id = ${undo} and table_name = 'units'`);
  expect(await restore(undo)).toMatchObject({ status: 200 });
  expect((await server.db().select().from(units).where(eq(units.id, unit.id)))[0]).toMatchObject({ name: unit.name, coa_port: 3799 });
});

test('an undone deletion and its audit entries stand under the same object', async () => {
  const { id } = await insertVoucher(server.db(), { code: 'told-twice' });
  await restore(await deletedBy(`/api/vouchers/voucher/${id}`));
  const entries = await server.db().select().from(audit_entries).where(eq(audit_entries.object_name, 'told-twice'));
  expect(entries.map(({ action, object_id, tenant_id }) => ({ action, object_id, tenant_id }))).toEqual([
    { action: 'vouchers.delete', object_id: id, tenant_id: 2 },
    { action: 'deleted.restore', object_id: id, tenant_id: 2 },
  ]);
});

async function idOf(query: string): Promise<number> {
  const result: unknown = await server.db().execute(sql.raw(query));
  return (result as { rows: { id: number }[] }).rows[0]?.id ?? 0;
}

/** A batch with two unused vouchers, one of them a guest's own, and a used one. */
async function aBatch(): Promise<number> {
  const db = server.db();
  const [batch] = await db.insert(voucher_batches).values({ hotspot_id: 1, name: 'Undone', made: 3, created: RECORDED_AT }).returning();
  const its = { batch_id: batch?.id ?? null };
  await insertVoucher(db, { ...its, type: 'normal' });
  const own = await insertVoucher(db, its);
  await insertGuest(db, { username: own.code.toUpperCase(), voucher_id: own.id, account_type: 'voucher' });
  return batch?.id ?? 0;
}
