/**
 * A guest's phone behind routers with openNDS, with the built product: from the first page to the last byte. openNDS 9 is told about a
 * login by the guest's browser (forward authentication, level 1); openNDS 10 polls by itself, over HTTPS (level 4).
 */
import { openFormWith } from './portalTests';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { opennds } from '../../src/gateways/opennds';
import { signIn, tokenOf } from '../support/browser/browser';
import { newAuthority } from '../support/peers/certificates';
import { BEYOND, GUEST, makeGuestNetwork, SERVER, type GuestNetwork } from '../support/peers/guestNetwork';
import { startDemonstration } from '../support/run/demonstration.mjs';
import { startTethered } from '../support/run/tethered.mjs';
import { zoneAtNoon } from '../support/server/zoneAtNoon';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_OPENNDS');

/** Bytes of a large page on the internet, so that there is traffic to count. */
const LARGE = 3_000_000;

const TLS_PROXY = path.join(import.meta.dirname, '../support/run/tlsProxy.mjs');

const PORT = 8080;
const PLAIN = `http://${SERVER}:${PORT}`;
/** Where a proxy serves the same over TLS. */
const SECURE = `https://${SERVER}`;

const ROUTERS = [
  { version: 9, level: 1, file: 'opennds-9.conf', software: 'openNDS 9.10.0', origin: PLAIN, below: '' },
  { version: 10, level: 1, file: 'opennds-10.config', software: 'openNDS 10.3.1', origin: PLAIN, below: '' },
  { version: 10, level: 4, file: 'opennds-10.config', software: 'openNDS 10.3.1', origin: SECURE, below: '/opennds' },
] as const;

/** Milliseconds: Debian 13 may have to be made first. */
const TO_START = 480_000;

const DEVICE = GUEST.mac.toUpperCase().replaceAll(':', '-');

interface Unit {
  id: number;
  uuid: string;
  name: string;
  secret: string;
  radius: { faskey: string; portal: string; server: string; heard: { kind: string; software: string } | null };
}

interface Session {
  id: number;
  device_mac: string;
  username: string;
  bytes_up: number;
  bytes_down: number;
  duration: number;
  terminate_cause?: string;
}
/** Repeats the question until there is an answer. */
async function until<T>(what: string, request: () => Promise<T | null>, seconds = 40): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await request();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

describe.each(ROUTERS)('a guest behind openNDS $version at level $level', ({ version, file, software, origin, below }) => {
  let network: GuestNetwork;
  let staff: Page;
  let phone: Page;
  let unit: Unit;
  let session: Session;
  let code = '';
  const browsers: Browser[] = [];
  const stops: (() => Promise<void>)[] = [];

  /** Where the router sends guests. */
  const atPortal = () => `${origin}/portal/${unit.uuid}${below}?fas=`;

  async function api<T>(method: string, to: string, body?: object): Promise<T> {
    const token = await tokenOf(staff);
    const answer = await staff.evaluate(
      async ({ method, to, token, body }) => {
        const headers = { Token: token, ...(body !== null && { 'Content-Type': 'application/json' }) };
        return (await fetch(`/api/${to}`, { method, headers, body })).json() as Promise<unknown>;
      },
      { method, to, token, body: body === undefined ? null : JSON.stringify(body) },
    );
    return answer as T;
  }

  const running = async () =>
    (await api<{ data: Session[] }>('GET', 'sessions?hotspot=1&limit=100')).data.find(({ device_mac }) => device_mac === DEVICE) ?? null;

  /** Where the phone ends up when it requests a page on the internet. */
  async function request(page = '/'): Promise<string> {
    await phone.goto(`http://${BEYOND}${page}`);
    return phone.url();
  }

  /** Starts a program for Node. */
  async function startInInternet(name: string, ...program: string[]) {
    const [command = '', ...args] = network.inside('internet', process.execPath, ...program);
    const { stop } = await startTethered({
      name,
      command,
      args,
      ready: /ready/,
      secondsToStart: 20,
      stopBy: 'SIGKILL' as const,
      secondsToStop: 5,
    });
    stops.push(() => stop().catch(() => undefined));
  }

  /** Starts a TLS proxy; returns the authority that signs its certificate. */
  async function startTlsProxy(): Promise<Buffer> {
    const authority = newAuthority('Portico tests');
    const { cert, key } = authority.issue(SERVER);
    const [certificate, secret] = ['tls.pem', 'tls.key'].map((name) => path.join(network.folder, name));
    writeFileSync(certificate ?? '', cert);
    writeFileSync(secret ?? '', key);
    await startInInternet('the proxy with TLS', TLS_PROXY, SERVER, String(PORT), certificate ?? '', secret ?? '');
    return authority.cert;
  }

  beforeAll(async () => {
    network = makeGuestNetwork();
    const beyond = `require('node:http').createServer((asked, answer) => {
      answer.setHeader('Content-Type', 'text/html');
      answer.end(asked.url === '/large' ? '.'.repeat(${LARGE}) : '<title>Beyond</title><h1>The internet</h1>');
    }).listen(80, '${BEYOND}', () => console.log('ready'));`;
    await startInInternet('the page beyond', '-e', beyond);
    const portico = await startDemonstration({
      cli: process.env.PORTICO_E2E_CLI ?? '',
      port: PORT,
      within: network.inside('internet'),
      env: { HOST: SERVER, PORTICO_OPENNDS: 'on', PORTICO_PUBLIC_URL: origin, PORTICO_TRUST_PROXY: SERVER, PORTICO_ZONE: zoneAtNoon() },
    });
    stops.push(portico.stop);
    const authority = origin === SECURE ? await startTlsProxy() : null;
    browsers.push(await network.browser('internet'), await network.browser('guest'));
    staff = (await browsers[0]?.newPage({ locale: 'en-GB' })) as Page;
    await staff.goto(PLAIN);
    await signIn(staff, 'admin');
    const { data } = await api<{ data: Unit[] }>('GET', 'units?hotspot=1&page=1&limit=1');
    await api('PUT', `units/${data[0]?.id}`, { kind: 'opennds' });
    unit = await api<Unit>('GET', `units/${data[0]?.id}?live=true`);
    await api('PUT', 'preferences/hotspots/1', { key: 'voucher_login', value: 'true' });
    const voucher = {
      hotspot_id: 1,
      num_vouchers: 1,
      code: '',
      type: 'normal',
      auto_login: false,
      remain_use: 2,
      time: 'duration',
      duration: 3,
      expiration: 0,
      max_time: 5400,
      max_traffic: 1_500_000_000,
      bandwidth_down: 0,
      bandwidth_up: 0,
    };
    code = (await api<{ vouchers: { code: string }[] }>('POST', 'vouchers', voucher)).vouchers[0]?.code ?? '';

    const { files } = opennds.settings.of({
      name: unit.name,
      uuid: unit.uuid,
      secret: unit.secret,
      host: SERVER,
      httpBase: null,
      digest: '',
      ports: { authentication: 1812, accounting: 1813, tls: null },
      coaPort: 3799,
      faskey: unit.radius.faskey,
      portal: unit.radius.portal,
      server: unit.radius.server,
      gardenHosts: [],
    });
    const textOf = (name: string) => files.find((file) => file.name === name)?.text ?? '';
    const router = { version, settings: textOf(file), script: textOf('portico.sh'), ...(authority && { authority }) };
    stops.push((await network.startRouter(router)).stop);
    const looks = { locale: 'en-GB', viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, ignoreHTTPSErrors: true };
    phone = (await browsers[1]?.newPage(looks)) as Page;
    // Until its rules are in place, openNDS lets everybody through.
    await until('openNDS sends guests to the portal', async () => ((await request().catch(() => '')).startsWith(origin) ? true : null), 60);
  }, TO_START);

  afterAll(async () => {
    try {
      await Promise.all(browsers.map((browser) => browser.close()));
      for (const stop of stops.reverse()) await stop();
    } finally {
      network.remove();
    }
  }, 60_000);

  async function logIn() {
    expect(await request()).toContain(atPortal());
    await phone.locator('input[name=accept]').check();
    await phone.locator('.portal-start').click();
    await openFormWith(phone, 'code');
    await phone.locator('input[name=code]').fill(code.toUpperCase());
    await phone.getByRole('button', { name: 'Go online' }).click();
    await phone.getByRole('heading', { name: 'You are online' }).waitFor();
  }

  test('is redirected to the portal, enters a code, and is online', async () => {
    await logIn();
    expect(await phone.locator('.portal-left').innerText()).toMatch(/1 hour (29|30) minutes/);
    expect(await request()).toBe(`http://${BEYOND}/`);
    await phone.getByRole('heading', { name: 'The internet' }).waitFor();
    session = await until('the session is there', running);
    expect(session.username).toBe(`${code.toUpperCase()}#1`);
  });

  test("has their traffic counted in the guest's direction while online", async () => {
    await request('/large');
    const counted = await until('the traffic is there', async () => {
      const now = await running();
      // Reported in whole kB while the session runs.
      return now && now.bytes_down > LARGE - 1024 ? now : null;
    });
    expect(counted).toMatchObject({ id: session.id });
    // openNDS counts packets, so also their headers, retransmissions, and the portal's own pages.
    expect(counted.bytes_down).toBeLessThan(LARGE * 1.9);
    expect(counted.bytes_up).toBeLessThan(LARGE / 5);
    await until('the unit is heard', async () => {
      const { radius } = await api<Unit>('GET', `units/${unit.id}?live=true`);
      return radius.heard?.kind === 'opennds' && radius.heard.software === software ? true : null;
    });
  });

  test('goes offline soon after being disconnected from the console', async () => {
    await staff.goto(`${PLAIN}/#/sessions/${session.id}`);
    await staff.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await dialog.getByText('The unit is told with its next report').waitFor();
    await until('the session has ended', async () => ((await running()) === null ? true : null));
    const { data } = await api<{ data: Session[] }>('GET', 'histories?hotspot=1&limit=20&sort=start_time&order=desc');
    const ended = data.find(({ device_mac }) => device_mac === DEVICE);
    expect(ended).toMatchObject({ username: session.username, terminate_cause: 'admin_reset' });
    expect(ended?.bytes_down).toBeGreaterThanOrEqual(LARGE);
    expect(await request()).toContain(atPortal());
  });

  test('logs out at the portal', async () => {
    await logIn();
    await until('the session is there', running);
    await phone.locator('form[action$="/leave"] button').click();
    await until('the session has ended', async () => ((await running()) === null ? true : null));
    expect(await request()).toContain(atPortal());
  });

  test("is refused with an explanation when they forge the portal's parameters", async () => {
    await request();
    const fas = Buffer.from(new URL(phone.url()).searchParams.get('fas') ?? '', 'base64').toString();
    const hid = /hid=([\da-f]{64})/.exec(fas)?.[1] ?? '';
    const { returnedHid, customOf } = await import('../../src/server/units/openndsProofs');
    const forged = new URLSearchParams({
      tok: returnedHid(hid, unit.radius.faskey),
      redir: `http://${BEYOND}/`,
      custom: customOf(1, 'a'.repeat(26)),
    });
    await phone.goto(`http://10.77.0.1:2050/opennds_auth/?${forged.toString()}`);
    // openNDS doesn't ask while its clients are listed, and may let the phone in; the next list ends that.
    if (!phone.url().startsWith(atPortal()))
      await until('the guest is back at the portal', async () => ((await request()).startsWith(atPortal()) ? true : null));
    expect(phone.url()).toContain(atPortal());
    expect(await request()).toContain(atPortal());
    expect(await running()).toBeNull();
  });
});
