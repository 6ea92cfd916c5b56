/** The hotspot that strangers attack in these tests, and its guests. */
import { guestBrowser, playedChilli } from '../../support/peers/gateways';
import { setOnlyPreferences } from '../../support/radius/radius';
import type { TestServer } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';
import { insertVoucherForAnybody } from './voucherForAnybody';

const HOTSPOT = 1;
export const UNIT = { uuid: 'portal-unit', mac: '00-11-22-33-44-55', secret: 'secret of the portal unit' };
export const OTHER = { uuid: 'other-unit', mac: '00-11-22-33-44-66', secret: 'secret of the other unit' };
/** A unit that has signed once, after which it is believed only when it signs. */
export const SIGNING = { uuid: 'signing-unit', mac: '00-11-22-33-44-67', secret: 'secret of the signing unit' };
export const NOW = new Date('2026-11-22T09:30:00Z');
export const LONG = 'x'.repeat(300);

type Unit = typeof UNIT;

/** Stores the units and preferences that try to inject markup, and a voucher. */
export async function prepare(server: Pick<TestServer, 'db' | 'clock'>, units: readonly Unit[]): Promise<void> {
  server.clock.now = NOW;
  const db = server.db();
  for (const { uuid, mac, secret } of units)
    await insertUnit(db, { hotspot_id: HOTSPOT, uuid, mac_address: mac, name: uuid, secret, created: NOW });
  await setOnlyPreferences(db, HOTSPOT, {
    voucher_login: 'true',
    captive_2_title: '</title></style><script>alert(1)</script>',
    captive_4_subtitle: LONG,
    captive_6_description: '<img src=x onerror=alert(1)>',
    captive_7_background: 'red}</style><script>alert(1)</script>',
    captive_85_text_style: 'x";}</style>',
    captive_1_redir: 'javascript:alert(1)',
  });
  await insertVoucherForAnybody(db, HOTSPOT, NOW);
}

export const optionsOf = (server: Pick<TestServer, 'url'>, unit: Unit) => ({
  portal: server.url,
  ports: () => ({ authentication: 9, accounting: 9 }),
  unit,
  deviceMac: '02-00-00-00-00-01',
});

/** Opens a browser of a guest whose visits to the gateway are only recorded, because these tests aren't about RADIUS. */
export const watchedBy =
  (server: Pick<TestServer, 'url'>) =>
  (headers: Record<string, string> = {}, unit: Unit = UNIT) => {
    const chilli = playedChilli(optionsOf(server, unit));
    const sent: string[] = [];
    const gateway = { own: chilli.own, visit: async (address: string) => (sent.push(address), chilli.open()) };
    return { browser: guestBrowser(gateway, headers), sent, chilli };
  };
