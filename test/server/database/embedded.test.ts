import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { openEmbedded, type EmbeddedDatabase, type EmbeddedDatabaseError } from '../../../src/server/database/embedded';
import { LOCK_FILE } from '../../../src/server/database/folderLock';
import { child, idsIn } from './embeddedTests';

const CONFIRMED = 500;

let place: string;
let template: string;
let folder: string;
let folders = 0;

beforeAll(async () => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-embedded-'));
  template = path.join(place, 'template');
  const { pg, close } = await openEmbedded(template);
  await pg.exec('create table entry (id int primary key)');
  await close();
});

beforeEach(() => {
  folder = path.join(place, `data${++folders}`);
  // Ending a process doesn't lose the system's disk cache; powerCut.long.test.ts covers power cuts.
  jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {});
});

afterAll(() => {
  fs.rmSync(place, { recursive: true });
});

test('a new folder gets a database in folders that only this user may enter', async () => {
  folder = path.join(folder, 'not', 'yet', 'there');
  const { pg, close } = await openEmbedded(folder);
  expect((await pg.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await close();
  expect(fs.readdirSync(folder)).toEqual(['postgres']);
  expect(fs.statSync(path.join(folder, 'postgres')).mode & 0o777).toBe(0o700);
});

test('rows persist when the folder is reopened, and trigram search is available', async () => {
  const first = await openCopy();
  await first.pg.exec('insert into entry values (7); create extension pg_trgm');
  await first.close();
  const second = await openEmbedded(folder);
  expect((await second.pg.query(`select id, similarity('portico', 'porto') > 0.3 as alike from entry`)).rows).toEqual([
    { id: 7, alike: true },
  ]);
  await second.close();
});

test('each commit is synced to the log before it is confirmed', async () => {
  const { pg, close } = await openCopy();
  jest.mocked(fs.fsyncSync).mockClear();
  const syncs: number[] = [];
  for (let id = 1; id <= 20; id++) {
    await pg.query('insert into entry values ($1)', [id]);
    syncs.push(jest.mocked(fs.fsyncSync).mock.calls.length);
  }
  expect(syncs).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  await close();
});

test(`a process that is killed after ${CONFIRMED} confirmed rows has lost none of them`, async () => {
  fs.cpSync(template, folder, { recursive: true });
  const victim = spawn(process.execPath, [child, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(victim, 'exit');
  let confirmed = 0;
  for await (const id of createInterface({ input: victim.stdout })) {
    confirmed = Number(id);
    if (confirmed === CONFIRMED) victim.kill('SIGKILL');
  }
  await exited;
  const ids = await idsIn(folder);
  expect(ids.slice(0, confirmed)).toEqual(Array.from({ length: confirmed }, (_, index) => index + 1));
  expect(ids.length - confirmed).toBeLessThanOrEqual(1);
});

test.each([
  ['a file', () => path.join(template, 'postgres', 'PG_VERSION')],
  ['a place below a file', () => path.join(template, 'postgres', 'PG_VERSION', 'data')],
  ['a place where nothing can be created', () => '/proc/portico'],
])('%s is refused as a data folder', async (_, where) => {
  const refusal = await refusalOf(where());
  expect(refusal.code).toBe('not_writable');
  expect(refusal.message).toContain(`The data folder ${where()} cannot be used: `);
  expect(refusal.message).toContain('PORTICO_DATA');
});

test('a folder with other files is refused and left unchanged', async () => {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'thesis.txt'), 'the only copy');
  const refusal = await refusalOf(folder);
  expect(refusal.code).toBe('not_a_database');
  expect(refusal.message).toContain('thesis.txt');
  expect(fs.readdirSync(folder)).toEqual(['thesis.txt']);
});

test.each<[string, (database: string) => void]>([
  ['whose control file is garbled', (database) => fs.writeFileSync(path.join(database, 'global/pg_control'), Buffer.alloc(8192, 7))],
  ['without its version', (database) => fs.rmSync(path.join(database, 'PG_VERSION'))],
  ['of another version', (database) => fs.writeFileSync(path.join(database, 'PG_VERSION'), '12\n')],
  ['without its log', (database) => fs.rmSync(path.join(database, 'pg_wal'), { recursive: true })],
  ['without its tables', (database) => fs.rmSync(path.join(database, 'base'), { recursive: true })],
  [
    'of which a folder is left',
    (database) => fs.readdirSync(database).forEach((name) => fs.rmSync(path.join(database, name), { recursive: true })),
  ],
])('a database %s is refused and not replaced', async (_, damage) => {
  fs.cpSync(template, folder, { recursive: true });
  damage(path.join(folder, 'postgres'));
  const before = contentsOf(folder);
  const refusal = await refusalOf(folder);
  expect(refusal.code).toBe('unreadable');
  expect(refusal.message).toContain(`The database in ${folder} does not open: `);
  expect(refusal.message).toContain('Restore your last good backup');
  expect(contentsOf(folder)).toEqual(before);
  expect(fs.existsSync(path.join(folder, LOCK_FILE))).toBe(false);
});

async function openCopy(): Promise<EmbeddedDatabase> {
  fs.cpSync(template, folder, { recursive: true });
  return openEmbedded(folder);
}

async function refusalOf(data: string): Promise<EmbeddedDatabaseError> {
  const outcome = await openEmbedded(data).catch((error: unknown) => error as EmbeddedDatabaseError);
  if ('pg' in outcome) throw new Error(`${data} was opened`);
  return outcome;
}

/** One line per file, except those PostgreSQL itself writes at start before it can detect the damage. */
function contentsOf(data: string): string[] {
  const files = fs.readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => fs.statSync(path.join(data, name)).isFile());
  const lasting = files.filter((name) => !/pg_wal|pg_control$|pg_internal.init$|postmaster.pid$/.test(name)).sort();
  return lasting.map(
    (name) =>
      `${name} ${createHash('sha256')
        .update(fs.readFileSync(path.join(data, name)))
        .digest('hex')}`,
  );
}
