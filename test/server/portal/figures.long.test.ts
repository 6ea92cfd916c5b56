/** How guests get through the portal: counters per hotspot and day. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PortalFigures } from '../../../src/contract/stats';
import { forgetFigures } from '../../../src/server/access/portalFigureQueries';
import { type hotspot_vouchers, hotspots, portal_figures, portal_tries, users } from '../../../src/server/database/schema';
import { guestBrowser, playedChilli, textOf } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertHotspot, insertVoucher } from '../../factories/rows';
import { portalVisits } from '../../../src/server/access/portalVisits';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-8', zone: 'Europe/Rome' } });

const { HOTSPOT, FIRST, later, gatewayOf } = portalUnit(server, { voucher_login: 'true', auto_login: 'true' });

beforeEach(async () => {
  await server.db().delete(portal_figures);
  await server.db().delete(portal_tries);
});

let devices = 0;
function newPhone() {
  devices += 1;
  const deviceMac = `02-F1-00-00-00-${devices.toString(16).padStart(2, '0').toUpperCase()}`;
  return playedChilli(gatewayOf(deviceMac));
}

async function newCode(change: Partial<typeof hotspot_vouchers.$inferInsert> = {}): Promise<string> {
  const code = `figures${Math.random().toString(36).slice(2, 10)}`;
  const created = { hotspot_id: HOTSPOT, code, auto_login: false, remain_use: -1, duration: 3, type: 'normal' as const, created: FIRST };
  await insertVoucher(server.db(), { ...created, ...change });
  return code;
}

/** Logs in, from the first page until online, with this many seconds in between. */
async function logIn(gateway: ReturnType<typeof newPhone>, code: string, seconds = 0) {
  const browser = guestBrowser(gateway);
  const login = await browser.submit(await browser.open(gateway.open()), '/start', { accept: 'yes' });
  later(seconds);
  return browser.submit(login, '/code', { code });
}

const figures = async (query = '') => (await server.as('reseller1').get(`/api/stats/portal/${HOTSPOT}${query}`)).body as PortalFigures;

/** Waits for the counters, which are written every few seconds. */
async function untilWritten(isSo: (now: PortalFigures) => boolean): Promise<PortalFigures> {
  for (;;) {
    const now = await figures();
    if (isSo(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('figures of guests', () => {
  test('count a visit once as opened, tried and logged in, with method and time', async () => {
    const gateway = newPhone();
    const browser = guestBrowser(gateway);
    // Phones open the portal more than once by themselves.
    await browser.open(gateway.open());
    expect(textOf((await logIn(gateway, 'no such code')).html)).toContain('not valid');
    expect(textOf((await logIn(gateway, await newCode(), 42)).html)).toContain('You are online');
    await logIn(newPhone(), 'no such code');
    await guestBrowser(newPhone()).open(newPhone().open());
    const counted = await untilWritten(({ opened }) => opened >= 3);
    expect(counted).toMatchObject({ opened: 3, tried: 2, logged_in: 1, seconds: 42, ways: [{ way: 'voucher', count: 1 }] });
    expect(counted.days).toHaveLength(30);
    expect(counted.days.at(-1)).toEqual({ day: '2026-11-22', opened: 3, tried: 2, logged_in: 1, seconds: 42 });
    expect(counted.days.slice(0, -1).every((day) => day.opened + day.tried + day.logged_in === 0 && day.seconds === null)).toBe(true);
  }, 30_000);

  test('show the median of those who had to act, in growing steps', async () => {
    for (const seconds of [1, 10, 95, 3000])
      expect(textOf((await logIn(newPhone(), await newCode(), seconds > 800 ? 800 : seconds)).html)).toContain('online');
    const { seconds, logged_in } = await figures();
    expect({ seconds, logged_in }).toEqual({ seconds: 10, logged_in: 4 });
    const rows = await server.db().select({ what: portal_figures.what }).from(portal_figures);
    expect(
      rows
        .map(({ what }) => what)
        .filter((what) => what.startsWith('took'))
        .sort(),
    ).toEqual(['took 1', 'took 10', 'took 840', 'took 95']);
  });

  test('count a known device separately, without a time', async () => {
    const gateway = newPhone();
    await logIn(gateway, await newCode({ auto_login: true }), 5);
    await guestBrowser(gateway).open(`${gateway.own}/logoff`);
    later(3600);
    expect(textOf((await guestBrowser(gateway).open(gateway.open())).html)).toContain('You are online');
    expect(await figures()).toMatchObject({
      logged_in: 2,
      seconds: 5,
      ways: expect.arrayContaining([{ way: 'mac', count: 1 }]) as unknown,
    });
  });

  test('count no login for a refused token or a repeated packet', async () => {
    const gateway = newPhone();
    const code = await newCode();
    await logIn(gateway, code);
    await gateway.last()?.again();
    expect(await figures()).toMatchObject({ logged_in: 1 });
    const slow = newPhone();
    const late = { own: slow.own, visit: async (address: string) => (later(61), slow.visit(address)) };
    const browser = guestBrowser(late);
    const login = await browser.submit(await browser.open(slow.open()), '/start', { accept: 'yes' });
    await browser.submit(login, '/code', { code });
    expect(await figures()).toMatchObject({ logged_in: 1 });
  });
});

describe('days of the figures', () => {
  test('are those of the hotspot’s zone', async () => {
    server.clock.now = new Date('2026-11-22T23:30:00Z');
    await logIn(newPhone(), await newCode());
    expect((await figures('?days=2')).days.map(({ day, logged_in }) => [day, logged_in])).toEqual([
      ['2026-11-22', 0],
      ['2026-11-23', 1],
    ]);
  });

  test('are refused when too many or invalid', async () => {
    for (const days of ['0', '367', 'x'])
      expect((await server.as('reseller1').get(`/api/stats/portal/${HOTSPOT}?days=${days}`)).status).toBe(400);
  });
});

describe('stored figures', () => {
  test('name no person, and are deleted with their hotspot and in time', async () => {
    const db = server.db();
    await logIn(newPhone(), await newCode());
    expect(Object.keys((await db.select().from(portal_figures))[0] ?? {}).sort()).toEqual(['count', 'day', 'hotspot_id', 'what']);
    const [guest] = await db.select().from(users).where(eq(users.hotspot_id, HOTSPOT));
    expect(guest).toBeDefined();
    const old = { day: '2024-01-01', what: 'opened', count: 1 };
    await db.insert(portal_figures).values([
      { hotspot_id: HOTSPOT, ...old },
      { hotspot_id: 2, ...old },
    ]);
    await forgetFigures(db, '2024-01-02', 1);
    expect(await db.$count(portal_figures, eq(portal_figures.day, '2024-01-01'))).toBe(1);
    await forgetFigures(db, '2024-01-02', 100);
    expect(await db.$count(portal_figures, eq(portal_figures.day, '2024-01-01'))).toBe(0);
    const hotspot = await insertHotspot(db, { uuid: 'short-lived', account_id: 1, name: 'short-lived', created: FIRST });
    await db.insert(portal_figures).values({ hotspot_id: hotspot.id, ...old });
    await db.delete(hotspots).where(eq(hotspots.uuid, 'short-lived'));
    expect(await db.$count(portal_figures, eq(portal_figures.hotspot_id, hotspot.id))).toBe(0);
  });

  test('are a few rows for a million opens by a bot, which cost little more than a look-up', async () => {
    server.clock.now = new Date('2026-11-23T09:00:00Z');
    const errors: unknown[] = [];
    const visits = portalVisits(
      server.db(),
      () => server.clock.now,
      (error) => void errors.push(error),
    );
    const at = { hotspotId: 2, zone: 'Europe/Rome' };
    const startedAt = performance.now();
    for (let nth = 0; nth < 1_000_000; nth += 1) visits.seen('opened', at, `bot ${nth}`);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await visits.close();
    expect(errors).toEqual([]);
    const rows = await server.db().select().from(portal_figures).where(eq(portal_figures.hotspot_id, 2));
    expect(rows).toEqual([{ hotspot_id: 2, day: '2026-11-23', what: 'opened', count: 20_000 }]);
  }, 30_000);
});
