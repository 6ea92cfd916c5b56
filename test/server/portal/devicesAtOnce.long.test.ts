/** How many devices may be online at once with one voucher or for one guest: at units that use RADIUS, and at the portal. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { CODE, valueOf } from '../../../src/server/radius/codec';
import { access_events, asked_endings, hotspot_vouchers, portal_tries, sessions, users } from '../../../src/server/database/schema';
import { guestBrowser, playedChilli, textOf } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertVoucher } from '../../factories/rows';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-1', zone: 'Europe/Rome' } });
const { HOTSPOT, FIRST, later, prefer, gatewayOf, withAnotherServer } = portalUnit(server, { voucher_login: 'true' });

beforeEach(async () => {
  later(11 * 60);
  await server.db().delete(portal_tries);
  await server.db().delete(sessions);
  await prefer({ max_devices: '0', oldest_device_leaves: 'false' });
});

/** How often twelve devices log in at the same moment. */
const ROUNDS = 5;

let device = 0;
/** A phone that hasn't been seen before. */
const newDevice = () => `02-00-00-00-0D-${(device++).toString(16).padStart(2, '0').toUpperCase()}`;

type NewVoucher = Partial<typeof hotspot_vouchers.$inferInsert>;
async function voucher({ type = 'auth', ...change }: NewVoucher = {}): Promise<{ id: number; code: string }> {
  const code = `dev${Math.random().toString(36).slice(2, 10)}`;
  const created = { hotspot_id: HOTSPOT, code, auto_login: false, remain_use: -1, duration: 3, type, created: FIRST };
  const row = await insertVoucher(server.db(), { ...created, ...change });
  if (type === 'auth') {
    const guest = { hotspot_id: HOTSPOT, username: code.toUpperCase(), account_type: 'voucher', voucher_id: row.id, created: FIRST };
    await server.db().insert(users).values(guest);
  }
  return { id: row.id, code };
}

/** A device that logs in at the unit with a code; the unit then reports its session. */
function deviceWith(code: string, mac = newDevice()) {
  const { radius } = playedChilli(gatewayOf(mac));
  const key = `key of ${mac}`;
  return {
    mac,
    ask: async () => (await radius.pap(code, code)).answer,
    start: () => radius.account(code.toUpperCase(), key, 'start'),
    stop: () => radius.account(code.toUpperCase(), key, 'stop'),
    /** Returns whether it is let in; if so, its session starts. */
    logIn: async () => {
      const answer = (await radius.pap(code, code)).answer;
      if (answer?.code !== CODE.accessAccept) return answer && valueOf(answer, 'Reply-Message');
      await radius.account(code.toUpperCase(), key, 'start');
      return 'in';
    },
  };
}

const FULL = 'You are already online with the maximum number of devices. Log one of them out first.';
const inTurn = async (devices: ReturnType<typeof deviceWith>[]) => {
  const answers: unknown[] = [];
  for (const each of devices) answers.push(await each.logIn());
  return answers;
};
const some = (count: number, code: string) => Array.from({ length: count }, () => deviceWith(code));
const counted = (answers: readonly unknown[]) => answers.filter((answer) => answer === 'in').length;

describe('a personal voucher', () => {
  test.each([
    ['lets one device in of twenty, if it has one use', { remain_use: 1 }, 1],
    ['lets two in, if it has two uses', { remain_use: 2 }, 2],
    ['lets three in, if it has ten uses', { remain_use: 10 }, 3],
    ['lets three in, if its uses are unlimited', {}, 3],
    ['lets five in, if it was created for five devices', { remain_use: 1, max_devices: 5 }, 5],
  ])('%s', async (_what, change, most) => {
    const { code } = await voucher(change);
    const answers = await inTurn(some(20, code));
    expect(answers).toEqual([...Array<string>(most).fill('in'), ...Array<string>(20 - most).fill(FULL)]);
  });

  test('lets no more devices in when twenty ask at the same moment, at two servers', async () => {
    const { id, code } = await voucher({ remain_use: 1 });
    const devices = some(20, code);
    const first = devices.slice(0, 10).map((each) => each.ask());
    await withAnotherServer(async () => {
      const answers = await Promise.all([...first, ...devices.slice(10).map((each) => each.ask())]);
      expect(answers.filter((answer) => answer?.code === CODE.accessAccept)).toHaveLength(1);
    });
    const [now] = await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id));
    expect(now).toMatchObject({ remain_use: 0 });
  });

  test('lets all twelve in that log in first at the same moment, at two servers of which one is ten seconds behind', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { code } = await voucher({ max_devices: 12 });
      const devices = some(12, code);
      const ahead = devices.slice(0, 6).map((each) => each.ask());
      await withAnotherServer(
        async () => {
          const answers = await Promise.all([...ahead, ...devices.slice(6).map((each) => each.ask())]);
          expect(answers.map((answer) => (answer?.code === CODE.accessAccept ? 'in' : answer && valueOf(answer, 'Reply-Message')))).toEqual(
            Array<string>(12).fill('in'),
          );
        },
        { secondsBehind: 10 },
      );
    }
  });

  test('lets a device in again at once, and another one when the first has logged out', async () => {
    const { code } = await voucher({ remain_use: 1 });
    const [phone, tablet] = [deviceWith(code), deviceWith(code)];
    expect(await inTurn([phone, phone, tablet, phone])).toEqual(['in', 'in', FULL, 'in']);
    later(30);
    await phone.stop();
    expect(await inTurn([tablet, phone])).toEqual(['in', FULL]);
  });

  test('holds a place for a device that was let in, until its session should have started', async () => {
    const { code } = await voucher({ remain_use: 1 });
    const [phone, tablet] = [deviceWith(code), deviceWith(code)];
    expect((await phone.ask())?.code).toBe(CODE.accessAccept);
    expect(await tablet.logIn()).toBe(FULL);
    later(5 * 60);
    expect(await tablet.logIn()).toBe('in');
  });
});

describe('a voucher for anybody', () => {
  const guestsOf = async ({ id, code }: { id: number; code: string }, count: number) => {
    const created: ReturnType<typeof playedChilli>[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const gateway = playedChilli(gatewayOf(newDevice()));
      const browser = guestBrowser(gateway);
      const login = await browser.submit(await browser.open(gateway.open()), '/start', { accept: 'yes' });
      await browser.submit(login, '/code', { code });
      if (gateway.state.isOn) created.push(gateway);
    }
    expect(id).toBeGreaterThan(0);
    return created.length;
  };

  test('lets in as many devices as it has uses, or as it is set to', async () => {
    expect(await guestsOf(await voucher({ type: 'normal', remain_use: 3 }), 5)).toBe(3);
    expect(await guestsOf(await voucher({ type: 'normal', remain_use: 4, max_devices: 2 }), 5)).toBe(2);
    const limitless = await voucher({ type: 'normal' });
    expect(await guestsOf(limitless, 6)).toBe(6);
    expect(await guestsOf(await voucher({ type: 'normal', max_devices: 2 }), 4)).toBe(2);
  });

  test('spends no use for a device that is one too many', async () => {
    const created = await voucher({ type: 'normal', remain_use: 4, max_devices: 1 });
    expect(await guestsOf(created, 3)).toBe(1);
    const [now] = await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, created.id));
    expect(now).toMatchObject({ remain_use: 3 });
  });
});

describe('the preferences of the hotspot', () => {
  test('set how many devices each guest may have', async () => {
    await prefer({ max_devices: '2' });
    expect(counted(await inTurn(some(4, (await voucher()).code)))).toBe(2);
    await prefer({ max_devices: '5' });
    expect(counted(await inTurn(some(6, (await voucher()).code)))).toBe(5);
  });

  test('have the oldest device leave for a new one, if staff choose so', async () => {
    await prefer({ oldest_device_leaves: 'true' });
    const { code } = await voucher({ max_devices: 2 });
    const devices = some(4, code);
    for (const each of devices.slice(0, 3)) {
      expect(await each.logIn()).toBe('in');
      later(60);
    }
    const leaving = async () => {
      const rows = await server
        .db()
        .select({ mac: sessions.device_mac })
        .from(asked_endings)
        .innerJoin(sessions, eq(sessions.id, asked_endings.session_id))
        .orderBy(sessions.id);
      return rows.map(({ mac }) => mac);
    };
    expect(await leaving()).toEqual([devices[0]?.mac]);
    expect(await devices[3]?.logIn()).toBe('in');
    expect(await leaving()).toEqual([devices[0]?.mac, devices[1]?.mac]);
  });
});

test('a refused device is recorded with its reason', async () => {
  const { code } = await voucher({ remain_use: 1 });
  await inTurn(some(2, code));
  const refused = await server
    .db()
    .select()
    .from(access_events)
    .where(eq(access_events.refusal, 'too_many_devices'))
    .orderBy(access_events.id);
  expect(refused.at(-1)).toMatchObject({ way: 'voucher' });
});

test('a guest who is refused logs another device out on the page, and then gets in', async () => {
  const { code } = await voucher({ remain_use: 1 });
  const first = deviceWith(code);
  expect(await first.logIn()).toBe('in');
  const stranger = deviceWith((await voucher({ remain_use: 1 })).code);
  expect(await stranger.logIn()).toBe('in');

  const gateway = playedChilli(gatewayOf(newDevice()));
  const browser = guestBrowser(gateway);
  const login = await browser.submit(await browser.open(gateway.open()), '/start', { accept: 'yes' });
  const refused = await browser.submit(login, '/code', { code });
  expect(textOf(refused.html)).toContain(FULL);
  expect(textOf(refused.html)).toContain('You are online on another device:');
  expect(refused.html).toContain(first.mac);
  expect(refused.html).not.toContain(stranger.mac);
  const idOf = async (mac: string) => (await server.db().select().from(sessions).where(eq(sessions.device_mac, mac)))[0]?.id ?? 0;

  // Somebody else's session continues, whatever is sent.
  const tampered = await browser.submit(refused, '/free', { session: String(await idOf(stranger.mac)) });
  expect(await server.db().$count(asked_endings)).toBe(0);
  const freed = await browser.submit(tampered, '/free', { session: String(await idOf(first.mac)) });
  expect(textOf(freed.html)).toContain('The device is being logged out. You can connect now.');
  expect(freed.html).not.toContain(first.mac);
  expect((await server.db().select().from(asked_endings)).map(({ session_id }) => session_id)).toEqual([await idOf(first.mac)]);
  expect(textOf((await browser.submit(freed, '/code', { code })).html)).toContain('You are online');
});
