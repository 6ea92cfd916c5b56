/** Backing up and restoring a database, on either engine. */
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { BackupFileError, checkBackup } from '../../src/server/backups/backupFile';
import { openDatabase } from '../../src/server/database/client';
import type { Db } from '../../src/server/database/db';
import { backUp } from '../../src/server/backups/dump';
import { migrate } from '../../src/server/database/migrate';
import { checkRestorable, restoreDatabase } from '../../src/server/backups/restore';
import { users } from '../../src/server/database/schema';
import { rows } from '../support/server/consistency';
import { bareTestDatabase, newTestDatabase, type Content, type TestDatabase, using } from '../support/server/database';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { sumsOf } from '../support/server/sums';
import { insertHotspot, insertStaff } from '../factories/rows';

const NOW = new Date('2026-11-21T01:46:03.000Z');
const MINUTES = 60_000;

// Several tests create a database from scratch.
jest.setTimeout(5 * MINUTES);

let home: string;
let testDatabases: TestDatabase[] = [];
/** A backup of the fixture with a few unusual values. */
let file: string;
let sums: Awaited<ReturnType<typeof sumsOf>>;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'portico-backup-'));
  file = path.join(home, 'kept', 'fixture.backup');
  sums = await using(await databaseWith('fixture'), async (db) => {
    await db.insert(users).values([
      { hotspot_id: 1, username: 'awkward', name: 'Žluť \\N "quoted"\n\t\u2028 👩‍👩‍👧', account_type: 'email', created: NOW },
      { hotspot_id: 1, username: 'wide', name: 'w', account_type: 'email', created: NOW, max_navigation_traffic: Number.MAX_SAFE_INTEGER },
    ]);
    // A row that references one with a higher id.
    const later = await insertStaff(db, {
      uuid: 'later',
      type: 'reseller',
      name: 'later',
      username: 'later',
      password_hash: '',
      created: NOW,
    });
    await db.execute(sql`update accounts set creator_id = ${later.id} where username = 'reseller2'`);
    await backUp(db, file, NOW);
    return sumsOf(db);
  });
});
afterAll(async () => {
  for (const testDatabase of testDatabases) await testDatabase.remove();
  rmSync(home, { recursive: true });
});

async function databaseWith(content: Content): Promise<TestDatabase> {
  const testDatabase = await newTestDatabase(content);
  testDatabases = [...testDatabases, testDatabase];
  return testDatabase;
}

async function bare(): Promise<TestDatabase> {
  const testDatabase = await bareTestDatabase();
  testDatabases = [...testDatabases, testDatabase];
  return testDatabase;
}

describe('restoring a backup', () => {
  test('replaces every table row by row', async () => {
    const testDatabase = await databaseWith('nothing');
    await using(testDatabase, async (db) => {
      await insertStaff(db, { uuid: '', type: 'admin', name: 'x', username: 'gone', password_hash: '', created: NOW });
      await db.execute(sql`create view leftover as select 1 as one`);
    });
    await restoreDatabase(testDatabase, file);
    await using(testDatabase, async (db) => {
      expect(await sumsOf(db)).toEqual(sums);
      expect(await rows(db, `select 1 from pg_class where relname = 'leftover'`)).toEqual([]);
    });
  });

  test('fills an empty database with every index, key and sequence', async () => {
    const schemaOf = (db: Db) =>
      rows(
        db,
        `select pg_get_indexdef(indexrelid) as made from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
          union all select sequencename from pg_sequences order by 1`,
      );
    const testDatabase = await bare();
    await restoreDatabase(testDatabase, file);
    const original = await using(await databaseWith('fixture'), schemaOf);
    await using(testDatabase, async (db) => {
      expect(await sumsOf(db)).toEqual(sums);
      expect(await schemaOf(db)).toEqual(original);
      const [highest] = await rows<{ id: number }>(db, 'select max(id) as id from hotspots');
      const created = await insertHotspot(db, { account_id: 2, uuid: 'new', name: 'new', created: NOW });
      expect(created.id).toBeGreaterThan(highest?.id ?? Infinity);
    });
  });

  test('yields the same checksums when saved again', async () => {
    const testDatabase = await bare();
    await restoreDatabase(testDatabase, file);
    const again = path.join(home, 'again.backup');
    await using(testDatabase, (db) => backUp(db, again, NOW));
    expect((await checkBackup(again)).tables).toEqual((await checkBackup(file)).tables);
  });

  test('uses a file that only its owner can read, without files beside it', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['fixture.backup']);
  });
});

describe('the schema version of a backup', () => {
  test('is upgraded when older', async () => {
    const [first] = readMigrationFiles({ migrationsFolder: 'src/server/database/migrations' });
    const old = await bare();
    const saved = path.join(home, 'old.backup');
    const { db, close } = await openDatabase(old, { upToDate: false });
    await migrate(db, first?.folderMillis);
    await db.execute(sql`insert into accounts (uuid, type, name, username, password_hash, created)
      values ('', 'admin', 'Old', 'old', '', ${NOW.toISOString()}::timestamptz)`);
    await backUp(db, saved, NOW);
    await close();

    const testDatabase = await databaseWith('fixture');
    await restoreDatabase(testDatabase, saved);
    await using(testDatabase, async (restored) => {
      expect(await rows(restored, 'select username from accounts')).toEqual([{ username: 'old' }]);
      expect(Object.keys(await sumsOf(restored))).toEqual(Object.keys(sums));
    });
  });

  test('is refused when newer, before anything changes', async () => {
    const newer = path.join(home, 'newer.backup');
    const testDatabase = await databaseWith('fixture');
    await using(testDatabase, async (db) => {
      await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', ${Date.UTC(2099, 0)})`);
      await backUp(db, newer, NOW);
      await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'of the future'`);
    });
    await expect(checkRestorable(newer)).rejects.toThrow(/was made by a newer version of Portico/);
    await staysAsItWas(testDatabase, () => restoreDatabase(testDatabase, newer), /was made by a newer version of Portico/);
  });
});

describe('a damaged backup', () => {
  let testDatabase: TestDatabase;
  let before: typeof sums;
  beforeAll(async () => {
    testDatabase = await databaseWith('fixture');
    before = await using(testDatabase, sumsOf);
  });

  const altered = (name: string, alter: (copy: string) => void) => {
    const copy = path.join(home, name);
    cpSync(file, copy);
    alter(copy);
    return copy;
  };
  const overwrite = (copy: string, at: number, bytes: Buffer) => {
    const descriptor = openSync(copy, 'r+');
    writeSync(descriptor, bytes, 0, bytes.length, at);
    closeSync(descriptor);
  };
  /** Edits a backup's text, as somebody with the right tools could do. */
  const edit = (copy: string, change: (text: string) => string) =>
    writeFileSync(copy, gzipSync(change(gunzipSync(readFileSync(copy)).toString('utf8'))));

  test.each<[string, (copy: string) => void, RegExp]>([
    ['is cut short', (copy) => truncateSync(copy, statSync(copy).size - 100), /damaged: it ends too early/],
    ['is cut in half', (copy) => truncateSync(copy, Math.floor(statSync(copy).size / 2)), /damaged: it ends too early/],
    ['is empty', (copy) => truncateSync(copy, 0), /damaged: it ends too early|is not a backup of Portico/],
    ['has a few changed bytes', (copy) => overwrite(copy, Math.floor(statSync(copy).size / 2), Buffer.from('other')), /damaged: /],
    ['is another file', (copy) => writeFileSync(copy, 'a shopping list'), /is not a backup of Portico/],
    ['is another compressed file', (copy) => writeFileSync(copy, gzipSync('{"a": "shopping list"}\n')), /is not a backup of Portico/],
    ['lacks its last line', (copy) => edit(copy, (text) => text.slice(0, text.lastIndexOf('{'))), /damaged: it ends too early/],
    ['lacks a row', (copy) => edit(copy, (text) => text.replace(/^\[.*\n/m, '')), /damaged: the sum of a table is wrong/],
    ['has another row', (copy) => edit(copy, (text) => text.replace('reseller1', 'attacker1')), /damaged: the sum of a table is wrong/],
    ['lacks a table', (copy) => edit(copy, (text) => text.replace(/^\{"table":"users"[^{]*\{"rows".*\n/m, '')), /damaged: /],
    [
      'comes from a later program',
      (copy) => edit(copy, (text) => text.replace('"portico_backup":1', '"portico_backup":2')),
      /newer version/,
    ],
  ])('is refused when it %s', async (name, alter, reason) => {
    const copy = altered(name, alter);
    const attempt = restoreDatabase(testDatabase, copy);
    await expect(attempt).rejects.toThrow(BackupFileError);
    await expect(attempt).rejects.toThrow(reason);
  });

  test('is refused by name when it is missing', async () => {
    await expect(restoreDatabase(testDatabase, path.join(home, 'nowhere'))).rejects.toThrow(
      /^There is no file .*nowhere\. No changes were made\.$/,
    );
  });

  test('leaves all data as it was', async () => {
    expect(await using(testDatabase, sumsOf)).toEqual(before);
    expect(before.accounts?.rows).toBe(15);
  });
});

test("a backup that cannot be written leaves no file, and yesterday's stays", async () => {
  const folder = mkdtempSync(path.join(home, 'full-'));
  const target = path.join(folder, 'daily.backup');
  writeFileSync(target, 'of yesterday');
  await using(await databaseWith('fixture'), async (db) => {
    const failing = new Proxy(db, {
      get: (given, name) =>
        name === 'transaction'
          ? (work: (tx: Db) => Promise<unknown>) => given.transaction((tx) => work(failingAfter(tx, 20)))
          : (Reflect.get(given, name) as unknown),
    });
    await expect(backUp(failing, target, NOW)).rejects.toThrow('the disk is full');
    await backUp(db, target, RECORDED_AT);
  });
  expect(readdirSync(folder)).toEqual(['daily.backup']);
  expect((await checkBackup(target)).header.made).toBe(RECORDED_AT.toISOString());
});

/** A transaction that fails after `statements` statements. */
function failingAfter(tx: Db, statements: number): Db {
  let remaining = statements;
  return new Proxy(tx, {
    get: (given, name) => {
      if (name !== 'execute') return Reflect.get(given, name) as unknown;
      return async (statement: Parameters<Db['execute']>[0]) => {
        remaining -= 1;
        if (remaining < 0) throw new Error('the disk is full');
        return given.execute(statement);
      };
    },
  });
}

async function staysAsItWas(
  testDatabase: Pick<TestDatabase, 'url' | 'folder'>,
  attempt: () => Promise<unknown>,
  reason: RegExp,
): Promise<void> {
  const before = await using(testDatabase, sumsOf);
  await expect(attempt()).rejects.toThrow(reason);
  expect(await using(testDatabase, sumsOf)).toEqual(before);
}
