/** The demonstration's phones: visitors log in the real way, through a simulated gateway. Real servers have none of this. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { DemoPhone } from '../../src/contract/demo';
import { readConfig } from '../../src/server/config';
import type { Database } from '../../src/server/database/client';
import type { hotspot_vouchers } from '../../src/server/database/schema';
import { hotspots, session_histories, sessions, units } from '../../src/server/database/schema';
import { demonstrate } from '../../src/demo/demonstration';
import { start, type Running } from '../../src/server/main';
import { newTestDatabase, type TestDatabase } from '../support/server/database';
import { guestBrowser, textOf } from '../support/peers/gateways';
import { setOnlyPreferences } from '../support/radius/radius';
import { passwordOf } from '../support/backEnd/recordings';
import { callerOf, login, type Caller } from '../support/server/server';
import { insertUnit, insertVoucher } from '../factories/rows';

const HOTSPOT = 1;
const UNIT = { uuid: '5d3f0a52-0f6f-4f7e-9d2c-5f6f1c2f9a01', mac: '00-11-22-33-44-77', secret: 'secret of the played unit' };

let testDatabase: TestDatabase;
let running: Running;
let staff: Caller;
const visitor = callerOf(() => running.address);

beforeAll(async () => {
  testDatabase = await newTestDatabase('fixture');
  const config = readConfig({ LOG_LEVEL: 'error', PORT: '0', PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: '0,0' });
  const prepare = async ({ db }: Database) => {
    await db.update(units).set({ secret: '' });
    await insertUnit(db, {
      hotspot_id: HOTSPOT,
      uuid: UNIT.uuid,
      mac_address: UNIT.mac,
      name: 'Played',
      secret: UNIT.secret,
      created: new Date(),
    });
    await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  };
  running = await start(
    { ...config, data: testDatabase.folder, databaseUrl: testDatabase.url, loginLimit: 0 },
    { prepare, demonstrate: (server) => demonstrate(server, new Date()) },
  );
  const token = await login(visitor, 'reseller1', passwordOf('reseller1'));
  staff = callerOf(
    () => running.address,
    async () => token,
  );
});
afterAll(async () => {
  await running.close();
  await testDatabase.remove();
});

let vouchers = 0;
async function newCode(change: Partial<typeof hotspot_vouchers.$inferInsert> = {}): Promise<string> {
  vouchers += 1;
  const code = `phonecode${vouchers}`;
  const created = {
    hotspot_id: HOTSPOT,
    code,
    auto_login: false,
    remain_use: -1,
    duration: 3,
    type: 'normal' as const,
    created: new Date(),
  };
  await insertVoucher(running.database.db, { ...created, ...change });
  return code;
}

async function newPhone(hotspotId?: number): Promise<DemoPhone> {
  const { status, body } = await visitor.post('/api/demo/phones', hotspotId === undefined ? {} : { hotspot_id: hotspotId });
  expect(status).toBe(201);
  return body as DemoPhone;
}

const phoneNow = async ({ id }: DemoPhone) => (await visitor.get(`/api/demo/phones/${id}`)).body as DemoPhone;

/** Every address leads to this server, so the browser needs no simulated gateway. */
const browser = guestBrowser({
  own: 'http://nowhere.example',
  visit: async (address) => {
    throw new Error(`nobody is at ${address}`);
  },
});
const opened = ({ id }: DemoPhone) => browser.open(`${running.address}/gateway/${id}/open`);

async function logIn(phone: DemoPhone, code: string) {
  const first = await opened(phone);
  const form = await browser.submit(first, '/start', { accept: 'yes' });
  return browser.submit(form, '/code', { code });
}

describe('a phone in the demonstration', () => {
  test('reaches the portal like behind a router, logs in with a voucher, and its session runs', async () => {
    const phone = await newPhone();
    expect(phone).toMatchObject({ hotspot_id: HOTSPOT, session: null, ended: null });
    const first = await opened(phone);
    const { pathname, searchParams } = new URL(first.url);
    expect(pathname).toBe(`/portal/${UNIT.uuid}`);
    expect(searchParams.get('mac')).toBe(phone.device_mac.replaceAll('-', ':'));
    expect(searchParams.get('link-login-only')).toBe(`${running.address}/gateway/${phone.id}/login`);
    const code = await newCode();
    const online = await logIn(phone, code);
    expect(textOf(online.html)).toContain('You are online');
    expect(await phoneNow(phone)).toMatchObject({ session: { username: expect.stringMatching(/^[a-z2-7]{26}$/) }, ended: null });
    const { body } = await staff.get(`/api/sessions?hotspot=${HOTSPOT}`);
    expect(JSON.stringify(body)).toContain(phone.device_mac);
    expect(JSON.stringify(body)).toContain(`${code.toUpperCase()}#1`);
    // The phone's page again: it shows what is left instead of another login.
    expect(textOf((await opened(phone)).html)).toContain('You are online');
  });

  test('reports its usage as real units do', async () => {
    const phone = await newPhone();
    await logIn(phone, await newCode());
    const bytes = async () => {
      const [row] = await running.database.db.select().from(sessions).where(eq(sessions.device_mac, phone.device_mac));
      return row?.bytes_down ?? 0;
    };
    expect(await bytes()).toBe(0);
    while ((await bytes()) === 0) await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await bytes()).toBeGreaterThan(0);
  }, 30_000);

  test('is informed about a wrong code, and the right one works afterwards', async () => {
    const phone = await newPhone();
    const wrong = await logIn(phone, 'never made');
    expect(textOf(wrong.html)).toContain('This code is not valid here');
    expect(textOf((await browser.submit(wrong, '/code', { code: await newCode() })).html)).toContain('You are online');
  });

  test('logs out on the portal’s page, and in again', async () => {
    const phone = await newPhone();
    const online = await logIn(phone, await newCode());
    const afterLeaving = await browser.submit(online, '/leave');
    expect(textOf(afterLeaving.html)).toContain('You are logged out');
    expect(await phoneNow(phone)).toMatchObject({ session: null });
    const history = await endedSession(phone);
    expect(history.terminate_cause).toBe('admin_reset');
    expect(textOf((await logIn(phone, await newCode())).html)).toContain('You are online');
  });

  test('goes offline when staff disconnect it, and shows that', async () => {
    const phone = await newPhone();
    await logIn(phone, await newCode());
    const [row] = await running.database.db.select().from(sessions).where(eq(sessions.device_mac, phone.device_mac));
    // The first contact of a unit is stored after some seconds; until then the server doesn't know its address.
    let status = 0;
    while (status !== 200) {
      ({ status } = await staff.post(`/api/sessions/${row?.id ?? 0}/disconnect`));
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(await phoneNow(phone)).toMatchObject({ session: null, ended: 'disconnected' });
    expect(new URL((await opened(phone)).url).searchParams.get('link-login-only')).not.toBeNull();
  }, 30_000);

  test('is disconnected by the gateway at a time limit', async () => {
    const phone = await newPhone();
    await logIn(phone, await newCode({ max_time: 2 }));
    while ((await phoneNow(phone)).session !== null) await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await phoneNow(phone)).toMatchObject({ ended: 'time' });
  }, 30_000);

  test('is a new device each time', async () => {
    const [one, other] = [await newPhone(), await newPhone()];
    const code = await newCode({ remain_use: 1 });
    await logIn(one, code);
    expect(other.device_mac).not.toBe(one.device_mac);
    expect(textOf((await logIn(other, code)).html)).toContain('This code has been used as often as it may be.');
  });

  test('reaches only the portal through the gateway', async () => {
    const phone = await newPhone();
    for (const dst of [
      'http://evil.example/',
      '//evil.example',
      `${running.address}.evil.example/portal/`,
      `${running.address}/api/users`,
    ]) {
      const answer = await fetch(`${running.address}/gateway/${phone.id}/login?dst=${encodeURIComponent(dst)}`, { redirect: 'manual' });
      expect(answer.headers.get('location')).toMatch(new RegExp(`^${running.address}/portal/${UNIT.uuid}\\?`));
      expect(new URL(answer.headers.get('location') ?? '').searchParams.get('link-orig')).toBe(
        'http://connectivitycheck.example/generate_204',
      );
    }
  });

  test('is refused with an invalid response without a request', async () => {
    const phone = await newPhone();
    for (const password of ['', 'zz', 'ab'.repeat(15), 'ab'.repeat(4000), 'ab'.repeat(16)]) {
      const answer = await fetch(`${running.address}/gateway/${phone.id}/login?username=X&password=${password}`, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(await phoneNow(phone)).toMatchObject({ session: null });
    }
  });

  test('is limited in number, and the oldest is dropped', async () => {
    const first = await newPhone();
    await logIn(first, await newCode());
    for (let nth = 0; nth < 50; nth += 1) await newPhone();
    expect((await visitor.get(`/api/demo/phones/${first.id}`)).status).toBe(404);
    expect((await fetch(`${running.address}/gateway/${first.id}/open`)).status).toBe(404);
    expect((await endedSession(first)).terminate_cause).toBe('user_request');
  });

  test('is missing for hotspots without a unit', async () => {
    const { body } = await visitor.get('/api/demo/hotspots');
    const [mine] = await running.database.db.select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
    expect(body).toEqual({ data: [{ id: HOTSPOT, name: mine?.name }] });
    for (const hotspot_id of [2, 999]) expect((await visitor.post('/api/demo/phones', { hotspot_id })).status).toBe(404);
  });

  test('can show the portal in pages of this server, and the console knows the demonstration', async () => {
    const phone = await newPhone();
    expect((await opened(phone)).headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect((await visitor.get('/config.json')).body).toMatchObject({ demonstration: true });
    expect((await fetch(running.address)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

/** The gateway reports the end after it has cut the phone off. */
async function endedSession({ device_mac }: DemoPhone) {
  for (;;) {
    const [row] = await running.database.db.select().from(session_histories).where(eq(session_histories.device_mac, device_mac));
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a real server without phones', () => {
  let real: Running;
  let own: TestDatabase;
  beforeAll(async () => {
    own = await newTestDatabase('fixture');
    const config = readConfig({ LOG_LEVEL: 'error', PORT: '0', PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: '0,0' });
    real = await start({ ...config, data: own.folder, databaseUrl: own.url });
    await insertUnit(real.database.db, {
      hotspot_id: HOTSPOT,
      uuid: UNIT.uuid,
      mac_address: UNIT.mac,
      name: 'Real',
      secret: UNIT.secret,
      created: new Date(),
    });
  });
  afterAll(async () => {
    await real.close();
    await own.remove();
  });

  test('has no phones and no gateway', async () => {
    for (const address of ['/api/demo/hotspots', '/api/demo/phones/x', '/gateway/x/open', '/gateway/x/login']) {
      expect([address, (await fetch(real.address + address)).status]).toEqual([address, 404]);
    }
    expect((await fetch(`${real.address}/api/demo/phones`, { method: 'POST' })).status).toBe(404);
    expect(await (await fetch(`${real.address}/config.json`)).json()).not.toHaveProperty('demonstration');
  });

  test('accepts no address of this machine as a gateway, and forbids framing its portal', async () => {
    const query = new URLSearchParams({ 'link-login-only': `${real.address}/gateway/x/login`, mac: '02:00:00:00:00:01' });
    const answer = await fetch(`${real.address}/portal/${UNIT.uuid}?${query}`);
    expect(textOf(await answer.text())).not.toContain('Go online');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
