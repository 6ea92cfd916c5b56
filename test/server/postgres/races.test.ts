/** Races, which only PostgreSQL can show: the embedded database has a single connection. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { desc, eq, inArray } from 'drizzle-orm';
import {
  accounts,
  audit_entries,
  disclaimers,
  hotspot_vouchers,
  hotspots,
  integrations,
  subscription_plans,
  unit_contacts,
  unit_days,
  unit_other_names,
  unit_refusals,
  units,
  user_histories,
  users,
} from '../../../src/server/database/schema';
import { hashPassword } from '../../../src/server/auth/passwords';
import { writeContacts, writeOtherNames, writeRefusals } from '../../../src/server/radius/contactQueries';
import { unitDayNotes } from '../../../src/server/units/availabilityQueries';
import { accountIdOf } from '../../support/backEnd/recordings';
import { login, serve } from '../../support/server/server';
import { insertStaff, insertUnit } from '../../factories/rows';
import { contact } from '../../factories/contact';

const server = serve();

async function makeAccount(): Promise<number> {
  const created = await insertStaff(server.db(), {
    uuid: 'going',
    username: 'going',
    name: 'Going',
    type: 'customer',
    password_hash: await hashPassword('going-pw'),
    creator_id: accountIdOf('reseller1'),
    created: server.clock.now,
  });
  return created.id;
}

/** Number of answers by status. */
function statusesOf(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("twenty simultaneous units fill only the plan's last place", async () => {
  const ofReseller = inArray(units.hotspot_id, [1, 2, 3]);
  const mine = await server.db().$count(units, ofReseller);
  await server
    .db()
    .update(subscription_plans)
    .set({ max_units: mine + 1 })
    .where(eq(subscription_plans.code, 'premium'));
  const add = (n: number) =>
    server.as(n % 2 === 0 ? 'reseller1' : 'admin').post('/api/units', {
      hotspot_id: (n % 3) + 1,
      name: `race ${n}`,
      mac_address: `02-AA-00-00-00-${n.toString(16).padStart(2, '0')}`,
      uuid: `race-${n}`,
    });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)));
  expect(statusesOf(answers)).toEqual({ 201: 1, 403: 19 });
  expect(await server.db().$count(units, ofReseller)).toBe(mine + 1);
});

test('twenty simultaneous vouchers with one code create one, with one guest', async () => {
  const body = { hotspot_id: 1, code: 'race-code', remain_use: -1, type: 'auth', user_name: 'Ada' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.as('reseller1').post('/api/vouchers', body)));
  expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  expect(await server.db().$count(hotspot_vouchers, eq(hotspot_vouchers.code, 'race-code'))).toBe(1);
  expect(await server.db().$count(users, eq(users.username, 'RACE-CODE'))).toBe(1);
});

test('ten simultaneous accounts with one username create one', async () => {
  const add = (n: number) =>
    server.as('reseller1').post('/api/accounts', {
      uuid: `race-${n}`,
      username: n % 2 === 0 ? 'race' : 'RACE',
      name: 'Race',
      email: 'race@example.com',
      type: 'desk',
      password: 'race-over',
      hotspot_id: 1,
    });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => add(n)));
  expect(statusesOf(answers)).toEqual({ 201: 1, 409: 9 });
});

test('ten simultaneous registrations of a MAC address create one', async () => {
  const add = () => server.as('reseller1').post('/api/units/1/mac', { mac: '02-BB-00-00-00-01', name: 'Till' });
  expect(statusesOf(await Promise.all(Array.from({ length: 10 }, add)))).toEqual({ 201: 1, 409: 9 });
});

/** The id of a row that can be deleted; a new account, because the fixture's have hotspots. */
async function anyOf(table: DeletedTable): Promise<number> {
  if (table === accounts) return makeAccount();
  const [row] = await server.db().select({ id: table.id }).from(table).orderBy(desc(table.id)).limit(1);
  return row?.id ?? 0;
}
type DeletedTable = (typeof DELETED)[number][2];

const DELETED = [
  ['accounts', 'accounts.delete', accounts, 'reseller1'],
  ['units', 'units.delete', units, 'admin'],
  ['users', 'guests.delete', users, 'admin'],
  ['users_expired', 'guests.delete', user_histories, 'admin'],
  ['vouchers/voucher', 'vouchers.delete', hotspot_vouchers, 'admin'],
  ['disclaimers', 'disclaimers.delete', disclaimers, 'admin'],
  ['integrations', 'integrations.delete', integrations, 'admin'],
  ['hotspots', 'hotspots.delete', hotspots, 'reseller2'],
] as const;

test.each(DELETED)(
  'ten simultaneous deletions of one of the %s succeed once and are recorded once',
  async (noun, action, table, username) => {
    const id = await anyOf(table);
    await server.as(username).get('/api/hotspots');
    const auditEntries = () => server.db().$count(audit_entries, eq(audit_entries.action, action));
    const before = await auditEntries();
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.as(username).delete(`/api/${noun}/${id}`)));
    expect(statusesOf(answers)).toEqual({ 200: 1, 404: 9 });
    expect(await auditEntries()).toBe(before + 1);
  },
);

test('two admins who delete each other simultaneously leave one', async () => {
  const db = server.db();
  const isAdmin = eq(accounts.type, 'admin');
  const others = inArray(
    accounts.id,
    (await db.select({ id: accounts.id }).from(accounts).where(isAdmin)).map(({ id }) => id),
  );
  await db.update(accounts).set({ type: 'reseller' }).where(others);
  const password_hash = await hashPassword('rival-pw');
  const rivals = await Promise.all(
    ['rival-1', 'rival-2'].map(async (username) => {
      const row = { uuid: username, name: 'Rival', type: 'admin', created: server.clock.now } as const;
      const { id } = await insertStaff(db, { ...row, username, password_hash });
      return { id, caller: server.withToken(await login(server.withToken(), username, 'rival-pw')) };
    }),
  );
  const answers = await Promise.all(rivals.map(({ caller }, nth) => caller.delete(`/api/accounts/${String(rivals[1 - nth]?.id)}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await db.$count(accounts, isAdmin)).toBe(1);
  await db.update(accounts).set({ type: 'admin' }).where(others);
});

test('a unit that is deleted while contacts are written loses only its own', async () => {
  const db = server.db();
  const [gone, other] = await Promise.all(
    ['race-gone', 'race-other'].map((uuid, nth) =>
      insertUnit(db, { uuid, mac_address: `02-AB-00-00-00-0${String(nth)}`, name: uuid, hotspot_id: 1, created: server.clock.now }),
    ),
  );
  const ids = [gone?.id ?? 0, other?.id ?? 0];
  const noteDays = unitDayNotes(db);
  let written: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.delete(units).where(eq(units.id, ids[0] ?? 0));
    written = Promise.all([
      writeContacts(
        db,
        ids.map((id) => contact(id)),
        server.clock.now,
      ),
      writeRefusals(
        db,
        ids.map((unit_id) => ({ unit_id, address: '10.0.0.9', outcome: 'wrong_secret' as const, packets: 1 })),
        server.clock.now,
      ),
      writeOtherNames(
        db,
        ids.map((unit_id) => ({ unit_id, address: '10.0.0.9', name: 'someone', packets: 1 })),
        server.clock.now,
      ),
      noteDays(ids, server.clock.now),
    ]);
    // They wait for the deletion.
    await expect(Promise.race([written, delay(300, 'waits')])).resolves.toBe('waits');
  });
  await written;
  for (const table of [unit_contacts, unit_refusals, unit_other_names, unit_days]) {
    const rows = await db.select({ unit: table.unit_id }).from(table).where(inArray(table.unit_id, ids));
    expect(rows).toEqual([{ unit: other?.id }]);
  }
});
