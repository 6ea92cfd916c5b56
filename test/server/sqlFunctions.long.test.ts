/** The SQL functions in a database are those of src/server/database/functions, whatever it contained before. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { openDatabase } from '../../src/server/database/client';
import type { Db } from '../../src/server/database/db';
import { knownFunctions } from '../../src/server/database/functions';
import { rows } from '../support/server/consistency';
import { newTestDatabase, using, type TestDatabase } from '../support/server/database';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await newTestDatabase('nothing');
});
afterEach(() => testDatabase.remove());

/** The functions, without those of extensions. `version` identifies the row: each CREATE OR REPLACE changes it. */
const functionsIn = (db: Db) =>
  rows<{ name: string; body: string; note: string; version: string }>(
    db,
    `select proname as name, pg_get_functiondef(p.oid) as body, obj_description(p.oid, 'pg_proc') as note, p.xmin::text as version
      from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      order by 1`,
  );

/** A function that always returns 0, as if an earlier release had created it. */
const otherLongAgo = async (db: Db, release: string) => {
  await db.execute(sql.raw('create or replace function long_ago() returns integer language sql immutable parallel safe return 0'));
  await db.execute(sql.raw(`comment on function long_ago is 'Portico ${release}, source ${'0'.repeat(64)}'`));
};

const longAgo = async (db: Db) => (await rows<{ hours: number }>(db, 'select long_ago() as hours'))[0]?.hours;

test('every function in a new database has its source in a file, and notes by which release it was stated', async () => {
  const found = await using(testDatabase, functionsIn);
  expect(found.map(({ name }) => name)).toEqual(knownFunctions().map(({ name }) => name));
  for (const { note } of found) expect(note).toMatch(/^Portico (\S+), source [0-9a-f]{64}$/);
  expect(new Set(found.map(({ note }) => note.split(',')[0]))).toEqual(new Set([`Portico ${version}`]));
});

test('a database whose functions are current is not written to', async () => {
  const before = await using(testDatabase, functionsIn);
  expect(await using(testDatabase, functionsIn)).toEqual(before);
});

test.each(['0.0.9', `${major}.${minor}.${patch}`])(
  'a function that release %s stated from another source is stated anew',
  async (release) => {
    const before = await using(testDatabase, functionsIn);
    await using(testDatabase, (db) => otherLongAgo(db, release));
    await using(testDatabase, async (db) => {
      expect(await longAgo(db)).toBe(25);
      const after = await functionsIn(db);
      expect(after.map(({ body, note }) => [body, note])).toEqual(before.map(({ body, note }) => [body, note]));
      const changed = after.filter(({ version }, at) => version !== before[at]?.version);
      expect(changed.map(({ name }) => name)).toEqual(['long_ago']);
    });
  },
);

test.each([`${major}.${minor}.${patch + 1}`, `${major}.${minor + 9}.0`, `${major + 1}.0.0`])(
  'a function that the later release %s stated stays as it is',
  async (release) => {
    await using(testDatabase, (db) => otherLongAgo(db, release));
    await using(testDatabase, async (db) => expect(await longAgo(db)).toBe(0));
  },
);

test('a function from before functions had notes, or that is missing, is stated', async () => {
  const before = await using(testDatabase, functionsIn);
  await using(testDatabase, async (db) => {
    await db.execute(sql.raw('comment on function long_ago is null'));
    await db.execute(sql.raw('drop function record_access'));
  });
  const after = await using(testDatabase, functionsIn);
  expect(after.map(({ name, body }) => [name, body])).toEqual(before.map(({ name, body }) => [name, body]));
});

test('five servers that start at once on functions of an older release all find the current ones', async () => {
  await using(testDatabase, (db) => otherLongAgo(db, '0.0.9'));
  // A data folder can be used by one server at a time.
  const servers = await Promise.all(Array.from({ length: testDatabase.url === undefined ? 1 : 5 }, () => openDatabase(testDatabase)));
  try {
    expect(await Promise.all(servers.map(({ db }) => longAgo(db)))).toEqual(servers.map(() => 25));
  } finally {
    for (const { close } of servers) await close();
  }
});
