import { beforeEach } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hotspot_vouchers, portal_tries, units, users } from '../../../src/server/database/schema';
import { guestBrowser, playedChilli, playedMikrotik } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertGuest, insertVoucher } from '../../factories/rows';

export const server = serve({ config: { freeradiusToken: 'token-of-the-portal-1', zone: 'Europe/Rome' } });

export const { HOTSPOT, FIRST, UNIT, later, prefer, gatewayOf, withAnotherServer } = portalUnit(server, {
  voucher_login: 'true',
  captive_2_title: 'Casa <Bianca>',
  captive_1_redir: 'https://example.com/welcome',
});

beforeEach(async () => {
  later(11 * 60);
  await server.db().delete(portal_tries);
  // The unit is used with gateways that sign and others that don't.
  await server.db().update(units).set({ arrivals_signed_with: '' }).where(eq(units.uuid, UNIT.uuid));
});

let device = 0;
/** A phone that hasn't been seen before. */
export const newDevice = () => `02-00-00-00-00-${(device++).toString(16).padStart(2, '0').toUpperCase()}`;

export async function voucher(change: Partial<typeof hotspot_vouchers.$inferInsert> = {}): Promise<{ id: number; code: string }> {
  const code = `code${Math.random().toString(36).slice(2, 10)}`;
  const created = {
    hotspot_id: HOTSPOT,
    code,
    auto_login: false,
    remain_use: -1,
    duration: 3,
    type: 'normal' as const,
    created: FIRST,
    ...change,
  };
  const row = await insertVoucher(server.db(), created);
  if (change.type === 'auth') {
    await insertGuest(server.db(), {
      hotspot_id: HOTSPOT,
      username: row.code.toUpperCase(),
      name: 'Ada',
      account_type: 'voucher',
      created: FIRST,
      voucher_id: row.id,
      max_navigation_time: change.max_time ?? 0,
      auto_login: change.auto_login ?? false,
    });
  }
  return row;
}

export const voucherNow = async (id: number) => (await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id)))[0];
export const guestsLike = async (code: string) => {
  const rows = await server.db().select().from(users).where(eq(users.hotspot_id, HOTSPOT));
  return rows.filter(({ username }) => username.startsWith(code.toUpperCase()));
};

type Gateway = ReturnType<typeof playedChilli> | ReturnType<typeof playedMikrotik>;

/** Goes from the first page to the one for the code. */
export async function toLogin(gateway: Gateway, headers?: Record<string, string>) {
  const browser = guestBrowser(gateway, headers);
  const start = await browser.open(gateway.open());
  const login = await browser.submit(start, '/start', { accept: 'yes' });
  return { browser, start, login };
}

export const GATEWAYS: [name: string, make: (mac: string) => Gateway][] = [
  ['CoovaChilli', (mac) => playedChilli(gatewayOf(mac))],
  ['CoovaChilli with a uamsecret', (mac) => playedChilli({ ...gatewayOf(mac), uamsecret: UNIT.secret })],
  ['MikroTik', (mac) => playedMikrotik(gatewayOf(mac))],
];
