/** Routers with openNDS: what their script asks and reports, and the effect on guests and sessions. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { openndsScript } from '../../../src/gateways/openndsScript';
import { serverKey } from '../../../src/server/auth/serverKeyQueries';
import { issueToken } from '../../../src/server/access/tokenQueries';
import { customIn, customOf, FAS_KEY, fasKey, returnedHid } from '../../../src/server/units/openndsProofs';
import {
  asked_endings,
  hotspot_vouchers,
  portal_tries,
  session_histories,
  sessions,
  unit_contacts,
  unit_refusals,
  users,
} from '../../../src/server/database/schema';
import { ending } from '../../../src/server/radius/ending';
import { formsIn, guestBrowser, textOf } from '../../support/peers/gateways';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { tablesNaming } from '../../support/server/traces';
import { insertGuest, insertUnit, insertVoucher } from '../../factories/rows';

const server = serve({ config: { opennds: true, zone: 'Europe/Rome', loginLimit: 4 } });

const HOTSPOT = 1;
/** Seconds by which a router's clock may be off before the server corrects it. */
const CLOCK_OFF = 900;
/** Seconds from the beginning of a session until openNDS reports it. */
const TELLS_AFTER = 2;
const FIRST = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'nds-lobby', mac_address: '00-11-22-33-44-77', name: 'Lobby openNDS', secret: "it's a secret" };
let unitId = 0;
let devices = 0;
/** A phone that hasn't been seen before, with its MAC address as openNDS writes it. */
const newDevice = () => `02:4e:44:53:00:${(devices++).toString(16).padStart(2, '0')}`;
const wire = (mac: string) => mac.toUpperCase().replaceAll(':', '-');
const seconds = () => Math.floor(server.clock.now.getTime() / 1000);
const later = (more: number) => (server.clock.now = new Date(server.clock.now.getTime() + more * 1000));

beforeAll(async () => {
  server.clock.now = FIRST;
  const db = server.db();
  const unit = await insertUnit(db, { ...UNIT, hotspot_id: HOTSPOT, kind: 'opennds', created: FIRST });
  unitId = unit.id;
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
});
beforeEach(async () => {
  later(11 * 60);
  await server.db().delete(portal_tries);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** A proof as the script makes it, see gateways/opennds.ts. */
const prove = (secret: string, ...parts: string[]) => sha256(`${secret}\n${sha256([secret, ...parts].join('\n'))}\n`);

interface Proof {
  uuid?: string;
  secret?: string;
  time?: number;
  nonce?: string;
  proof?: string;
}

/** Sends what the script sends, checks the proof of the answer, and returns its lines. */
async function call(body: string, { uuid = UNIT.uuid, secret = UNIT.secret, time = seconds(), ...more }: Proof = {}) {
  const nonce = more.nonce ?? randomBytes(16).toString('hex');
  const proof = more.proof ?? prove(secret, 'ask', nonce, String(time), body);
  const url = `${server.url()}/opennds/${uuid}?nonce=${nonce}&time=${time}&proof=${proof}`;
  const answer = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
  const text = await answer.text();
  if (answer.status !== 200) return { status: answer.status, lines: [], text };
  const lines = text.trimEnd().split('\n');
  const reported = lines.slice(0, -1).map((line) => `${line}\n`);
  expect(lines.at(-1)).toBe(`proof ${prove(secret, 'answer', nonce, reported.join(''))}`);
  return { status: 200, lines: lines.slice(0, -1), text };
}

const fields = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
const event = async (name: string, values: Record<string, string | number>) => {
  const { status, lines } = await call(fields({ event: name, now: seconds(), ...values }));
  expect(status).toBe(200);
  return lines;
};
/** The output of `ndsctl json`. */
const clients = async (
  ...all: { mac: string; start: number; token: string; up?: number; down?: number; custom?: string; state?: string }[]
) => {
  const each = all.map(({ mac, start, token, up = 0, down = 0, custom = '', state = 'Authenticated' }) => [
    mac,
    {
      version: '9.10.0',
      mac,
      ip: '10.1.0.7',
      session_start: String(start),
      session_end: String(start + 3600),
      token,
      state,
      custom,
      download_this_session: String(down),
      upload_this_session: String(up),
      download_session_avg: '28.79',
      upload_quota: 'null',
    },
  ]);
  const json = JSON.stringify({ client_list_length: String(all.length), clients: Object.fromEntries(each) as object }, null, 2);
  const { status, lines } = await call(`event=clients\nnow=${seconds()}\n\n${json}`);
  expect(status).toBe(200);
  return lines;
};

async function voucher(change: Partial<typeof hotspot_vouchers.$inferInsert> = {}): Promise<{ id: number; code: string }> {
  const code = `code${randomBytes(4).toString('hex')}`;
  const created = { hotspot_id: HOTSPOT, code, auto_login: false, remain_use: -1, duration: 3, type: 'normal' as const, created: FIRST };
  const row = await insertVoucher(server.db(), { ...created, ...change });
  return row;
}

/** A phone behind a simulated openNDS, which works by redirects. `below`: where level 4 sends guests, relative to the portal's own URL. */
function playedOpennds(mac: string, more: Record<string, string> = {}, below = '') {
  const own = 'http://10.1.0.1:2050';
  const state = { hid: randomBytes(32).toString('hex'), token: '', start: 0, custom: '', answer: [] as string[], isOn: false };
  const redirect = (originurl: string) => {
    const values = {
      hid: state.hid,
      clientip: '10.1.0.7',
      clientmac: mac,
      client_type: 'cpd_can',
      gatewayname: 'openNDS%20Node%3a62c6678ab017%20',
      gatewayurl: 'http%3a%2f%2fstatus.client',
      version: '9.10.0',
      gatewayaddress: '10.1.0.1:2050',
      gatewaymac: '',
      ...more,
      originurl: encodeURIComponent(originurl),
      clientif: 'br-lan',
      themespec: '(null)',
    };
    const text = Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join(', ');
    return `${server.url()}/portal/${UNIT.uuid}${below}?fas=${Buffer.from(`${text}, (null)(null)`).toString('base64')}`;
  };
  return {
    own,
    state,
    open: (originurl = 'http://connectivitycheck.gstatic.com/generate_204') => redirect(originurl),
    visit: async (address: string): Promise<string> => {
      const url = new URL(address);
      if (url.origin !== own) throw new Error(`the guest is sent to ${address}`);
      // openNDS 9 and 10 redirect like this.
      if (url.pathname === '/login') return redirect(`${own}/${below === '' ? '' : 'login'}?redir=${url.searchParams.get('redir') ?? ''}`);
      expect(url.pathname).toBe('/opennds_auth/');
      const [tok, redir, custom] = ['tok', 'redir', 'custom'].map((name) => url.searchParams.get(name) ?? '');
      if (state.isOn) return `${server.url()}/portal/${UNIT.uuid}?tok=${tok}&redir=${redir}&custom=${custom}&status=authenticated`;
      const faskey = fasKey(await serverKey(server.db(), FAS_KEY), UNIT.uuid);
      if (tok !== returnedHid(state.hid, faskey)) return redirect(address);
      state.token = randomBytes(4).toString('hex');
      state.custom = (custom ?? '').replaceAll('=', '%3d');
      state.start = seconds();
      state.answer = await event('auth_client', { mac, ip: '10.1.0.7', token: state.token, custom: state.custom });
      if (state.answer[0]?.startsWith('grant ') !== true) return redirect(redir ?? '');
      state.isOn = true;
      // As openNDS does: the time of this report, not that of the session's start.
      later(TELLS_AFTER);
      const session = {
        mac,
        incoming: 0,
        outgoing: 0,
        start: seconds(),
        end: state.start + 86_400,
        token: state.token,
        custom: state.custom,
      };
      expect(await event('client_auth', session)).toEqual(['done']);
      return redir ?? '';
    },
  };
}
type Opennds = ReturnType<typeof playedOpennds>;

async function toLogin(gateway: Opennds) {
  const browser = guestBrowser(gateway);
  const start = await browser.open(gateway.open());
  return { browser, start, login: await browser.submit(start, '/start', { accept: 'yes' }) };
}
async function online(code: string, mac = newDevice()) {
  const gateway = playedOpennds(mac);
  const { browser, login } = await toLogin(gateway);
  const page = await browser.submit(login, '/code', { code });
  return { mac, gateway, browser, login, page };
}
const stopped = ({ mac, gateway: { state } }: { mac: string; gateway: Opennds }, name: string, incoming: number, outgoing: number) =>
  event(name, { mac, incoming, outgoing, start: state.start, end: seconds(), token: state.token, custom: state.custom });
const runningOf = async (mac: string) =>
  (
    await server
      .db()
      .select()
      .from(sessions)
      .where(eq(sessions.device_mac, wire(mac)))
  )[0];
const endedOf = async (mac: string) =>
  (
    await server
      .db()
      .select()
      .from(session_histories)
      .where(eq(session_histories.device_mac, wire(mac)))
      .orderBy(desc(session_histories.id))
  )[0];

describe('a guest behind openNDS', () => {
  test("is admitted with a voucher's limits, and the session is the guest’s", async () => {
    const { id, code } = await voucher({ remain_use: 1, max_time: 3600, max_traffic: 5_000_999, bandwidth_down: 2000, bandwidth_up: 500 });
    const { mac, gateway, page } = await online(code);
    expect(textOf(page.html)).toContain('You are online');
    // Seconds, kbit/s up and down, kB up and down.
    expect(gateway.state.answer).toEqual(['grant 3600 500 2000 4883 4883']);
    expect(await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id))).toMatchObject([{ remain_use: 0 }]);
    expect(await runningOf(mac)).toMatchObject({ username: `${code.toUpperCase()}#1`, unit_id: unitId, hotspot_id: HOTSPOT });
  });

  test('gets no limits except an end when there are none', async () => {
    const { code } = await voucher({ duration: 0 });
    expect((await online(code)).gateway.state.answer).toEqual([`grant ${366 * 86_400} 0 0 0 0`]);
  });

  test('is led to the online page after tapping twice', async () => {
    const { code } = await voucher();
    const { gateway, browser, login } = await online(code);
    expect(textOf((await browser.submit(login, '/code', { code })).html)).toContain('You are online');
    expect(gateway.state.isOn).toBe(true);
  });

  test('refused at the last moment reads the reason', async () => {
    const { code } = await voucher();
    const gateway = playedOpennds(newDevice());
    const slow = {
      own: gateway.own,
      visit: async (address: string) => {
        if (address.includes('/opennds_auth/'))
          await server
            .db()
            .update(users)
            .set({ valid_until: FIRST })
            .where(eq(users.username, `${code.toUpperCase()}#1`));
        return gateway.visit(address);
      },
    };
    const { login } = await toLogin(gateway);
    const refused = await guestBrowser(slow).submit(login, '/code', { code });
    expect(gateway.state.answer).toEqual(['refuse expired']);
    expect(textOf(refused.html)).toContain('This code has expired');
    expect(formsIn(refused.html).some(({ action }) => action.endsWith('/code'))).toBe(true);
  });

  test('is refused when the token comes too late, a second time or with another device', async () => {
    const { code } = await voucher();
    const mac = newDevice();
    const gateway = playedOpennds(mac);
    const slow = { own: gateway.own, visit: async (address: string) => (later(61), gateway.visit(address)) };
    const { browser, login } = await toLogin(gateway);
    expect(textOf((await guestBrowser(slow).submit(login, '/code', { code })).html)).toContain('The access point refused the connection');
    expect(textOf((await browser.submit(login, '/code', { code })).html)).toContain('You are online');
    const { custom } = gateway.state;
    const again = { ip: '10.1.0.7', token: 'deadbeef', custom };
    expect(await event('auth_client', { mac: newDevice(), ...again })).toEqual(['refuse not_known']);
    later(31);
    expect(await event('auth_client', { mac, ...again })).toEqual(['refuse not_known']);
  });

  test('continues with another code once the router has ended the first session', async () => {
    const [first, second] = [await voucher(), await voucher()];
    const { mac, gateway, browser, page } = await online(first.code);
    const again = await browser.submit(page, '/code', { code: second.code });
    expect(textOf(again.html)).toContain('Disconnect from the WiFi and connect again');
    const [, link = ''] = /href="(http:\/\/10\.1\.0\.1:2050\/login\?redir=[^"]+)"/.exec(again.html) ?? [];
    later(60);
    await stopped({ mac, gateway }, 'ndsctl_deauth', 1, 1);
    gateway.state.isOn = false;
    expect(textOf((await browser.open(link.replaceAll('&amp;', '&'))).html)).toContain('You are online');
    expect(await runningOf(mac)).toMatchObject({ username: `${second.code.toUpperCase()}#1` });
  });

  test("cannot admit a device or try codes by forging the portal's data", async () => {
    const { code, id } = await voucher({ type: 'auth' });
    const guest = await insertGuest(server.db(), {
      hotspot_id: HOTSPOT,
      voucher_id: id,
      username: code.toUpperCase(),
      account_type: 'voucher',
      created: FIRST,
    });
    const created = [
      customOf(guest.id, 'a'.repeat(26)),
      Buffer.from(`portico ${guest.id} ${code}`).toString('base64'),
      Buffer.from('portico 999999999999 aaaaaaaaaaaaaaaaaaaaaaaaaa').toString('base64'),
      'bmE=',
      '',
      '%%%',
    ];
    for (const custom of created) {
      const lines = await event('auth_client', { mac: newDevice(), ip: '10.1.0.7', token: 'deadbeef', custom });
      expect(lines).toEqual([expect.stringMatching(/^refuse (?:not_known|wrong_secret)$/)]);
    }
  });

  test('is not redirected to internet addresses', async () => {
    for (const gatewayaddress of ['203.0.113.5:2050', 'evil.example:2050', '10.1.0.1:2050/x?', '']) {
      const page = await guestBrowser(playedOpennds('')).open(playedOpennds(newDevice(), { gatewayaddress }).open());
      expect([gatewayaddress, formsIn(page.html).length]).toEqual([gatewayaddress, 0]);
    }
  });
});

describe('a router that polls the server', () => {
  /** Asks as openNDS 10.3.1 does. */
  const request = async (what: string, payload: string) => {
    const query = new URLSearchParams({ auth_get: what, gatewayhash: sha256('openNDS'), payload: Buffer.from(payload).toString('base64') });
    const answer = await fetch(`${server.url()}/portal/${UNIT.uuid}/opennds?${query.toString()}`);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  /** The waiting clients, in the form that openNDS' command takes. */
  const waiting = async () => {
    const [star, ...clients] = (await request('view', 'none')).split(' ');
    expect(star).toBe('*');
    return clients.map((client) => decodeURIComponent(client).split(' '));
  };

  /** A phone behind such a router. */
  function polledOpennds(mac = newDevice()) {
    const gateway = playedOpennds(mac, { version: '10.3.1', cpi_query: '' }, '/opennds');
    const { state } = gateway;
    const rhid = async () => returnedHid(state.hid, fasKey(await serverKey(server.db(), FAS_KEY), UNIT.uuid));
    const reported = (custom: string) => ({
      mac,
      incoming: 0,
      outgoing: 396,
      start: state.start,
      end: state.start + 3600,
      token: state.token,
      custom: custom.replaceAll('=', '%3d'),
    });
    return {
      mac,
      gateway,
      rhid,
      entry: async () => {
        const name = await rhid();
        return (await waiting()).find(([client]) => client === name);
      },
      /** Lets the client in as the router was told to. */
      letIn: async (custom: string) => {
        [state.token, state.start, state.custom] = [randomBytes(4).toString('hex'), seconds(), custom];
        return event('ndsctl_auth', reported(custom));
      },
    };
  }
  type Polled = ReturnType<typeof polledOpennds>;

  async function waitingWith(code: string, phone: Polled) {
    const { browser, login } = await toLogin(phone.gateway);
    return { browser, login, page: await browser.submit(login, '/code', { code }) };
  }
  const WAITS = 'One moment: you are being connected.';
  /** Clears the clients that the previous test left on the list. */
  beforeEach(() => {
    later(2 * 60);
  });

  test("is given a client with its limits, while the guest waits for the script's confirmation", async () => {
    const { id, code } = await voucher({ remain_use: 1, max_time: 3601, max_traffic: 5_000_999, bandwidth_down: 2000, bandwidth_up: 500 });
    const phone = polledOpennds();
    expect(await waiting()).toEqual([]);
    const { browser, page } = await waitingWith(code, phone);
    expect(textOf(page.html)).toContain(WAITS);
    expect(page.headers.get('refresh')).toBe('2');
    const [entry = [], ...others] = await waiting();
    expect(others).toEqual([]);
    // The client, minutes, kbit/s up and down, kB up and down.
    expect(entry.slice(0, -1)).toEqual([await phone.rhid(), '61', '500', '2000', '4883', '4883']);
    // openNDS passes it to a shell, so no other characters may occur.
    expect(entry.at(-1)).toMatch(/^[\w+/=]{40,120}$/);
    expect(textOf((await browser.open(page.url)).html)).toContain(WAITS);
    expect(textOf((await browser.follow(page, 'Italiano')).html)).toContain('Un momento');
    expect(await phone.letIn(entry.at(-1) ?? '')).toEqual(['done']);
    expect(await waiting()).toEqual([]);
    expect(textOf((await browser.open(page.url)).html)).toMatch(/You are online.*1 hour/);
    expect(await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id))).toMatchObject([{ remain_use: 0 }]);
    expect(await runningOf(phone.mac)).toMatchObject({ username: `${code.toUpperCase()}#1`, unit_id: unitId, hotspot_id: HOTSPOT });
    const { start, token, custom } = phone.gateway.state;
    later(60);
    expect(await clients({ mac: phone.mac, start, token, custom, down: 3000, up: 68 })).toEqual(['done']);
    expect(await runningOf(phone.mac)).toMatchObject({ bytes_down: 3000 * 1024, bytes_up: 68 * 1024, duration: 60 });
  });

  test('is given a client despite any other request, as requests carry no proof', async () => {
    const { code } = await voucher();
    const phone = polledOpennds();
    const { browser, page } = await waitingWith(code, phone);
    const name = await phone.rhid();
    for (const [what, payload] of [
      ...([['clear', 'none'], ['view', `* ${name}`], ['view', '*'], ['view', ''], ['list', 'none'], ['custom', 'x']] as const), // prettier-ignore
      ...([['deauthed', `method=client_deauth, clientmac=${phone.mac}`], ['anything', 'none']] as const), // prettier-ignore
    ])
      expect([what, payload, await request(what, payload)]).toEqual([what, payload, 'ack']);
    expect(await runningOf(phone.mac)).toBeUndefined();
    expect(textOf((await browser.open(page.url)).html)).toContain(WAITS);
    expect(await phone.entry()).toBeDefined();
  });

  test('is given no client of another unit, and none for an unknown unit', async () => {
    const { code } = await voucher();
    const { mac_address: _, ...other } = { ...UNIT, uuid: 'nds-other' };
    await insertUnit(server.db(), { ...other, mac_address: '00-11-22-33-44-79', hotspot_id: HOTSPOT, kind: 'opennds', created: FIRST });
    await waitingWith(code, polledOpennds());
    const at = (uuid: string) => fetch(`${server.url()}/portal/${uuid}/opennds?auth_get=view&payload=bm9uZQ==`);
    expect(await (await at('nds-other')).text()).toBe('*');
    expect((await at('nds-nowhere')).status).toBe(404);
  });

  test('has a minute, after which the guest can try again', async () => {
    const { code } = await voucher();
    const phone = polledOpennds();
    const { browser, page } = await waitingWith(code, phone);
    const custom = (await phone.entry())?.at(-1) ?? '';
    later(61);
    expect(await waiting()).toEqual([]);
    const late = await browser.open(page.url);
    expect(textOf(late.html)).toContain('The access point refused the connection');
    expect(textOf((await browser.submit(late, '/code', { code })).html)).toContain(WAITS);
    // A client that the router lets in too late is thrown out with the next list.
    await phone.letIn(custom);
    expect(await runningOf(phone.mac)).toBeUndefined();
    const { start, token } = phone.gateway.state;
    expect(await clients({ mac: phone.mac, start, token, custom })).toEqual(['done', `end ${phone.mac}`]);
  });

  test('has a waiting page that shows nothing and leads nowhere but back to the router after a quarter of an hour', async () => {
    const { code } = await voucher();
    const phone = polledOpennds();
    const { browser, page } = await waitingWith(code, phone);
    await phone.letIn((await phone.entry())?.at(-1) ?? '');
    later(14 * 60);
    const inTime = await browser.open(page.url);
    expect(inTime.url).toContain('/online?k=');
    expect(textOf(inTime.html)).toContain('You are online');
    later(61);
    const late = await browser.open(page.url);
    expect(textOf(late.html)).toContain('This page was open for too long');
    expect(late.url).toBe(page.url);
    expect(formsIn(late.html)).toEqual([]);
    expect(late.html).not.toMatch(/[?&;][sk]=/);
    expect(late.html).toContain('http://10.1.0.1:2050/login');
  });

  test('admits a guest refused at the last moment, who reads the reason and is disconnected', async () => {
    const { code } = await voucher();
    const phone = polledOpennds();
    const { browser, page } = await waitingWith(code, phone);
    const custom = (await phone.entry())?.at(-1) ?? '';
    const guest = eq(users.username, `${code.toUpperCase()}#1`);
    await server.db().update(users).set({ valid_until: FIRST }).where(guest);
    expect(await waiting()).toEqual([]);
    await phone.letIn(custom);
    const refused = await browser.open(page.url);
    expect(textOf(refused.html)).toContain('This code has expired');
    expect(formsIn(refused.html).some(({ action }) => action.endsWith('/code'))).toBe(true);
    const { start, token } = phone.gateway.state;
    // Repeated until it is out.
    for (let listed = 0; listed < 2; listed += 1)
      expect(await clients({ mac: phone.mac, start, token, custom })).toEqual(['done', `end ${phone.mac}`]);
  });

  test('is given a client once, however often its guest taps', async () => {
    const { code } = await voucher({ remain_use: 1 });
    const phone = polledOpennds();
    const { browser, login } = await waitingWith(code, phone);
    const first = (await phone.entry())?.at(-1) ?? '';
    await browser.submit(login, '/code', { code });
    const all = await waiting();
    expect(all).toHaveLength(1);
    const second = all[0]?.at(-1) ?? '';
    expect(second).not.toBe(first);
    // The router had read the list before.
    await phone.letIn(first);
    expect(await runningOf(phone.mac)).toBeUndefined();
    await phone.letIn(second);
    expect(await runningOf(phone.mac)).toMatchObject({ username: `${code.toUpperCase()}#1` });
  });

  test('is given four clients at a time, and eventually all', async () => {
    const phones = [];
    for (let created = 0; created < 7; created += 1) {
      const phone = polledOpennds();
      await waitingWith((await voucher()).code, phone);
      phones.push(await phone.rhid());
    }
    const reported = new Set<string | undefined>();
    for (let requested = 0; requested < 200 && reported.size < phones.length; requested += 1) {
      const clients = await waiting();
      expect(clients).toHaveLength(4);
      for (const [client] of clients) reported.add(client);
    }
    expect([...reported].sort()).toEqual([...phones].sort());
  });

  test('admits a known device without a login', async () => {
    const phone = polledOpennds();
    const valid = { valid_from: FIRST, valid_until: new Date('2099-01-01T00:00:00Z') };
    await insertGuest(server.db(), { hotspot_id: HOTSPOT, username: wire(phone.mac), account_type: 'mac', created: FIRST, ...valid });
    const browser = guestBrowser(phone.gateway);
    const page = await browser.open(phone.gateway.open());
    expect(textOf(page.html)).toContain(WAITS);
    const first = await phone.entry();
    expect(textOf((await browser.open(phone.gateway.open())).html)).toContain(WAITS);
    expect(await phone.entry()).toEqual(first);
    await phone.letIn(first?.at(-1) ?? '');
    expect(textOf((await browser.open(page.url)).html)).toContain('You are online');
  });

  test('sends guests back to the portal for another login', async () => {
    const [first, second] = [await voucher(), await voucher()];
    const phone = polledOpennds();
    const { browser, page } = await waitingWith(first.code, phone);
    await phone.letIn((await phone.entry())?.at(-1) ?? '');
    const again = await browser.submit(await browser.open(page.url), '/code', { code: second.code });
    const [, link = ''] = /href="(http:\/\/10\.1\.0\.1:2050\/login\?redir=[^"]+)"/.exec(again.html) ?? [];
    const { start, token, custom } = phone.gateway.state;
    await event('ndsctl_deauth', { mac: phone.mac, incoming: 1, outgoing: 1, start, end: seconds(), token, custom });
    expect(textOf((await browser.open(link.replaceAll('&amp;', '&'))).html)).toContain(WAITS);
    await phone.letIn((await phone.entry())?.at(-1) ?? '');
    expect(await runningOf(phone.mac)).toMatchObject({ username: `${second.code.toUpperCase()}#1` });
  });

  test('has a waiting page for its own guests only', async () => {
    const browser = guestBrowser(playedOpennds(newDevice()));
    const page = await browser.open(`${server.url()}/portal/${UNIT.uuid}/waiting?k=made-up`);
    expect(textOf(page.html)).toContain('Please connect to the WiFi first');
  });
});

describe('the traffic of openNDS', () => {
  test('is counted each minute in the guest’s direction, and to the byte at the end', async () => {
    const { code } = await voucher();
    const guest = await online(code);
    const { mac, gateway } = guest;
    later(60);
    const listed = { mac, start: gateway.state.start, token: gateway.state.token, custom: gateway.state.custom };
    expect(await clients({ ...listed, down: 3000, up: 68 })).toEqual(['done']);
    expect(await runningOf(mac)).toMatchObject({ bytes_down: 3000 * 1024, bytes_up: 68 * 1024, duration: 60 + TELLS_AFTER });
    later(60);
    expect(await stopped(guest, 'client_deauth', 3_456_789, 70_123)).toEqual(['done']);
    expect(await runningOf(mac)).toBeUndefined();
    expect(await endedOf(mac)).toMatchObject({
      bytes_down: 3_456_789,
      bytes_up: 70_123,
      duration: 120 + TELLS_AFTER,
      terminate_cause: 'user_request',
    });
    // The same report again changes nothing.
    await stopped(guest, 'client_deauth', 3_456_789, 70_123);
    expect(await server.db().$count(session_histories, eq(session_histories.device_mac, wire(mac)))).toBe(1);
  });

  test.each([
    ['idle_deauth', 'idle_timeout'],
    ['timeout_deauth', 'session_timeout'],
    ['downquota_deauth', 'traffic_limit'],
    ['upquota_deauth', 'traffic_limit'],
    ['ndsctl_deauth', 'admin_reset'],
    ['shutdown_deauth', 'nas_reboot'],
  ])('ends on %s as %s', async (name, cause) => {
    const { code } = await voucher();
    const guest = await online(code);
    later(10);
    await stopped(guest, name, 1, 2);
    expect(await endedOf(guest.mac)).toMatchObject({ terminate_cause: cause });
  });

  test('ends with the next list if its end was lost, and continues if that was wrong', async () => {
    const { code } = await voucher();
    const { mac, gateway } = await online(code);
    const listed = { mac, start: gateway.state.start, token: gateway.state.token, custom: gateway.state.custom };
    later(60);
    await clients({ ...listed, down: 10 });
    later(60);
    expect(await clients()).toEqual(['done']);
    expect(await endedOf(mac)).toMatchObject({ terminate_cause: 'unknown_to_unit', bytes_down: 10_240 });
    later(60);
    await clients({ ...listed, down: 20 });
    expect(await runningOf(mac)).toMatchObject({ bytes_down: 20_480 });
  });

  test('does not depend on the clock of the router', async () => {
    const { code } = await voucher();
    const { mac, gateway } = await online(code);
    const off = 50 * 365 * 86_400;
    later(120);
    const body = fields({
      event: 'timeout_deauth',
      now: seconds() - off,
      mac,
      incoming: 5,
      outgoing: 6,
      start: gateway.state.start - off,
      end: seconds() - 20 - off,
      token: gateway.state.token,
      custom: gateway.state.custom,
    });
    expect((await call(body, { time: seconds() - off })).lines).toEqual([`clock ${seconds()}`]);
    expect((await call(body)).lines).toEqual(['done']);
    const ended = await endedOf(mac);
    expect(ended).toMatchObject({ duration: 100 + TELLS_AFTER, bytes_down: 5, bytes_up: 6 });
    expect(ended?.stop_time).toEqual(new Date(server.clock.now.getTime() - 20_000));
    expect(await runningOf(mac)).toBeUndefined();
  });
});

describe('ending a session of openNDS', () => {
  const endings = () =>
    ending({
      db: server.db(),
      clock: () => server.clock.now,
      zone: 'Europe/Rome',
      onOutcome: () => undefined,
      onFailure: (error) => {
        throw error;
      },
    });

  test('waits for the next report, which is answered with it until the session has ended', async () => {
    const { code } = await voucher();
    const guest = await online(code);
    const { mac, gateway } = guest;
    const session = await runningOf(mac);
    const reported = {
      sessionId: session?.id ?? 0,
      unitId,
      address: '',
      port: 3799,
      secret: '',
      key: session?.session_key ?? '',
      username: '',
      deviceMac: wire(mac),
      nasIdentifier: '',
    };
    for (const _ of [1, 2]) expect(await endings().end(reported)).toEqual({ outcome: 'with next report' });
    const listed = { mac, start: gateway.state.start, token: gateway.state.token, custom: gateway.state.custom };
    for (const _ of [1, 2]) expect(await clients(listed)).toEqual(['done', `end ${mac}`]);
    later(5);
    await stopped(guest, 'ndsctl_deauth', 1, 1);
    expect(await clients()).toEqual(['done']);
    expect(await server.db().$count(asked_endings, eq(asked_endings.session_id, session?.id ?? 0))).toBe(0);
  });

  test('follows the deletion of a guest until the session is reported as ended and all data is erased', async () => {
    const db = server.db();
    const { code } = await voucher();
    const guest = await online(code);
    const { mac, gateway } = guest;
    const session = await runningOf(mac);
    const contact = { unit_id: unitId, heard: FIRST, address: '127.0.0.1', kind: 'opennds' };
    await db.insert(unit_contacts).values(contact).onConflictDoNothing();
    expect((await server.as('admin').delete(`/api/users/${session?.user_id}`)).status).toBe(200);
    // The router itself reports the device's MAC address, so nothing has to be stored.
    const traces = [`${code}#1`, wire(mac), mac];
    expect(await tablesNaming(db, ...traces)).toEqual([]);
    const listed = { mac, start: gateway.state.start, token: gateway.state.token, custom: gateway.state.custom };
    for (const down of [1, 2]) {
      later(60);
      expect(await clients({ ...listed, down })).toEqual(['done', `end ${mac}`]);
      const running = await db
        .select()
        .from(sessions)
        .where(eq(sessions.id, session?.id ?? 0));
      expect(running).toMatchObject([{ bytes_down: down * 1024, username: '', device_mac: '' }]);
      await endings().round();
    }
    await stopped(guest, 'ndsctl_deauth', 4096, 1);
    expect(await clients()).toEqual(['done']);
    const ended = await db
      .select()
      .from(session_histories)
      .where(eq(session_histories.session_id, session?.id ?? 0));
    expect(ended).toMatchObject([{ terminate_cause: 'admin_reset', bytes_down: 4096, username: '', device_mac: '' }]);
    expect(await tablesNaming(db, ...traces)).toEqual([]);
  });

  test("is not applied to a guest whom openNDS admitted alone, if the portal's token is still valid", async () => {
    const { code } = await voucher();
    const mac = newDevice();
    const gateway = playedOpennds(mac);
    let custom = '';
    const busy = {
      own: gateway.own,
      visit: async (address: string) => {
        custom = new URL(address).searchParams.get('custom') ?? '';
        return new URL(address).searchParams.get('redir') ?? '';
      },
    };
    const { login } = await toLogin(gateway);
    await guestBrowser(busy).submit(login, '/code', { code });
    const listed = { mac, start: seconds(), token: 'b0550001', custom };
    expect(await clients(listed)).toEqual(['done']);
    expect(await runningOf(mac)).toMatchObject({ username: `${code.toUpperCase()}#1` });
    // Only once: not with another device, and not later.
    const other = newDevice();
    expect(await clients({ ...listed, mac: other, token: 'b0550002' })).toEqual(['done', `end ${other}`]);
  });

  test('is applied to clients that the server never admitted', async () => {
    const mac = newDevice();
    const stranger = { mac, start: seconds(), token: 'c0ffee00', custom: 'bmE=' };
    await event('client_auth', { ...stranger, incoming: 0, outgoing: 0, end: seconds() });
    expect(await runningOf(mac)).toBeUndefined();
    expect(await clients(stranger)).toEqual(['done', `end ${mac}`]);
    expect(await clients({ ...stranger, state: 'Preauthenticated' })).toEqual(['done']);
  });
});

describe('the script for openNDS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-opennds-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /**
   * Runs the script and returns the output that openNDS reads. openNDS lets a client in if the output consists of numbers, or if the script
   * fails.
   */
  async function run(args: string[], change: { secret?: string; server?: string } = {}) {
    const file = path.join(folder, 'portico.sh');
    const address = `${server.url()}/opennds/${UNIT.uuid}`;
    writeFileSync(
      file,
      openndsScript({
        name: UNIT.name,
        secret: UNIT.secret,
        server: address,
        portal: '',
        faskey: '',
        address: null,
        gardenHosts: [],
        ...change,
      }),
    );
    return (await promisify(execFile)('sh', [file, ...args])).stdout;
  }
  const asks = (custom: string) => [
    'auth_client',
    newDevice(),
    'http%3a%2f%2fx',
    'Mozilla',
    '10.1.0.7',
    'deadbeef',
    custom.replaceAll('=', '%3d'),
  ];
  const freshCustom = async (method: 'email' | 'mac' = 'email') => {
    const db = server.db();
    const username = `${randomBytes(4).toString('hex')}@example.com`;
    const guest = await insertGuest(db, {
      hotspot_id: HOTSPOT,
      username,
      account_type: 'email',
      valid_until: new Date('2027-01-01'),
      created: FIRST,
    });
    const token = await issueToken(db, { unitId, guestId: guest.id, deviceMac: '', method }, server.clock.now);
    return customOf(guest.id, token);
  };

  test("prints what openNDS may grant, even with another clock than the server's", async () => {
    expect(Math.abs(Date.now() / 1000 - seconds())).toBeGreaterThan(CLOCK_OFF);
    expect(await run(asks(await freshCustom()))).toMatch(/^\d+ 0 0 0 0\n$/);
  });

  test('prints nothing when the answer is no, forged or missing', async () => {
    expect(await run(asks('bmE='))).toBe('');
    expect(await run(asks(await freshCustom()), { secret: 'guessed' })).toBe('');
    const liar = createServer((_asked, answer) => answer.end(`grant 3600 0 0 0 0\nproof ${'0'.repeat(64)}\n`)).listen(0, '127.0.0.1');
    await once(liar, 'listening');
    const { port } = liar.address() as AddressInfo;
    expect(await run(asks(await freshCustom()), { server: `http://127.0.0.1:${port}/` })).toBe('');
    liar.close();
    await once(liar, 'close');
    expect(await run(asks(await freshCustom()), { server: `http://127.0.0.1:${port}/` })).toBe('');
  });

  test('reports how a session ended', async () => {
    const guest = await online((await voucher()).code);
    const { state } = guest.gateway;
    later(100);
    const reported = [String(4_000_001), '77', String(state.start), String(state.start + 100), state.token, state.custom];
    expect(await run(['client_deauth', guest.mac, ...reported])).toBe('');
    expect(await endedOf(guest.mac)).toMatchObject({ bytes_down: 4_000_001, bytes_up: 77 });
  });
});

describe('the reports of a router', () => {
  const body = () => `event=clients\nnow=${seconds()}\n\n{"clients":{}}`;

  test('need the right proof, are throttled without it, and always accepted with it', async () => {
    const wrong: Proof[] = [{ secret: 'guessed' }, { proof: '0'.repeat(64) }, { uuid: 'no-such-unit' }, { uuid: "x' or 1=1" }];
    for (const proof of wrong) expect(await call(body(), proof)).toMatchObject({ status: 403 });
    const nonce = 'ab'.repeat(16);
    const right = prove(UNIT.secret, 'ask', nonce, String(seconds()), body());
    // The proof of another body.
    expect(await call(`${body()} `, { nonce, proof: right })).toMatchObject({ status: 403 });
    for (let tries = 0; tries < 4; tries += 1) await call(body(), { secret: 'guessed' });
    expect(await call(body(), { secret: 'guessed' })).toMatchObject({ status: 429 });
    expect(await call(body())).toMatchObject({ lines: ['done'] });
  });

  test('are not accepted without a secret', async () => {
    await insertUnit(server.db(), {
      ...UNIT,
      secret: '',
      uuid: 'nds-open',
      mac_address: '00-11-22-33-44-78',
      hotspot_id: HOTSPOT,
      created: FIRST,
    });
    expect(await call(body(), { uuid: 'nds-open', secret: '' })).toMatchObject({ status: 403 });
  });

  test('are not accepted again after a quarter of an hour', async () => {
    expect(await call(body(), { time: seconds() - 899 })).toMatchObject({ lines: ['done'] });
    for (const off of [-901, 901]) expect(await call(body(), { time: seconds() + off })).toMatchObject({ lines: [`clock ${seconds()}`] });
  });

  test.each([
    ['no content', ''],
    ['no time', 'event=clients\n\n{"clients":{}}'],
    ['invalid JSON', 'event=clients\nnow=1\n\nlocked'],
    ['unrelated JSON', 'event=clients\nnow=1\n\n[]'],
    ['an unknown event', 'event=reboot\nnow=1\nmac=02:4e:44:53:00:01\nstart=1\ntoken=deadbeef\n'],
    ['no MAC address', 'event=client_auth\nnow=1\nmac=x\nstart=1\ntoken=deadbeef\n'],
    ['an invalid token', 'event=client_auth\nnow=1\nmac=02:4e:44:53:00:01\nstart=1\ntoken=$(id)\n'],
    ['an invalid number', 'event=client_deauth\nnow=1\nmac=02:4e:44:53:00:01\nstart=-1\ntoken=deadbeef\n'],
    ['binary data', '\0\xff\n\n\n\n=='],
  ])('are refused with %s', async (_what, arguments_) => {
    expect(await call(arguments_)).toMatchObject({ status: 400 });
  });

  test('are read as far as their clients are valid', async () => {
    const odd = {
      '': null,
      a: 1,
      b: { mac: 'x' },
      c: { mac: '02:4e:44:53:00:01', token: 'deadbeef', state: 'Authenticated', session_start: '-5' },
    };
    expect(await call(`event=clients\nnow=${seconds()}\n\n${JSON.stringify({ clients: odd })}`)).toMatchObject({ lines: ['done'] });
  });

  test("record the unit's contact, and that of impostors", async () => {
    await call(body(), { secret: 'guessed' });
    await clients({ mac: newDevice(), start: seconds(), token: 'c0ffee01' });
    await server.app().close();
    expect(await server.db().select().from(unit_contacts).where(eq(unit_contacts.unit_id, unitId))).toMatchObject([
      { address: '127.0.0.1', kind: 'opennds', software: 'openNDS 9.10.0', clock_ahead: 0 },
    ]);
    expect(await server.db().select().from(unit_refusals).where(eq(unit_refusals.unit_id, unitId))).toMatchObject([
      { outcome: 'wrong_secret' },
    ]);
  });
});

test("the portal's data is read the way openNDS passes it on", () => {
  const given = { guestId: 7, token: 'abcdefghijklmnopqrstuvwxyz' };
  const custom = customOf(given.guestId, given.token);
  expect(custom.length).toBeLessThan(270);
  for (const text of [custom, custom.replaceAll('=', '%3d'), custom.replaceAll('=', '%3D')]) expect(customIn(text)).toEqual(given);
});
