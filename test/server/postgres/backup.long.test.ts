/** Backups from one engine to the other, and during writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readBackup } from '../../../src/server/backups/backupFile';
import { backUp } from '../../../src/server/backups/dump';
import { seedSize } from '../../../src/demo/seeds/benchmark';
import { restoreDatabase } from '../../../src/server/backups/restore';
import { portico } from '../../support/server/command';
import { rows } from '../../support/server/consistency';
import { emptyDatabase, newTestDatabase, type TestDatabase, using } from '../../support/server/database';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { sumsOf } from '../../support/server/sums';

let home: string;
let testDatabase: TestDatabase;
let sums: Awaited<ReturnType<typeof sumsOf>>;
let file: string;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'portico-backup-'));
  file = path.join(home, 'small.backup');
  testDatabase = await newTestDatabase('nothing');
  sums = await using(testDatabase, async (db) => {
    await seedSize(db, 'small', RECORDED_AT);
    await backUp(db, file, RECORDED_AT);
    return sumsOf(db);
  });
});
afterAll(async () => {
  await testDatabase.remove();
  rmSync(home, { recursive: true });
});

test('a backup from PostgreSQL into a data folder and into another PostgreSQL changes nothing', async () => {
  expect(sums.session_histories?.rows).toBe(5_000);
  const folder = { url: undefined, folder: path.join(home, 'data') };
  await restoreDatabase(folder, file);
  const onward = path.join(home, 'onward.backup');
  await using(folder, async (db) => {
    expect(await sumsOf(db)).toEqual(sums);
    await backUp(db, onward, RECORDED_AT);
  });
  const { url, remove } = await emptyDatabase();
  await restoreDatabase({ url, folder: '' }, onward);
  expect(await using({ url, folder: '' }, sumsOf)).toEqual(sums);
  await remove();
});

test('the commands do the same, and restoring requires --yes without a terminal and names what it would replace', async () => {
  const { url, remove } = await emptyDatabase();
  const saved = path.join(home, 'by-command.backup');
  const save = portico(['backup', saved], { DATABASE_URL: testDatabase.url ?? '' });
  expect({ code: await save.ended, output: save.output() }).toEqual({ code: 0, output: `Saved to ${saved}.\n` });
  const requested = portico(['restore', saved], { DATABASE_URL: url });
  expect(await requested.ended).toBe(1);
  expect(requested.output()).toMatch(
    /^This replaces everything in the database that DATABASE_URL names with the backup .*: \d+ rows, .* Add --yes /,
  );
  const restore = portico(['restore', saved, '--yes'], { DATABASE_URL: url });
  expect(await restore.ended).toBe(0);
  expect(restore.output()).toMatch(/^Restored: \d+ rows, as they were on /);
  expect(await using({ url, folder: '' }, sumsOf)).toEqual(sums);
  await remove();
});

test('a backup blocks no writer and captures one moment', async () => {
  const saved = path.join(home, 'meanwhile.backup');
  await using(testDatabase, async (db) => {
    await db.execute('create table pairs (id int primary key, left_one int not null, right_one int not null)');
    await db.execute('insert into pairs select n, 0, 0 from generate_series(1, 2000) n');
    let isSaving = true;
    let written = 0;
    const write = async () => {
      for (; isSaving; written += 1) {
        await db.transaction(async (tx) => {
          await tx.execute(`update pairs set left_one = ${written + 1}`);
          await tx.execute(`update pairs set right_one = ${written + 1}`);
        });
      }
    };
    const writing = write();
    const moments = [];
    for (let n = 0; n < 3; n += 1) {
      const before = written;
      await backUp(db, saved, RECORDED_AT);
      moments.push(written - before);
    }
    isSaving = false;
    await writing;
    expect(Math.max(...moments)).toBeGreaterThan(0);
  });
  // The table isn't Portico's, so its content is read from the file.
  const seen = await pairsIn(saved);
  expect(seen.size).toBe(1);
  await using(testDatabase, (db) => db.execute('drop table pairs'));
});

test('a backup with an unknown table is refused, and the database stays unchanged', async () => {
  const saved = path.join(home, 'foreign.backup');
  await using(testDatabase, async (db) => {
    await db.execute('create table somebody_elses (id int)');
    await backUp(db, saved, RECORDED_AT);
    await db.execute('drop table somebody_elses');
  });
  await expect(restoreDatabase(testDatabase, saved)).rejects.toThrow(/does not fit this program: there is no table somebody_elses/);
  expect(await using(testDatabase, sumsOf)).toEqual(sums);
  expect(await using(testDatabase, (db) => rows(db, `select 1 as one from pg_class where relname = 'somebody_elses'`))).toEqual([]);
});

/** The distinct values in the table `pairs`. */
async function pairsIn(saved: string): Promise<Set<string>> {
  const found = new Set<string>();
  let isPairs = false;
  for await (const part of readBackup(saved)) {
    if (part.kind === 'table') isPairs = part.name === 'pairs';
    if (part.kind !== 'rows' || !isPairs) continue;
    for (const row of part.rows) found.add((JSON.parse(row) as string[]).slice(1).join(' '));
  }
  return found;
}
