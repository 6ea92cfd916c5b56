/**
 * Databases of older versions, with rows in every table, are migrated to the current one. The result equals a new database with the same
 * rows, in which guests are linked to their vouchers, because migrations derive that from older rows.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayIn, shifted } from '../../src/contract/plain/zones';
import { openDatabase } from '../../src/server/database/client';
import type { Db } from '../../src/server/database/db';
import { migrate } from '../../src/server/database/migrate';
import { rebuildSums } from '../../src/server/database/reportSums';
import { noteSessions } from '../../src/server/units/availabilityQueries';
import { linkGuestsToVouchers } from '../../src/demo/seeds/guestVouchers';
import { rows } from '../support/server/consistency';
import { bareTestDatabase, newTestDatabase, using, type TestDatabase } from '../support/server/database';
import { fillEveryTable, reportRunning, RUNNING } from '../support/server/everyTable';
import { readExchanges, RECORDED_AT } from '../support/backEnd/recordings';
import { inTurn } from '../support/run/rounds';
import { sumsIn } from '../support/server/reportSums';
import { signedIn, startOn, type Caller } from '../support/server/server';
import { sumsOf } from '../support/server/sums';

// Several databases are created from scratch.
jest.setTimeout(5 * 60_000);

const { entries } = z
  .object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
  .parse(JSON.parse(readFileSync('src/server/database/migrations/meta/_journal.json', 'utf8')));
/** All earlier versions. The first two migrations have always been applied together. */
const [first = { tag: '', when: 0 }, ...others] = entries.slice(1, -1);
/** The oldest and the latest come first: they take all steps, and only the newest. */
const versions = [first, ...others.reverse()].map(({ tag, when }) => [tag, when] as const);
/** The oldest, the latest, and half of the others; on the embedded engine, which takes three times as long, a quarter. */
const share = globalThis.PORTICO_TEST_ENGINE === 'postgres' ? 1 / 2 : 1 / 4;
const chosen = [...versions.slice(0, 2), ...inTurn(versions.slice(2), versions.length * share)];

/** Maintained by triggers; the number of rows depends on the order in which sessions arrived. */
const SUMS = ['uncounted_sessions', 'session_sums', 'guest_sums'];

type Columns = Map<string, string[]>;
/** Rows of each table, as JSON. */
type Content = Map<string, string>;

let testDatabases: TestDatabase[] = [];
/** The content of the newest version, with rows in every table and column. */
let full: Content;

beforeAll(async () => {
  full = await using(await newestDatabase('fixture'), async (db) => {
    await fillEveryTable(db);
    return contentOf(db, await columnsOf(db));
  });
});
afterAll(async () => {
  for (const { remove } of testDatabases) await remove();
});

async function newestDatabase(content: 'nothing' | 'fixture'): Promise<TestDatabase> {
  const testDatabase = await newTestDatabase(content);
  testDatabases = [...testDatabases, testDatabase];
  return testDatabase;
}

/** As migration 0029 does: marks units as heard at their fixed address. */
async function confirmAddresses(db: Db): Promise<void> {
  await db.execute(sql`update units u set address_confirmed = u.created from unit_contacts c
    where c.unit_id = u.id and u.address <> '' and c.address = u.address`);
}

/** As migration 0044 does: gives messages a lane and an id of their own. */
async function nameMessages(db: Db): Promise<void> {
  await db.execute(sql`update outbox set retry_until = expires, lane = channel || ' bulk', uuid = md5('outbox' || id)::uuid`);
}

/** The tables with their columns, each table after those it references. */
async function columnsOf(db: Db): Promise<Columns> {
  const found = await rows<{ name: string; columns: string[]; after: string[] }>(
    db,
    `select c.relname as name,
      array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
      array(select r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as after
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  const ordered: Columns = new Map();
  while (ordered.size < found.length) {
    const next = found.filter(({ name, after }) => !ordered.has(name) && after.every((one) => ordered.has(one)));
    if (next.length === 0) throw new Error('tables reference each other in a circle');
    for (const { name, columns } of next) ordered.set(name, columns);
  }
  return ordered;
}

/** The rows of these columns, sorted by their text, because they have no order of their own. */
async function contentOf(db: Db, columns: Columns): Promise<Content> {
  const content: Content = new Map();
  for (const [table, names] of columns) {
    const [row] = await rows<{ found: string | null }>(
      db,
      `select json_agg(t order by t::text collate "C")::text as found from (select ${names.join()} from ${table}) t`,
    );
    content.set(table, row?.found ?? '[]');
  }
  return content;
}

/** Stores the part of `content` that fits these columns. The triggers of that version add the sums. */
async function fill(db: Db, columns: Columns, content: Content): Promise<void> {
  for (const [table, names] of columns) {
    if (SUMS.includes(table)) continue;
    const list = sql.raw(names.join());
    await db.execute(sql`insert into ${sql.identifier(table)} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${sql.identifier(table)}, ${content.get(table) ?? '[]'}::json)`);
  }
  const sequences = await rows<{ table: string; sequence: string }>(
    db,
    `select relname as table, pg_get_serial_sequence(relname, 'id') as sequence from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'id' and attidentity <> ''`,
  );
  for (const { table, sequence } of sequences) await rows(db, `select setval('${sequence}', (select max(id) from ${table}))`);
}

/** Forgets the oldest days: migration 0050 derives half-hours of the last 31 days, and these begin with another one half an hour later. */
const forgetOldestDays = (db: Db) => db.execute(sql`delete from unit_days where day < ${OLDEST_DAY}::date`);
const OLDEST_DAY = shifted(dayIn(new Date(), 'UTC'), -29);

const withoutSums = <V>(found: Record<string, V>) => Object.fromEntries(Object.entries(found).filter(([table]) => !SUMS.includes(table)));

/** A database as that version left it. */
async function olderDatabase(version: number) {
  const testDatabase = await bareTestDatabase();
  testDatabases = [...testDatabases, testDatabase];
  const { db, close } = await openDatabase(testDatabase, { upToDate: false });
  try {
    await migrate(db, version);
    const columns = await columnsOf(db);
    await fill(db, columns, full);
    return { place: testDatabase, columns, contents: await contentOf(db, columns), sums: await sumsIn(db) };
  } finally {
    await close();
  }
}

/** A new database of the newest version with the same rows. */
async function freshDatabase(columns: Columns, contents: Content): Promise<TestDatabase> {
  const testDatabase = await newestDatabase('nothing');
  await using(testDatabase, async (db) => {
    await fill(db, columns, contents);
    if (!columns.get('users')?.includes('voucher_id')) await linkGuestsToVouchers(db);
    if (!columns.get('units')?.includes('address_confirmed')) await confirmAddresses(db);
    if (!columns.get('outbox')?.includes('lane')) await nameMessages(db);
    // As migration 0050 does: derives from sessions when units were heard.
    if (!columns.has('unit_days')) await noteSessions(db, new Date());
  });
  return testDatabase;
}

test('every table has rows: add some to fillEveryTable for a new one', () => {
  expect([...full].filter(([, content]) => content === '[]').map(([table]) => table)).toEqual([]);
});

describe.each(chosen)('an upgrade from %s', (_tag, version) => {
  let older: Awaited<ReturnType<typeof olderDatabase>>;
  beforeAll(async () => {
    older = await olderDatabase(version);
  });

  test('loses nothing, and equals a new database with the same rows', async () => {
    const { columns, contents, sums } = older;
    const fresh = await using(await freshDatabase(columns, contents), async (db) => {
      await forgetOldestDays(db);
      return { sums: await sumsIn(db), tables: withoutSums(await sumsOf(db)) };
    });
    await using(older.place, async (db) => {
      expect(await contentOf(db, columns)).toEqual(contents);
      await forgetOldestDays(db);
      expect(withoutSums(await sumsOf(db))).toEqual(fresh.tables);
      expect(await sumsIn(db)).toEqual(sums);
      expect(sums).toEqual(fresh.sums);
      await rebuildSums(db);
      expect(await sumsIn(db)).toEqual(sums);
    });
  });

  test('continues and ends a running session', async () => {
    await using(older.place, async (db) => {
      // Before that table existed, units couldn't report sessions, so those in the database are made up.
      const key = older.columns.has('session_reports') ? RUNNING : 'begins-now';
      if (key !== RUNNING) await reportRunning(db, key, 'start', -60, 0, 0);
      const found = (what: string, table: string) => rows(db, `select ${what} from ${table} where session_key = '${key}'`);
      const before = await found('id', 'sessions');
      expect(before).toHaveLength(1);
      await reportRunning(db, key, 'interim', 5, 2_000_000, 6_000_000_000);
      expect(await found('id', 'sessions')).toEqual(before);
      expect(await found('bytes_up::int, bytes_down::text, duration', 'sessions')).toEqual([
        { bytes_up: 2_000_000, bytes_down: '6000000000', duration: 65 * 60 },
      ]);
      await reportRunning(db, key, 'stop', 6, 2_000_001, 6_000_000_001);
      expect(await found('session_id::int as id', 'session_histories')).toEqual(before);
      expect(await found('bytes_down::text, duration, terminate_cause', 'session_histories')).toEqual([
        { bytes_down: '6000000001', duration: 66 * 60, terminate_cause: 'user_request' },
      ]);
      expect(await found('id', 'sessions')).toEqual([]);
      const sums = await sumsIn(db);
      await rebuildSums(db);
      expect(sums).toEqual(await sumsIn(db));
    });
  });
});

describe('an update from before consents had a source', () => {
  const before = entries[entries.findIndex(({ tag }) => tag.endsWith('_consent_sources')) - 1]?.when ?? 0;
  /** The guests and archived guests with their names, and whether they agreed to marketing and to the survey. */
  const agreed = (db: Db) =>
    rows(
      db,
      `select username, marketing_auth as marketing, survey_auth as survey from users where username like 'Agreed%'
        union all select username || ' (archived)', marketing_auth, survey_auth from user_histories where username like 'Agreed%' order by 1`,
    );

  test('takes unproven consents from guests of vouchers, and marks those of other guests as given in the older system', async () => {
    const testDatabase = await bareTestDatabase();
    testDatabases = [...testDatabases, testDatabase];
    const { db, close } = await openDatabase(testDatabase, { upToDate: false });
    try {
      await migrate(db, before);
      await rows(
        db,
        `insert into accounts (id, uuid, type, name, username, password_hash, created) values (1, 'r', 'reseller', 'R', 'r', '', now())`,
      );
      await rows(db, `insert into hotspots (id, account_id, name, uuid, created) values (1, 1, 'H', 'h', now())`);
      const columns = 'hotspot_id, username, account_type, marketing_auth, survey_auth, created';
      await rows(
        db,
        `insert into users (id, ${columns}) values (1, 1, 'Agreed by nobody', 'voucher', true, true, '2026-11-01Z'),
          (2, 1, 'Agreed at the portal', 'voucher', true, true, '2026-11-01Z'), (3, 1, 'Agreed before', 'email', true, false, '2026-11-01Z')`,
      );
      await rows(
        db,
        `insert into user_histories (user_id, ${columns}) values (4, 1, 'Agreed by nobody', 'voucher', true, true, '2026-10-01Z'),
          (5, 1, 'Agreed before', 'sms', false, true, '2026-10-01Z')`,
      );
      await rows(db, `insert into consent_texts (hash, body, created) values ('words', 'Offers', '2026-11-02Z')`);
      await rows(
        db,
        `insert into consents (hotspot_id, user_id, purpose, is_given, text_hash, language, at, unit_id)
          values (1, 2, 'marketing', true, 'words', 'it', '2026-11-02Z', 1)`,
      );
      await migrate(db);
      expect(await agreed(db)).toEqual([
        { username: 'Agreed at the portal', marketing: true, survey: false },
        { username: 'Agreed before', marketing: true, survey: false },
        { username: 'Agreed before (archived)', marketing: false, survey: true },
        { username: 'Agreed by nobody', marketing: false, survey: false },
        { username: 'Agreed by nobody (archived)', marketing: false, survey: false },
      ]);
      const consents = `select c.user_id, c.purpose, c.source, t.body, c.at::text like '2026-1%-01 %' as is_of_row
        from consents c join consent_texts t on t.hash = c.text_hash order by 1`;
      expect(await rows(db, consents)).toEqual([
        { user_id: 2, purpose: 'marketing', source: 'portal', body: 'Offers', is_of_row: false },
        { user_id: 3, purpose: 'marketing', source: 'older_system', body: '', is_of_row: true },
        { user_id: 5, purpose: 'survey', source: 'older_system', body: '', is_of_row: true },
      ]);
    } finally {
      await close();
    }
  });
});

/** Works on a database from before a migration, with a reseller and two hotspots. */
async function withTwoHotspots(migration: string, work: (db: Db) => Promise<void>): Promise<void> {
  const testDatabase = await bareTestDatabase();
  testDatabases = [...testDatabases, testDatabase];
  const { db, close } = await openDatabase(testDatabase, { upToDate: false });
  try {
    await migrate(db, entries[entries.findIndex(({ tag }) => tag.endsWith(migration)) - 1]?.when ?? 0);
    await rows(
      db,
      `insert into accounts (id, uuid, type, name, username, password_hash, created) values (1, 'r', 'reseller', 'R', 'r', '', now())`,
    );
    await rows(
      db,
      `insert into hotspots (id, account_id, name, uuid, created) values (1, 1, 'H', 'h', now()), (2, 1, 'Other', 'other', now())`,
    );
    await work(db);
  } finally {
    await close();
  }
}

test('an update from before SMS had countries leaves all of them to hotspots that have sent SMS, and the choice of staff to none', async () => {
  await withTwoHotspots('_sms_countries', async (db) => {
    await rows(
      db,
      `insert into hotspot_sms_counts (hotspot_id, number, sent) values (1, '+393470000001', now()), (1, '+33612345678', now())`,
    );
    await migrate(db);
    expect(await rows(db, 'select hotspot_id, key, value from hotspot_preferences')).toEqual([
      { hotspot_id: 1, key: 'sms_countries', value: '*' },
    ]);
  });
});

test('an update from before guests named their voucher links them by code, or by their use of a voucher for anybody', async () => {
  await withTwoHotspots('_guest_vouchers', async (db) => {
    await rows(
      db,
      `insert into hotspot_vouchers (id, hotspot_id, code, type, auto_login, remain_use, created)
        values (1, 1, 'personal', 'auth', true, 1, now()), (2, 1, 'anybody', 'normal', true, 1, now()), (3, 2, 'personal', 'auth', true, 1, now()),
          (4, 1, '02-00-00-00-00-0a', 'normal', true, 1, now())`,
    );
    const columns = 'hotspot_id, username, account_type, created';
    await rows(
      db,
      `insert into users (id, ${columns}) values (1, 1, 'PERSONAL', 'voucher', now()), (2, 1, 'ANYBODY#1', 'voucher', now()),
        (3, 1, 'ANYBODY#2', 'voucher', now()), (4, 1, 'ada@example.com', 'email', now()), (5, 1, 'DELETED', 'voucher', now()),
        (6, 2, 'PERSONAL', 'voucher', now()), (7, 1, '02-00-00-00-00-0A', 'mac', now())`,
    );
    await rows(db, `insert into voucher_uses (voucher_id, user_id, used) values (2, 2, now()), (2, 4, now()), (1, 1, now())`);
    await rows(
      db,
      `insert into user_histories (user_id, ${columns}) values (8, 1, 'ANYBODY', 'voucher', now()), (9, 1, 'GONE', 'voucher', now())`,
    );
    await migrate(db);
    expect(await rows(db, 'select id, voucher_id from users order by 1')).toEqual(
      [1, 2, null, null, null, 3, null].map((voucher_id, at) => ({ id: at + 1, voucher_id })),
    );
    expect(await rows(db, 'select user_id, voucher_id from user_histories order by 1')).toEqual([
      { user_id: 8, voucher_id: 2 },
      { user_id: 9, voucher_id: null },
    ]);
  });
});

describe.each(versions.slice(0, 2))('a server on a database from %s', (_tag, version) => {
  test('answers every list, page and report like a new database with the same rows', async () => {
    const { place: testDatabase, columns, contents } = await olderDatabase(version);
    const clock = { now: RECORDED_AT };
    const updated = await startOn(testDatabase, clock);
    const fresh = await startOn(await freshDatabase(columns, contents), clock);
    try {
      const recorded = readExchanges().filter(({ method, status }) => method === 'GET' && status === 200);
      for (const as of ['admin', 'reseller1']) {
        const [here, there] = [await signedIn(updated.url, as), await signedIn(fresh.url, as)];
        for (const path of new Set([...recorded.filter((one) => one.as === as).map((one) => one.path), ...MORE])) {
          expect([as, path, await answered(here, path)]).toEqual([as, path, await answered(there, path)]);
        }
      }
    } finally {
      await updated.close();
      await fresh.close();
    }
  });
});

/** Calls that were never recorded, because existing back ends don't have them. */
const MORE = [
  'attention',
  'audit',
  'stats/dashboard',
  'stats/portal/1',
  'find?q=guest',
  'units/1',
  'users/33',
  'voucher_batches/1',
  'paper/hotspots/1',
  'paper_templates',
].map((path) => `/api/${path}`);

/** The answer without the login assertions for integrations, which are new in each answer. */
async function answered(caller: Caller, path: string): Promise<string> {
  const { status, body } = await caller.get(path);
  // 404 for objects that were created during the recording.
  expect([path, [200, 404].includes(status)]).toEqual([path, true]);
  return JSON.stringify(body).replaceAll(/"(auth_login_url|iv_array)":"[^"]+"/g, '');
}
