/** `portico freeradius-config`, run as its own process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { units } from '../../../src/server/database/schema';
import { newPlace, using } from '../../support/server/database';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { TOKEN, run } from './freeradiusConfigCommandTests';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-freeradius-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const written = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('the command takes the address from HOST and PORT', async () => {
  await run({ PORTICO_FREERADIUS_TOKEN: TOKEN, HOST: '127.0.0.1', PORT: '3456' }, folder);
  expect(written('mods-enabled/portico')).toContain('connect_uri = "http://127.0.0.1:3456/radius"');
});

test('the command explains that it needs a folder', async () => {
  expect(await run({ PORTICO_FREERADIUS_TOKEN: TOKEN })).toMatchObject({ code: 1, said: expect.stringContaining('Name the folder') });
});

// The embedded database belongs to the server alone.
if (globalThis.PORTICO_TEST_ENGINE === 'postgres') {
  test('the command writes a client with its secret for each unit with a fixed address', async () => {
    const place = await newPlace('fixture');
    try {
      const unit = { hotspot_id: 1, created: RECORDED_AT, secret: 'secret-of-the-lobby' };
      await using(place, async (db) => {
        await db.insert(units).values({ ...unit, uuid: 'lobby', name: 'Lobby', mac_address: 'lobby', address: '192.0.2.7' });
        await db.insert(units).values({ ...unit, uuid: 'moving', name: 'Bus', mac_address: 'moving' });
      });
      expect(await run({ PORTICO_FREERADIUS_TOKEN: TOKEN, DATABASE_URL: place.url ?? '' }, folder)).toMatchObject({ code: 0 });
      const site = written('sites-enabled/portico');
      expect(site).toMatch(/client lobby \{\n +ipaddr = 192\.0\.2\.7\n +secret = secret-of-the-lobby\n/);
      expect([...site.matchAll(/^ {4}client (\S+)/gm)].map(([, uuid]) => uuid)).toEqual(['lobby']);
    } finally {
      await place.remove();
    }
  });
}
