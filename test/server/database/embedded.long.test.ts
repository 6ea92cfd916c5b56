import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { openEmbedded, type EmbeddedDatabase, type EmbeddedDatabaseError } from '../../../src/server/database/embedded';
import { child, idsIn } from './embeddedTests';

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

test('a slow statement is cancelled with its transaction, and the next one has its full time', async () => {
  const first = await openCopy();
  await first.pg.exec(`create table page as select n, repeat('x', 1000) as filling from generate_series(1, 20000) n`);
  await first.close();
  // Reopened, it has to read the table's 20 MB from disk.
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
  let said = '';
  second.stderr.on('data', (text) => (said += String(text)));
  expect(await once(second, 'close')).toEqual([1, null]);
  expect(said).toContain(`The data folder ${folder} is in use by process ${process.pid} on ${os.hostname()}, since `);
  expect(said).toContain('stop that process first, or name another folder in PORTICO_DATA');
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
  for (const { value } of timers.mock.results) clearTimeout(value as NodeJS.Timeout); // PostgreSQL can no longer clear them
  jest.restoreAllMocks();
  await expect(pg.query('select 1')).rejects.toMatchObject({ code: 'stopped' });
  expect(trouble.map((error) => error.code)).toEqual(['stopped']);
  expect(trouble[0]?.message).toContain(`The database in ${folder} has stopped: could not `);
  await close();
  expect(await idsIn(folder)).toContain(1);
});

async function openCopy(): Promise<EmbeddedDatabase> {
  fs.cpSync(template, folder, { recursive: true });
  return openEmbedded(folder);
}
