import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { openEmbedded, type EmbeddedDatabase } from '../../../src/server/database/embedded';
import type { EmbeddedDatabaseError } from '../../../src/server/database/embeddedErrors';
import { LOCK_FILE } from '../../../src/server/database/folderLock';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('../../support/server/insertingChild.mjs', import.meta.url));

async function idsIn(data: string): Promise<number[]> {
  const { pg, close } = await openEmbedded(data);
  const { rows } = await pg.query<{ id: number }>('select id from entry order by id');
  await close();
  return rows.map((row) => row.id);
}

const CONFIRMED = 500;

let directory: string;
let template: string;
let folder: string;
let folders = 0;

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-embedded-'));
  template = path.join(directory, 'template');
  const { pg, close } = await openEmbedded(template);
  await pg.exec('create table entry (id int primary key)');
  await close();
});

beforeEach(() => {
  folder = path.join(directory, `data${++folders}`);
  // Killing a process doesn't lose the system's disk cache; powerCut.long.test.ts covers power cuts.
  jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {});
});

afterAll(() => {
  fs.rmSync(directory, { recursive: true });
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

test('a folder with other files is refused and stays unchanged', async () => {
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
    'of which only a folder remains',
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

test('a slow statement is cancelled with its transaction, and the next one has its full time', async () => {
  const first = await openCopy();
  await first.pg.exec(`create table page as select n, repeat('x', 1000) as filling from generate_series(1, 20000) n`);
  await first.close();
  // After reopening, it has to read the table's 20 MB from disk.
  const { pg, close } = await openEmbedded(folder);
  pg.statementTimeout = 1;
  const slow = pg.transaction(async (tx) => {
    await tx.query('insert into entry values (9)');
    await tx.query('select sum(length(filling)) from page');
  });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  pg.statementTimeout = Infinity;
  expect((await pg.query('select sum(length(filling))::int as sum from page')).rows).toEqual([{ sum: 20_000_000 }]);
  expect((await pg.query('select id from entry')).rows).toEqual([]);
  await close();
});

test('closing waits for the running transaction, and may be repeated', async () => {
  const { pg, close } = await openCopy();
  const transaction = pg.transaction(async (tx) => {
    await tx.query('insert into entry values (1)');
    await tx.query('insert into entry values (2)');
  });
  await Promise.all([close(), close(), transaction]);
  expect(await idsIn(folder)).toEqual([1, 2]);
});

test('the log of a database that is never closed stays bounded', async () => {
  const { pg, close } = await openCopy();
  await pg.exec('create table bulk (filling text)');
  for (let n = 0; n < 30; n++) await pg.exec(`insert into bulk select repeat(md5(n::text), 20) from generate_series(1, 10000) n`);
  const segments = fs.readdirSync(path.join(folder, 'postgres', 'pg_wal')).filter((name) => name.length === 24);
  expect(segments.length * 16).toBeLessThan(160);
  const { rows } = await pg.query<{ written: number }>(`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::int8 as written`);
  expect(rows[0]?.written).toBeGreaterThan(200 * 2 ** 20);
  await close();
});

test('a second opening is refused with the owner of the folder and what to do', async () => {
  const { close } = await openCopy();
  await expect(openEmbedded(folder)).rejects.toMatchObject({ code: 'in_use' });

  const second = spawn(process.execPath, [child, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  second.stderr.on('data', (text) => (output += String(text)));
  expect(await once(second, 'close')).toEqual([1, null]);
  expect(output).toContain(`The data folder ${folder} is in use by process ${process.pid} on ${os.hostname()}, since `);
  expect(output).toContain('stop that process first, or name another folder in PORTICO_DATA');
  await close();
  await (await openEmbedded(folder)).close();
});

test('the remains of an interrupted creation are replaced', async () => {
  fs.mkdirSync(path.join(folder, 'postgres.unfinished'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'postgres.unfinished', 'PG_VERSION'), '');
  await (await openEmbedded(folder)).close();
  expect(fs.readdirSync(folder)).toEqual(['postgres']);
});

test('an empty lock of PostgreSQL, as a power cut leaves it, does not prevent opening', async () => {
  fs.cpSync(template, folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'postgres', 'postmaster.pid'), '');
  expect(await idsIn(folder)).toEqual([]);
});

test.each([
  ['that cannot be synced', 'fsyncSync', 'EIO'],
  ['that is full', 'writeSync', 'ENOSPC'],
] as const)('a disk %s stops the database before anything unsafe is confirmed, and later queries fail at once', async (_, call, code) => {
  const trouble: EmbeddedDatabaseError[] = [];
  const timers = jest.spyOn(globalThis, 'setTimeout');
  fs.cpSync(template, folder, { recursive: true });
  const { pg, close } = await openEmbedded(folder, { onTrouble: (error) => trouble.push(error) });
  await pg.query('insert into entry values (1)');
  jest.spyOn(fs, call).mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  await expect(pg.query('insert into entry values (2)')).rejects.toThrow();
  for (const { value } of timers.mock.results) clearTimeout(value as NodeJS.Timeout); // Clear them here, because PostgreSQL no longer can.
  jest.restoreAllMocks();
  await expect(pg.query('select 1')).rejects.toMatchObject({ code: 'stopped' });
  expect(trouble.map((error) => error.code)).toEqual(['stopped']);
  expect(trouble[0]?.message).toContain(`The database in ${folder} has stopped: could not `);
  await close();
  expect(await idsIn(folder)).toContain(1);
});
