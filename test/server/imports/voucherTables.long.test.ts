/** Vouchers from CSV files of Mikhmon, User Manager, UniFi and daloRADIUS. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from '@jest/globals';
import { rowsIn } from '../../../src/server/database/db';
import { importFile, type ImportProgram } from '../../../src/server/imports/hotspotFiles';
import { insertHotspot, insertVoucher } from '../../factories/rows';
import { digestOf } from '../../support/server/database';
import { afterThisTest } from '../../support/server/leftovers';
import { serve } from '../../support/server/server';

const server = serve();

async function imported(program: ImportProgram, content: string | Buffer, hotspotId: number): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-import-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'vouchers.csv');
  writeFileSync(file, content);
  const now = new Date('2026-11-26T12:00:00Z');
  return String(await importFile(server.db(), file, { program, hotspotId, zone: 'Europe/Rome', now, isDryRun: false }));
}

async function vouchersOf(hotspotId: number): Promise<unknown[]> {
  const answer: unknown = await server.db()
    .execute(sql`select code, type, user_name as name, room as note, max_time as time, max_traffic::float8 as traffic,
    bandwidth_down as down, duration as days, remain_use as uses from hotspot_vouchers where hotspot_id = ${hotspotId} order by code`);
  return rowsIn(answer);
}

const MIKHMON = `Username,Password,Profile,Time Limit,Data Limit,Comment
ab12cd,ab12cd,1day,1d,1073741824,vc-850-05.11.26-alima
room7,sea-view,1week,03:30:00,,sold, paid, "gone"
evil,evil77,1day,,,=HYPERLINK("http://x.example")
odd,odd123,1day,tomorrow,,
`;

test('the list of Mikhmon, which writes no quotes, becomes personal vouchers with their limits, and formulas become text', async () => {
  const { id } = await insertHotspot(server.db());
  const report = await imported('mikhmon', MIKHMON, id);
  expect(report).toContain('vouchers: 4\n  taken: 3\n  has a limit that can’t be read: 1; line 5');
  const own = { type: 'auth', traffic: 0, down: 0, days: 0, uses: -1 };
  expect(await vouchersOf(id)).toEqual([
    { ...own, code: 'ab12cd', name: 'ab12cd', note: 'vc-850-05.11.26-alima', time: 86_400, traffic: 1_073_741_824 },
    { ...own, code: 'evil77', name: 'evil', note: 'HYPERLINK("http://x.example")', time: 0 },
    { ...own, code: 'sea-view', name: 'room7', note: 'sold, paid, "gone"', time: 12_600 },
  ]);
  const before = await digestOf(server.db());
  expect(await imported('mikhmon', MIKHMON, id)).toContain('here already, and left as it is: 3; line 2: ab12cd');
  expect(await digestOf(server.db())).toBe(before);
});

test('User Manager’s list is read with semicolons, a byte order mark and line ends of Windows', async () => {
  const { id } = await insertHotspot(server.db());
  await insertVoucher(server.db(), { hotspot_id: id, code: 'taken1' });
  const rows = [
    'sep=;',
    'Customer;Username;Password;Uptime-Limit;Transfer-Limit;Rate-Limit;Disabled;Comment',
    'admin;"u;1";code01;1w2d;500M;1M/8M;no;',
  ];
  const more = ['admin;u2;taken1;;;;no;', 'admin;u3;code03;;;;true;', 'admin;AABB.CCDD.EEFF;;;;;no;printer'];
  const report = await imported('user-manager', `\uFEFF${[...rows, ...more].join('\r\n')}\r\n`, id);
  expect(report).toContain(
    'vouchers: 4\n  taken: 2\n  is disabled there: 1; line 5\n  has a code that is taken at this hotspot: 1; line 4: u2',
  );
  expect(await vouchersOf(id)).toContainEqual({
    code: 'code01',
    type: 'auth',
    name: 'u;1',
    note: '',
    time: 777_600,
    traffic: 524_288_000,
    down: 8000,
    days: 0,
    uses: -1,
  });
  const entries: unknown = await server.db().execute(sql`select username from users where hotspot_id = ${id} and account_type = 'mac'`);
  expect(rowsIn(entries)).toEqual([{ username: 'AA-BB-CC-DD-EE-FF' }]);
});

test('UniFi’s vouchers keep their uses, and hours become a limit of time in a day', async () => {
  const { id } = await insertHotspot(server.db());
  const list = `code,create_time,duration,quota,used,qos_rate_max_down,qos_usage_quota,note
12345-67890,1764000000,1440,1,0,2048,100,Lobby
22222-22222,1764000000,480,5,2,,,
33333-33333,1764000000,10080,0,9,,,"for
two lines"
44444-44444,1764000000,60,1,1,,,
`;
  const report = await imported('unifi', list, id);
  expect(report).toContain('vouchers: 4\n  taken: 3\n  is used up or has expired: 1; line 6');
  const any = { type: 'normal', name: '', note: '', time: 0, traffic: 0, down: 0 };
  expect(await vouchersOf(id)).toEqual([
    { ...any, code: '1234567890', note: 'Lobby', traffic: 104_857_600, down: 2048, days: 1, uses: 1 },
    { ...any, code: '2222222222', time: 28_800, days: 1, uses: 3 },
    { ...any, code: '3333333333', note: 'for\ntwo lines', days: 7, uses: -1 },
  ]);
});

test('daloRADIUS’ list of users keeps names with commas whole, passwords of digits as written, and MAC addresses as devices', async () => {
  const { id } = await insertHotspot(server.db());
  const list = `Id, Fullname, Username, Attribute, Auth
1,John Doe, - STAFF,joe@usa.bb,Cleartext-Password,012547965327
2,Julia Andy, - STAFF,julia@usa.bb,Cleartext-Password,12345/215871
3, ,S200002,Cleartext-Password,P-ssw0rd
4,Hidden,hidden,Crypt-Password,$1$abc
5, ,00-11-22-33-44-55,Auth-Type,Accept
`;
  // As a spreadsheet on Windows saves it.
  const report = await imported('daloradius', Buffer.from(`\uFEFF${list.replaceAll('\n', '\r\n')}`, 'utf16le'), id);
  expect(report).toContain('vouchers: 5\n  taken: 3\n');
  expect(report).toContain('has a hashed password (Crypt-Password), from which no code can be made: 1; line 5');
  expect(report).toMatch(/has a password that is no code: .*: 1; line 3/);
  const own = { type: 'auth', note: '', time: 0, traffic: 0, down: 0, days: 0, uses: -1 };
  expect(await vouchersOf(id)).toEqual([
    { ...own, code: '012547965327', name: 'John Doe, - STAFF' },
    { ...own, code: 'p-ssw0rd', name: 'S200002' },
  ]);
  const entries: unknown = await server.db().execute(sql`select username from users where hotspot_id = ${id} and account_type = 'mac'`);
  expect(rowsIn(entries)).toEqual([{ username: '00-11-22-33-44-55' }]);
});

test('daloRADIUS’ batches, and its table for importing users, are read, too', async () => {
  const { id } = await insertHotspot(server.db());
  const batch = '# batch name: summer, users num.: 2\nUsername,Password\nab12,cd34\nef56,(empty)\n';
  expect(await imported('daloradius', batch, id)).toContain('vouchers: 2\n  taken: 1\n  has no password: 1; line 4');
  const table = `username,password,email,firstname,lastname,framedipaddress,expiration,department,sessiontimeout,idletimeout,maxdailysession
rossi,sea-2026,rossi@example.com,Anna,"Rossi, Neri",,2030-12-31,Sales,3600,300,7200
`;
  await imported('daloradius', table, id);
  const own = { type: 'auth', note: '', traffic: 0, down: 0, days: 0, uses: -1 };
  expect(await vouchersOf(id)).toEqual([
    { ...own, code: 'cd34', name: 'ab12', time: 0 },
    { ...own, code: 'sea-2026', name: 'Anna Rossi, Neri', time: 7200 },
  ]);
});

test('a list that is cut off, of another program or with an open quote changes nothing, and is named by its line', async () => {
  const { id } = await insertHotspot(server.db());
  const before = await digestOf(server.db());
  const tries: [ImportProgram, string | Buffer, RegExp][] = [
    ['unifi', 'code,duration,note\n1234567890,60', /^line 2: 2 cells for 3 columns\. The file is cut off/],
    ['unifi', 'code,duration,note\n1234567890,60,"lob', /^line 2: a quote is opened and not closed/],
    ['unifi', MIKHMON, /^line 1: the first line has no column code, duration\. Export the list again/],
    ['mikhmon', 'a,b,c\n1,2,3\n', /^line 1: the first line has no column username, password, profile/],
    ['mikhmon', '', /it is empty/],
    ['user-manager', Buffer.from('PK\u0003\u0004\u0000\u0000'), /it is not a text file/],
  ];
  for (const [program, content, words] of tries) await expect(imported(program, content, id)).rejects.toThrow(words);
  expect(await digestOf(server.db())).toBe(before);
});
