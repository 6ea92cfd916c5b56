/** `portico freeradius-config`, run as its own process. */
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { newTestDatabase, using } from '../../support/server/database';
import { portico } from '../../support/server/command';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { insertUnit } from '../../factories/rows';

const TOKEN = 'freeradius-token-0123456789';
const FILES = ['mods-enabled/portico', 'sites-enabled/portico'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-freeradius-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(settings: Record<string, string>, ...args: string[]) {
  const command = portico(['freeradius-config', ...args], settings);
  return { code: await command.ended, output: command.output() };
}

const written = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('the command writes files that only the owner can read, with token and address, without a database', async () => {
  const data = path.join(folder, 'data');
  const settings = { PORTICO_FREERADIUS_TOKEN: TOKEN, PORTICO_DATA: data };
  const { code, output } = await run(settings, folder, '--url', 'https://portico.internal/wifi/');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('No clients were written: set DATABASE_URL') });
  for (const file of FILES) {
    expect(output).toContain(`Wrote ${path.join(folder, file)}.`);
    expect((statSync(path.join(folder, file)).mode & 0o777).toString(8)).toBe('600');
  }
  expect(written('sites-enabled/portico')).toContain(`&REST-HTTP-Header += "Authorization: Bearer ${TOKEN}"`);
  expect(written('sites-enabled/portico')).not.toMatch(/^ {4}client /m);
  expect(written('mods-enabled/portico')).toContain('connect_uri = "https://portico.internal/wifi/radius"');
  // It doesn't open the embedded database, which a server may be using.
  expect(existsSync(data)).toBe(false);
});

test("root's files in FreeRADIUS' own folder are readable for its user and nobody else, and others are shown how to install theirs", async () => {
  const settings = { PORTICO_FREERADIUS_TOKEN: TOKEN };
  const { output } = await run(settings, folder);
  expect(output).toContain(
    `sudo install -o freerad -g freerad -m 0640 ${path.join(folder, 'mods-enabled/portico')} /etc/freeradius/3.0/mods-enabled/portico\n`,
  );
  expect(output).toContain('sudo rm -f /etc/freeradius/3.0/sites-enabled/default\n');
  // Only root can change a file's owner.
  if (process.getuid?.() !== 0) return;
  const NOBODY = 65_534;
  const theirs = path.join(folder, 'freeradius');
  mkdirSync(theirs);
  chownSync(theirs, NOBODY, NOBODY);
  const { output: given } = await run(settings, theirs);
  expect(given).not.toContain('sudo');
  expect(given).not.toContain('same ports');
  for (const file of [...FILES, 'mods-enabled', 'sites-enabled'])
    expect(statSync(path.join(theirs, file))).toMatchObject({ uid: NOBODY, gid: NOBODY });
  for (const file of FILES) expect((statSync(path.join(theirs, file)).mode & 0o777).toString(8)).toBe('640');
  const example = path.join(theirs, 'sites-enabled/default');
  writeFileSync(example, '');
  expect((await run(settings, theirs)).output).toContain(`which listens on the same ports: rm ${example}\n`);
});

test('the command takes the address from HOST and PORT', async () => {
  await run({ PORTICO_FREERADIUS_TOKEN: TOKEN, HOST: '127.0.0.1', PORT: '3456' }, folder);
  expect(written('mods-enabled/portico')).toContain('connect_uri = "http://127.0.0.1:3456/radius"');
});

test('the command explains that it needs a folder', async () => {
  expect(await run({ PORTICO_FREERADIUS_TOKEN: TOKEN })).toMatchObject({
    code: 1,
    output: expect.stringContaining("Missing required argument 'folder'"),
  });
});

test.each([
  ['the token', {}, ['--url', 'https://portico.internal'], 'Set PORTICO_FREERADIUS_TOKEN'],
  ['an address', { PORTICO_FREERADIUS_TOKEN: TOKEN }, ['--url', 'https://portico.internal/"'], '--url is an address like'],
])('the command writes nothing without %s', async (_, settings, args, why) => {
  const { code, output } = await run(settings, folder, ...args);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(why) });
  expect(FILES.filter((file) => existsSync(path.join(folder, file)))).toEqual([]);
});

// Only the server itself may open the embedded database.
if (globalThis.PORTICO_TEST_ENGINE === 'postgres') {
  test('the command writes a client with its secret for each unit with a fixed address', async () => {
    const testDatabase = await newTestDatabase('fixture');
    try {
      const unit = { hotspot_id: 1, created: RECORDED_AT, secret: 'secret-of-the-lobby' };
      await using(testDatabase, async (db) => {
        await insertUnit(db, { ...unit, uuid: 'lobby', name: 'Lobby', mac_address: 'lobby', address: '192.0.2.7' });
        await insertUnit(db, { ...unit, uuid: 'moving', name: 'Bus', mac_address: 'moving' });
      });
      expect(await run({ PORTICO_FREERADIUS_TOKEN: TOKEN, DATABASE_URL: testDatabase.url ?? '' }, folder)).toMatchObject({ code: 0 });
      const site = written('sites-enabled/portico');
      expect(site).toMatch(/client lobby \{\n +ipaddr = 192\.0\.2\.7\n +secret = secret-of-the-lobby\n/);
      expect([...site.matchAll(/^ {4}client (\S+)/gm)].map(([, uuid]) => uuid)).toEqual(['lobby']);
    } finally {
      await testDatabase.remove();
    }
  });
}
