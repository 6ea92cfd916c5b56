/** The portal's typefaces are served from the host that guests can reach before they are online. */
import { beforeAll, expect, test } from '@jest/globals';
import { TEXT_STYLES } from '../../../src/contract/plain/hotspotPreferences';
import { hotspot_preferences } from '../../../src/server/database/schema';
import { faceFileName, faceFilesOf } from '../../../src/portal/fonts';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const server = serve({ config: { basePath: '/wifi', freeradiusToken: 'token-of-the-portal-9' } });
const UNIT = 'unit-with-a-face';

const portal = (address: string) => fetch(`${server.url()}/portal/${address}`);

beforeAll(async () => {
  const about = { hotspot_id: 1, mac_address: '00-11-22-33-44-98', name: 'Face', secret: 'secret of the unit' };
  await insertUnit(server.db(), { ...about, uuid: UNIT, created: server.clock.now });
  const chosen = { hotspot_id: 1, key: 'captive_85_text_style', value: 'EB Garamond' };
  await server
    .db()
    .insert(hotspot_preferences)
    .values(chosen)
    .onConflictDoUpdate({ target: [hotspot_preferences.hotspot_id, hotspot_preferences.key], set: chosen });
});

test('a page has the rules of the chosen typeface only, whose files exist', async () => {
  const page = await portal(`${UNIT}?res=notyet&uamip=10.1.0.1&uamport=3990&mac=02-00-00-00-00-01`);
  expect(page.headers.get('content-security-policy')).toContain("font-src 'self'");
  const html = await page.text();
  const files = [...html.matchAll(/url\("([^"]+)"\)/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(4);
  for (const file of files) {
    expect(file).toMatch(/^\/wifi\/portal\/faces\/eb-garamond-/);
    // A proxy in front removes its own path.
    const answer = await portal(file.replace('/wifi/portal/', ''));
    expect(answer.headers.get('content-type')).toBe('font/woff2');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
  }
});

test('every typeface that can be chosen exists', async () => {
  const names = TEXT_STYLES.flatMap(faceFilesOf).map(faceFileName);
  expect(names).toHaveLength(TEXT_STYLES.length * 4);
  expect(await Promise.all(names.map(async (name) => (await portal(`faces/${name}`)).status))).toEqual(names.map(() => 200));
});

test.each(['faces/lato-latin-900-normal.woff2', 'faces/..%2F..%2Fpackage.json', 'faces/%2e%2e%2fcli.js.woff2', 'faces/'])(
  'the typeface path %s does not exist',
  async (address) => {
    expect((await portal(address)).status).toBe(404);
  },
);
