/** The portal below a path of a proxy. */
import { beforeAll, expect, test } from '@jest/globals';

import { formsIn, guestBrowser, playedChilli } from '../../support/peers/gateways';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const server = serve({
  config: {
    freeradiusToken: 'token-of-the-portal-6',
    basePath: '/portico',
    publicUrl: 'https://wifi.example',
    portalOrigin: 'https://wifi.example',
  },
});

const UNIT = { uuid: 'portal-unit', mac: '00-11-22-33-44-55', secret: 'secret of the portal unit' };

beforeAll(async () => {
  await insertUnit(server.db(), {
    hotspot_id: 1,
    uuid: UNIT.uuid,
    mac_address: UNIT.mac,
    name: 'Unit',
    secret: UNIT.secret,
    created: new Date(),
  });
});

test.each([
  ['leaves the path on', (address: string) => address.replace('https://wifi.example', server.url())],
  ['takes the path off', (address: string) => address.replace('https://wifi.example/portico', server.url())],
])('signatures and links fit a proxy that %s', async (_what, served) => {
  const portal = () => 'https://wifi.example/portico';
  const ports = () => ({ authentication: 9, accounting: 9 });
  const chilli = playedChilli({ portal, ports, unit: UNIT, deviceMac: '02-00-00-00-00-01', uamsecret: UNIT.secret });
  const browser = guestBrowser(chilli, {}, served);
  const start = await browser.open(chilli.open());
  expect(formsIn(start.html).map(({ action }) => action)).toEqual(['/portico/portal/portal-unit/start']);
  const login = await browser.submit(start, '/start', { accept: 'yes' });
  expect(login.url).toMatch(/^https:\/\/wifi\.example\/portico\/portal\/portal-unit\/login\?s=/);
  expect((await browser.follow(login, 'Deutsch')).html).toContain('lang="de"');
});
