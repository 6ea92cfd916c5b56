import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { isPassword } from '../../src/server/auth/passwords';
import { FixtureError, loadFixture } from '../../src/demo/seeds/fixture';
import * as schema from '../../src/server/database/schema';
import { digestOf } from '../support/server/database';
import { fixture, FIXTURE_FILE } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

// The test setup loads the fixture once.
const server = serve();

const folder = mkdtempSync(path.join(tmpdir(), 'portico-fixture-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const file = path.join(folder, 'fixture.json');
  writeFileSync(file, content);
  return file;
}

const countAll = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.values(schema)
        .filter((value) => is(value, PgTable))
        .map(async (table) => [getTableName(table), await server.db().$count(table)] as const),
    ),
  );

test('numbers become booleans, an id of 0 becomes null, and passwords are hashed', async () => {
  const accounts = await server.db().select().from(schema.accounts).orderBy(schema.accounts.id);
  expect(accounts[0]).toMatchObject({ username: 'admin', creator_id: null, must_change_password: false });
  expect(accounts[1]).toMatchObject({ username: 'reseller1', creator_id: 1, created: new Date('2026-11-21T01:46:03Z') });
  expect(await isPassword(accounts[1]?.password_hash ?? '', 'pw-reseller1')).toBe(true);
  const [voucher] = await server.db().select().from(schema.hotspot_vouchers).orderBy(schema.hotspot_vouchers.id);
  expect(voucher).toMatchObject({ auto_login: true, printed: false, owner_id: null, expires: null });
});

test('loading records the consents of its guests as given in an older system, once for each purpose', async () => {
  const { users, user_histories, consents } = schema;
  const { marketing_auth, survey_auth } = users;
  const rows = [
    ...(await server.db().select({ id: users.id, marketing_auth, survey_auth }).from(users)),
    ...(await server
      .db()
      .select({ id: user_histories.user_id, marketing_auth: user_histories.marketing_auth, survey_auth: user_histories.survey_auth })
      .from(user_histories)),
  ];
  const given = rows.flatMap((row) => [
    ...(row.marketing_auth ? [`${row.id} marketing`] : []),
    ...(row.survey_auth ? [`${row.id} survey`] : []),
  ]);
  expect(given.length).toBeGreaterThan(20);
  const found = await server.db().select().from(consents);
  expect(found.map(({ user_id, purpose }) => `${user_id} ${purpose}`).sort()).toEqual([...new Set(given)].sort());
  expect(new Set(found.map(({ source, is_given }) => `${source} ${is_given}`))).toEqual(new Set(['older_system true']));
});

test('rows created afterwards get ids of their own', async () => {
  const [created] = await server.db().insert(schema.disclaimers).values({ type: 'tos', title: 'T', body: 'B' }).returning();
  expect(created?.id).toBe(3);
  const [history] = await server.db().select().from(schema.session_histories).limit(1);
  const { id: _id, ...copy } = history ?? { id: 0 };
  const [again] = await server
    .db()
    .insert(schema.session_histories)
    .values(copy as Omit<NonNullable<typeof history>, 'id'>)
    .returning();
  expect(again?.id).toBe(401);
});

describe('an invalid fixture', () => {
  const AT = '"recorded_at": "2026-11-21T01:46:03Z"';
  const account =
    '"id": 1, "uuid": "", "type": "admin", "name": "A", "username": "a", "created": "2026-11-21T01:46:03Z", "password_plain": "p"';

  test.each([
    ['invalid JSON', '{', /could not be read as JSON/],
    ['missing tables', `{${AT}}`, /is not a fixture: tables: /],
    ['a missing moment', '{"recorded_at": "lately", "tables": {}}', /is not a fixture: recorded_at: /],
    ['an invalid row', `{${AT}, "tables": {"units": [1]}}`, /is not a fixture: tables\.units\.0: /],
    ['an unknown table', `{${AT}, "tables": {"unicorns": []}}`, /there is no table unicorns/],
    ['an unknown column', `{${AT}, "tables": {"units": [{"horn": 1}]}}`, /units\[0\]: there is no column horn/],
    ['an invalid moment', `{${AT}, "tables": {"accounts": [{"created": "lately"}]}}`, /accounts\[0\]\.created: lately is not a moment/],
    ['a missing value', `{${AT}, "tables": {"accounts": [{"id": 1}]}}`, /the rows of accounts do not fit: null value in column/],
    ['a duplicate row', `{${AT}, "tables": {"accounts": [{${account}}, {${account}}]}}`, /the rows of accounts do not fit: duplicate key/],
    [
      'a dangling id',
      `{${AT}, "tables": {"account_preferences": [{"account_id": 9, "key": "k"}]}}`,
      /account_preferences do not fit: .*foreign key/,
    ],
  ])('is refused with a reason, and the database stays unchanged: %s', async (_, content, reason) => {
    const before = await digestOf(server.db());
    const failure = loadFixture(server.db(), fileWith(content));
    await expect(failure).rejects.toThrow(FixtureError);
    await expect(failure).rejects.toThrow(reason);
    await expect(failure).rejects.toThrow(/fixture\.json/);
    expect(await digestOf(server.db())).toBe(before);
  });

  test('is refused when its file is missing', async () => {
    await expect(loadFixture(server.db(), path.join(folder, 'nowhere.json'))).rejects.toThrow(FixtureError);
  });
});

test('a fixture replaces all previous data', async () => {
  const recorded = Object.fromEntries(Object.entries(fixture.tables).map(([table, rows]) => [table, rows.length]));
  await server.as('reseller1').delete('/api/hotspots/1');
  expect(await countAll()).not.toMatchObject(recorded);
  await loadFixture(server.db(), FIXTURE_FILE);
  const { session_sums, guest_sums, ...others } = await countAll();
  const empty = Object.fromEntries(Object.keys(others).map((table) => [table, 0]));
  // The consents that guests had given in the recorded back end are recorded without a text.
  expect(others).toEqual({ ...empty, ...recorded, consents: 75, consent_texts: 1 });
  expect([session_sums, guest_sums]).not.toContain(0);
});
