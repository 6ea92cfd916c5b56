/** How FreeRADIUS' tables are imported, with real dumps by mysqldump and pg_dump. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, test } from '@jest/globals';
import { rowsIn } from '../../../src/server/database/db';
import { rebuildSums } from '../../../src/server/database/reportSums';
import { importFile } from '../../../src/server/imports/hotspotFiles';
import { insertHotspot, insertVoucher } from '../../factories/rows';
import { digestOf } from '../../support/server/database';
import { afterThisTest } from '../../support/server/leftovers';
import { sumsIn } from '../../support/server/reportSums';
import { serve } from '../../support/server/server';

const DUMPS = ['mysqldump', 'pg_dump'] as const;
const fileOf = (dump: string) => path.resolve(`test/support/imports/freeradius-${dump}.sql`);
const NOW = new Date('2026-11-26T12:00:00Z');

const server = serve();

const all = async <Row>(query: ReturnType<typeof sql>) => rowsIn<Row>(await server.db().execute(query));
const imported = (file: string, hotspotId: number, isDryRun = false) =>
  importFile(server.db(), file, { program: 'freeradius', hotspotId, zone: 'UTC', now: NOW, isDryRun });

function written(content: string | Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-import-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'dump.sql');
  writeFileSync(file, content);
  return file;
}

test.each(DUMPS)('a dump by %s becomes vouchers, units and sessions, a dry run changes nothing, and a second run neither', async (dump) => {
  const { id } = await insertHotspot(server.db());
  const before = await digestOf(server.db());
  const dry = await imported(fileOf(dump), id, true);
  expect(await digestOf(server.db())).toBe(before);

  const report = String(await imported(fileOf(dump), id));
  expect(report).toBe(String(dry));
  for (const words of [
    'radacct: 8 (1102 bytes up, 5000000126 down, 19204 s)',
    '  taken: 5 (1087 bytes up, 5000000108 down, 17999 s)',
    '  still running when the file was made: import a later one when they have ended: 1 (11 bytes up, 12 down, 600 s)',
    '  has no start: 1 (1 bytes up, 2 down, 5 s)',
    '  has a time that can’t be: 1 (3 bytes up, 4 down, 600 s)',
    '  taken: 5\n',
    'has a hashed password (Crypt-Password), from which no code can be made: 1; line',
    'has a password that is no code',
    'has the code of an earlier line: 1',
    'is disabled there (Auth-Type Reject): 1',
    'is a whole network, and a unit here has one address: 1',
    'radpostauth: 1\n  not a table that is taken: 1',
    'Session-Timeout (1 users)',
  ])
    expect(report).toContain(words);

  const sums = sql`select count(*)::int as n, sum(bytes_up)::text as up, sum(bytes_down)::text as down, sum(duration)::int as seconds,
    min(start_time)::text as first from session_histories where hotspot_id = ${id}`;
  const [sum] = await all<Record<string, unknown>>(sums);
  expect(sum).toMatchObject({ n: 5, up: '1087', down: '5000000108', seconds: 17_999 });
  expect(new Date(String(sum?.first)).toISOString()).toBe('2026-01-02T10:00:00.000Z');
  // The imported sessions are included in report sums.
  expect(await sumsIn(server.db())).not.toEqual([]);

  const vouchers =
    await all(sql`select code, type, user_name, max_time, max_traffic::int as traffic, bandwidth_up as up, bandwidth_down as down,
    duration, max_devices as devices, to_char(expires at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as ends from hotspot_vouchers where hotspot_id = ${id} order by code`);
  const none = { type: 'auth', max_time: 0, traffic: 0, up: 0, down: 0, duration: 0, devices: 0, ends: null };
  expect(vouchers).toEqual([
    { ...none, code: 'ab3k9m', user_name: 'ab3k9m', max_time: 7200, down: 2048, ends: '2030-12-31 23:59' },
    { ...none, code: 'ohara77', user_name: expect.stringContaining("o'hara") },
    { ...none, code: 'sole-2026', user_name: 'Rossi', traffic: 1_000_000_000, up: 512, down: 4000, devices: 2 },
    // Its week began with its first session.
    { ...none, code: 'weekly', user_name: 'weekly', up: 1000, down: 1000, duration: 7, ends: '2026-07-10 10:00' },
  ]);
  const guests =
    await all(sql`select u.username, count(h.id)::int as sessions from users u left join session_histories h on h.user_id = u.id
    where u.hotspot_id = ${id} group by u.username order by u.username`);
  expect(guests).toEqual([
    { username: 'AA-BB-CC-00-11-22', sessions: 0 },
    { username: 'AB3K9M', sessions: 2 },
    { username: 'OHARA77', sessions: 0 },
    { username: 'SOLE-2026', sessions: 1 },
    { username: 'WEEKLY', sessions: 1 },
  ]);
  expect(await all(sql`select username from user_histories where hotspot_id = ${id}`)).toEqual([{ username: 'gone' }]);
  const units = await all(
    sql`select name, address, left(mac_address, 3) as mac, length(secret) as secret from units where hotspot_id = ${id} order by address`,
  );
  expect(units).toEqual([
    { name: 'bar', address: '10.0.0.1', mac: '00-', secret: 19 },
    { name: 'pool', address: '10.0.0.2', mac: '02-', secret: 5 },
    { name: '10.0.0.9', address: '10.0.0.9', mac: '02-', secret: 32 },
  ]);

  const done = await digestOf(server.db());
  const again = String(await imported(fileOf(dump), id));
  expect(again).toContain('  here already: 5 (1087 bytes up, 5000000108 down, 17999 s)');
  expect(await digestOf(server.db())).toBe(done);
});

test('the reports of an installation count imported sessions as if they had been held here', async () => {
  const { id } = await insertHotspot(server.db());
  await imported(fileOf('mysqldump'), id);
  const storedSums = await sumsIn(server.db());
  expect(storedSums).not.toEqual([]);
  await rebuildSums(server.db());
  expect(await sumsIn(server.db())).toEqual(storedSums);
});

test('codes that are taken at the hotspot stay whose they are, and those of another tenant are of no account', async () => {
  const { id } = await insertHotspot(server.db());
  await insertVoucher(server.db(), { hotspot_id: id, code: 'ab3k9m', type: 'normal' });
  await insertVoucher(server.db(), { hotspot_id: 4, code: 'weekly', type: 'normal' });
  const report = String(await imported(fileOf('mysqldump'), id));
  expect(report).toMatch(/has a code that is taken at this hotspot: 1; line \d+: ab3k9m/);
  expect(
    await all(
      sql`select code, type, max_time from hotspot_vouchers where hotspot_id = ${id} and code in ('ab3k9m', 'weekly') order by code`,
    ),
  ).toEqual([
    { code: 'ab3k9m', type: 'normal', max_time: 0 },
    { code: 'weekly', type: 'auth', max_time: 0 },
  ]);
  // Sessions of users who weren't imported belong to archived guests.
  expect(await all(sql`select username from user_histories where hotspot_id = ${id} order by 1`)).toEqual([
    { username: 'ab3k9m' },
    { username: 'gone' },
  ]);
  expect(await all(sql`select type from hotspot_vouchers where hotspot_id = 4 and code = 'weekly'`)).toEqual([{ type: 'normal' }]);
});

test('a dump that is cut off, renamed, binary or something else changes nothing, and is named by its line', async () => {
  const { id } = await insertHotspot(server.db());
  const mysql = readFileSync(fileOf('mysqldump'), 'utf8');
  const pg = readFileSync(fileOf('pg_dump'), 'utf8');
  const before = await digestOf(server.db());
  const tries: [string | Buffer, RegExp][] = [
    [
      mysql.slice(0, mysql.indexOf("'u3'")),
      /^line \d+: (?:the rows of radacct are|a row is|a value) .*(?:Copy the file again|none that a dump has)/,
    ],
    // Cut between two tables, where nothing looks cut.
    [
      mysql.slice(0, mysql.indexOf('-- Table structure for table `radcheck`')),
      /^line \d+: the last line of a dump by mysqldump is missing/,
    ],
    [pg.slice(0, pg.indexOf('u4')), /^line \d+: the rows of radacct are cut off/],
    [pg.slice(0, pg.indexOf('COPY public.radreply')), /the last line of a dump by pg_dump is missing/],
    [mysql.replaceAll('`acctinputoctets`', '`input`'), /^line \d+: radacct has no column acctinputoctets/],
    ['PGDMP\u0001\u0000\u0000', /it is not a text file: make the dump in plain SQL/],
    ['hello; world', /it has no rows of radcheck, radacct or nas/],
    [gzipSync(mysql).subarray(0, 900), /its compression is broken or cut off/],
    ['', /it has no rows of radcheck/],
  ];
  for (const [content, words] of tries) await expect(imported(written(content), id)).rejects.toThrow(words);
  expect(await digestOf(server.db())).toBe(before);
});

test('a dump is read in any encoding and line ends that Windows makes, and compressed', async () => {
  const mysql = readFileSync(fileOf('mysqldump'), 'utf8');
  const { id: first } = await insertHotspot(server.db());
  const plain = String(await imported(fileOf('mysqldump'), first));
  const copies = [gzipSync(mysql), Buffer.from(`\uFEFF${mysql}`, 'utf16le'), `\uFEFF${mysql.replaceAll('\n', '\r\n')}`];
  for (const content of copies) {
    const { id } = await insertHotspot(server.db());
    expect(String(await imported(written(content), id))).toBe(plain);
  }
});
