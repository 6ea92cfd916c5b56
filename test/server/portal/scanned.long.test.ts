/** A voucher's QR code opens the portal, and the gateway carries the code along to the login. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';
import { hotspot_papers, hotspot_vouchers, units } from '../../../src/server/database/schema';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { formsIn, guestBrowser, playedChilli, playedMikrotik, textOf } from '../../support/peers/gateways';
import { listenOnFreePorts, setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

let radius: RadiusListener | undefined;
// Before the database closes.
afterAll(async () => {
  await radius?.close();
});

const ORIGIN = 'https://wifi.example.com';
const server = serve({ config: { freeradiusToken: 'token-of-the-portal-9', publicUrl: ORIGIN, portalOrigin: ORIGIN } });

const HOTSPOT = 1;
const UNIT = { uuid: 'scanned-unit', mac: '00-11-22-33-44-88', secret: 'secret of the scanned unit' };
const NOW = new Date('2026-11-22T09:30:00Z');

beforeAll(async () => {
  server.clock.now = NOW;
  const db = server.db();
  await db.update(units).set({ secret: '' }).where(eq(units.hotspot_id, HOTSPOT));
  await insertUnit(db, { hotspot_id: HOTSPOT, uuid: UNIT.uuid, mac_address: UNIT.mac, name: 'Scanned', secret: UNIT.secret, created: NOW });
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const common = { hotspot_id: HOTSPOT, auto_login: false, remain_use: -1, duration: 3, type: 'normal' as const, created: NOW };
  await db.insert(hotspot_vouchers).values([
    { ...common, code: 'scan-me.1' },
    { ...common, code: 'scan-me.2' },
  ]);
  radius = await listenOnFreePorts({
    db,
    clock: () => server.clock.now,
    onFailure: (error) => {
      throw error;
    },
  });
});
const options = (deviceMac: string) => ({
  portal: () => ORIGIN,
  ports: () => radius?.ports ?? { authentication: 0, accounting: 0 },
  unit: UNIT,
  deviceMac,
});

/** The server's public URL differs from its real one here, so map it. */
const served = (address: string) => address.replace(ORIGIN, server.url());
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);

const GATEWAYS = [
  ['CoovaChilli', playedChilli(options('02-00-00-00-00-01')), 'scan-me.1'],
  ['MikroTik', playedMikrotik(options('02-00-00-00-00-02')), 'scan-me.2'],
] as const;

describe.each(GATEWAYS)('%s', (_name, gateway, code) => {
  test('the code is on the page, and is filled in once the gateway has redirected the guest', async () => {
    const browser = guestBrowser(gateway, {}, served);
    const page = await browser.open(`${ORIGIN}/portal/${UNIT.uuid}/code/${code}`);
    expect(page.status).toBe(200);
    expect(textOf(page.html)).toContain(`Your code ${code}`);
    const on = linksIn(page.html).find((address) => address.startsWith('http://'));
    // Nobody has this IP address: the gateway answers in its place.
    expect(on).toBe(`http://192.0.2.80/code/${code}`);
    const start = await browser.open(gateway.open(on));
    const form = await browser.submit(start, '/start', { accept: 'yes' });
    expect(/<input[^>]*name="code"[^>]*>/.exec(form.html)?.[0]).toContain(`value="${code}"`);
    expect(formsIn(form.html).length).toBeGreaterThan(0);
    expect(textOf((await browser.submit(form, '/code', { code })).html)).toContain('You are online');
  });
});

test('the page is in the language of the phone, which can be changed', async () => {
  const { open } = guestBrowser(GATEWAYS[0][1], { 'Accept-Language': 'de' }, served);
  const page = await open(`${ORIGIN}/portal/${UNIT.uuid}/code/scan-me.1`);
  expect(textOf(page.html)).toContain('Ihr Code scan-me.1');
  const italian = linksIn(page.html).find((address) => address.endsWith('l=it')) ?? '';
  expect(textOf((await open(new URL(italian, page.url).href)).html)).toContain('Il Suo codice scan-me.1');
});

test.each(['%3Cscript%3E', 'a%20b', 'x'.repeat(33), '%00', '..%2F..%2Fx'])(
  'an invalid code (%s) is neither shown nor carried along',
  async (code) => {
    const answer = await fetch(`${server.url()}/portal/${UNIT.uuid}/code/${code}`);
    expect(textOf(await answer.text())).not.toContain('Your code');
  },
);

test.each(['http://192.0.2.80/code/<b>', 'http://192.0.2.80/code/', 'http://evil.example/http://192.0.2.80/code/x1'])(
  'a gateway that sends %s carries no code',
  async (wanted) => {
    const browser = guestBrowser(GATEWAYS[0][1], {}, served);
    const form = await browser.submit(await browser.open(playedChilli(options('02-00-00-00-00-07')).open(wanted)), '/start', {
      accept: 'yes',
    });
    expect(/<input[^>]*name="code"[^>]*>/.exec(form.html)?.[0]).not.toMatch(/value="[^"]/);
  },
);

test('opening a scanned code uses nothing of it, and does not reveal whether the voucher exists', async () => {
  const known = await fetch(`${server.url()}/portal/${UNIT.uuid}/code/scan-me.1`);
  const unknown = await fetch(`${server.url()}/portal/${UNIT.uuid}/code/scan-me.9`);
  expect((await unknown.text()).replaceAll('scan-me.9', 'scan-me.1')).toBe(await known.text());
  expect(unknown.status).toBe(200);
});

describe("the portal's address on paper", () => {
  const PAPER = `/api/paper/hotspots/${HOTSPOT}`;
  const OWN = `${ORIGIN}/portal/${UNIT.uuid}/code/{code}`;
  const settings = { ...PAPER_DEFAULTS, portal_url: OWN };

  test('is the server’s own portal until another is entered', async () => {
    expect((await server.as('desk11').get(PAPER)).body).toEqual(settings);
    const other = { ...settings, portal_url: 'https://elsewhere.example/{code}' };
    expect((await server.as('reseller1').put(PAPER, other)).status).toBe(200);
    expect((await server.as('desk11').get(PAPER)).body).toEqual(other);
  });

  test('is not stored unless chosen, so that it follows a new address of the server', async () => {
    expect((await server.as('reseller1').put(PAPER, { ...settings, footer: 'Welcome' })).status).toBe(200);
    const [row] = await server.db().select().from(hotspot_papers).where(eq(hotspot_papers.hotspot_id, HOTSPOT));
    expect(row?.settings).toMatchObject({ footer: 'Welcome', portal_url: '' });
    expect((await server.as('desk11').get(PAPER)).body).toMatchObject({ footer: 'Welcome', portal_url: OWN });
  });

  test('is missing for a hotspot without units that could use it', async () => {
    await server.db().update(units).set({ secret: '' }).where(eq(units.hotspot_id, 3));
    expect((await server.as('reseller1').get('/api/paper/hotspots/3')).body).toMatchObject({ portal_url: '' });
  });
});
