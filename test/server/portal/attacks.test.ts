/** What strangers try with the portal. */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hotspots, portal_tries, units } from '../../../src/server/database/schema';
import { deviceLimit, pageLimit, pagesAtOnce, pageTurns } from '../../../src/server/portal/throttle';
import { formsIn, guestBrowser, playedChilli, playedMikrotik, textOf } from '../../support/peers/gateways';
import { serve } from '../../support/server/server';
import { UNIT, OTHER, SIGNING, NOW, LONG, optionsOf, prepare, watchedBy } from './attacksTests';
import { insertVoucher } from '../../factories/rows';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-2', trustProxy: ['loopback'] } });

beforeAll(async () => {
  await prepare(server, [UNIT, OTHER, SIGNING]);
});
beforeEach(async () => {
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000);
  await server.db().delete(portal_tries);
});

const portal = (unit = UNIT) => `${server.url()}/portal/${unit.uuid}`;

const options = (unit = UNIT) => optionsOf(server, unit);
const watched = watchedBy(server);

async function loginPage(headers: Record<string, string> = {}, unit = UNIT) {
  const { browser, sent, chilli } = watched(headers, unit);
  const start = await browser.open(chilli.open());
  return { browser, sent, start, login: await browser.submit(start, '/start', { accept: 'yes' }) };
}

describe('a forged destination', () => {
  const chilliAt = (uamip: string, uamport = '3990') => `${portal()}?res=notyet&uamip=${uamip}&uamport=${uamport}&mac=02-00-00-00-00-01`;

  test.each([
    '8.8.8.8',
    'evil.example',
    '2001:4860:4860::8888',
    '10.1.0.1.evil.example',
    '127.0.0.1',
    '10.0.0.1@evil.example',
    '0x08080808',
    '',
  ])('is refused as a gateway at %s', async (uamip) => {
    const page = await watched().browser.open(chilliAt(encodeURIComponent(uamip)));
    expect(textOf(page.html)).toContain('Please connect to the WiFi first');
    expect(formsIn(page.html)).toEqual([]);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  test.each(['80@evil.example', '65536', '80/../..', '-1'])('is refused as the port %s', async (port) => {
    const page = await watched().browser.open(chilliAt('10.1.0.1', encodeURIComponent(port)));
    expect(formsIn(page.html)).toEqual([]);
  });

  test.each([
    'http://evil.example/login',
    'javascript:alert(1)',
    'http://user:password@10.1.0.1/login',
    '//evil.example',
    'https://93.184.216.34/',
    'data:text/html,x',
  ])('is refused as the login page %s', async (link) => {
    const page = await watched().browser.open(`${portal()}?link-login-only=${encodeURIComponent(link)}`);
    expect(textOf(page.html)).toContain('Please connect to the WiFi first');
  });

  test('is refused in the address for devices', async () => {
    for (const query of ['uamip=8.8.8.8&uamport=3990', 'uamip=evil.example&uamport=80', 'uamip=10.1.0.1&uamport=80@evil.example', '']) {
      const answer = await fetch(`${portal()}/open?${query}`, { redirect: 'manual' });
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({ status: 200, location: null });
    }
  });

  test('is refused as the guest’s original destination', async () => {
    const { browser, sent, chilli } = watched();
    const wanted = `${server.url()}/portal/${UNIT.uuid}/online?k=made-up`;
    for (const userurl of ['https://evil.example/', wanted, `${server.url()}/portal/${UNIT.uuid}/online?k=x@evil.example`]) {
      const page = await browser.open(chilli.open(userurl).replace('res=notyet', 'res=success'));
      expect(page.url.startsWith(portal())).toBe(true);
      expect(page.html).not.toContain('evil.example');
    }
    expect(sent).toEqual([]);
  });

  test('is refused as a hotspot’s own destination if it could run code', async () => {
    const { browser, chilli } = watched();
    const page = await browser.open(chilli.open().replace('res=notyet', 'res=success'));
    expect(textOf(page.html)).toContain('You are online');
    expect(page.html).not.toContain('javascript:');
  });
});

describe('signatures', () => {
  const right = () => playedChilli({ ...options(SIGNING), uamsecret: SIGNING.secret }).open();

  test('open the portal only when correct, not with a changed address, another secret or a second signature', async () => {
    const { browser } = watched();
    expect(formsIn((await browser.open(right())).html)).not.toEqual([]);
    const wrong = [
      right().replace('02-00-00-00-00-01', '02-00-00-00-00-02'),
      playedChilli({ ...options(SIGNING), uamsecret: OTHER.secret }).open(),
      `${right()}&md=${'0'.repeat(32)}`,
      `${right()}0`,
      right().replace(/md=.*/, 'md='),
    ];
    for (const address of wrong) expect(formsIn((await browser.open(address)).html)).toEqual([]);
  });
});

describe('encrypted state', () => {
  test('belongs to one unit, cannot be changed, forged or read, and expires after a quarter of an hour', async () => {
    const { browser, login } = await loginPage();
    const { s = '' } = formsIn(login.html)[0]?.hidden ?? {};
    expect(Buffer.from(s, 'base64url').toString('latin1')).not.toContain('10.1.0.1');
    const notHere = async (address: string) =>
      expect(textOf((await browser.open(address)).html)).toContain('Please connect to the WiFi first');
    await notHere(`${portal(OTHER)}/login?s=${s}`);
    for (const at of [0, 20, s.length - 1]) {
      const changed = `${s.slice(0, at)}${s[at] === 'A' ? 'B' : 'A'}${s.slice(at + 1)}`;
      await notHere(`${portal()}/login?s=${changed}`);
    }
    for (const created of ['', 'x', 'A'.repeat(5000), 'A'.repeat(7000), encodeURIComponent('{"gatewayKind":"coovachilli"}')])
      await notHere(`${portal()}/login?s=${created}`);
    // It doesn't give access to the online page.
    await notHere(`${portal()}/online?k=${s}`);
    server.clock.now = new Date(server.clock.now.getTime() + 15 * 60_000);
    const late = await browser.submit(login, '/code', { code: 'right1' });
    expect(textOf(late.html)).toContain('This page was open for too long');
    expect(late.html).toContain('href="http://10.1.0.1:3990/prelogin"');
  });

  test('leads a code that precedes the terms back to the terms', async () => {
    const { browser, start, sent } = await loginPage();
    const { s = '' } = formsIn(start.html)[0]?.hidden ?? {};
    const answer = await fetch(`${portal()}/code`, { method: 'POST', body: new URLSearchParams({ s, code: 'right1' }) });
    expect(textOf(await answer.text())).toContain('Please accept the terms of use first.');
    expect(textOf((await browser.open(`${portal()}/login?s=${s}`)).html)).toContain('Please accept the terms of use first.');
    expect(sent).toEqual([]);
  });
});

describe('guessing', () => {
  const wrongAt = async (page: Awaited<ReturnType<typeof loginPage>>, code = 'wrong') =>
    textOf((await page.browser.submit(page.login, '/code', { code })).html);

  test('is limited to ten tries per device in ten minutes, even simultaneously, and then even the right code waits', async () => {
    const page = await loginPage();
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrongAt(page)));
    expect(answers.filter((text) => text.includes('not valid here')).length).toBeLessThanOrEqual(10);
    for (let tries = 0; tries < 12; tries += 1) await wrongAt(page);
    expect(await wrongAt(page, 'right1')).toContain('Too many tries. Please wait ten minutes.');
    expect(page.sent).toEqual([]);
    server.clock.now = new Date(server.clock.now.getTime() + 10 * 60_000 + 1000);
    const again = await loginPage();
    await wrongAt(again, 'right1');
    expect(again.sent).toHaveLength(1);
  });

  test('does not lock out a guest whose device address was forged from elsewhere', async () => {
    const attacker = await loginPage({ 'X-Forwarded-For': '203.0.113.9' });
    for (let tries = 0; tries < 12; tries += 1) await wrongAt(attacker);
    const guest = await loginPage({ 'X-Forwarded-For': '198.51.100.1' });
    await wrongAt(guest, 'right1');
    expect(guest.sent).toHaveLength(1);
  });

  test('is limited to sixty tries per address with any devices, and to five where the hotspot is under attack', async () => {
    const db = server.db();
    const tries = async (address: string) => {
      let counted = 0;
      for (let nth = 0; nth < 10; nth += 1) {
        const chilli = playedChilli({ ...options(), deviceMac: `02-00-00-00-01-${nth.toString(16).padStart(2, '0').toUpperCase()}` });
        const browser = guestBrowser({ own: chilli.own, visit: async () => chilli.open() }, { 'X-Forwarded-For': address });
        const login = await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
        const page = await browser.submit(login, '/code', { code: 'wrong' });
        if (!textOf(page.html).includes('not valid here')) break;
        counted += 1;
      }
      return counted;
    };
    const [unit] = await db.select({ hotspotId: units.hotspot_id }).from(units).where(eq(units.uuid, UNIT.uuid));
    const before = (key: string, length: number) =>
      db.insert(portal_tries).values(Array.from({ length }, () => ({ key, at: server.clock.now })));
    await before(`address ${unit?.hotspotId} 203.0.113.10`, 57);
    expect(await tries('203.0.113.10')).toBe(3);
    await before(`hotspot ${unit?.hotspotId}`, 300);
    expect(await tries('203.0.113.11')).toBe(5);
  });

  test("gets the same answer for an unknown code, another hotspot's and half of one", async () => {
    const db = server.db();
    const [foreign] = await db.select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.id, 4));
    await insertVoucher(db, {
      hotspot_id: foreign?.id ?? 0,
      code: 'foreign1',
      auto_login: false,
      remain_use: 1,
      type: 'normal',
      created: NOW,
    });
    const answers = [];
    for (const code of ['foreign1', 'nothing1', 'right', 'right%', "' or 1=1 --", '\u0000', LONG]) {
      const page = await loginPage();
      const form = await page.browser.submit(page.login, '/code', { code });
      answers.push(/role="alert">([^<]*)</.exec(form.html)?.[1]);
    }
    expect(new Set(answers).size).toBe(1);
  });
});

describe('the pages of the portal', () => {
  test('run nothing that staff, guests or gateways write, and have strict policies', async () => {
    const { browser, start, login } = await loginPage();
    const wrong = await browser.submit(login, '/code', { code: '"><img src=x onerror=alert(2)>' });
    const reply = await browser.open(
      playedChilli(options())
        .open()
        .replace('res=notyet', `res=failed&reply=${encodeURIComponent('<b>Call 555</b>')}`),
    );
    for (const { html, headers } of [start, login, wrong, reply]) {
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(html).not.toMatch(/<img src="?x|alert\(1\)<\/script|Call 555/);
      expect(html.match(/<style>/g)).toHaveLength(1);
      const policy = headers.get('content-security-policy') ?? '';
      for (const [tag, directive] of [
        ['style', 'style-src'],
        ['script', 'script-src'],
      ] as const) {
        const inside = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '';
        expect(policy).toContain(`${directive} 'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
      }
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
      expect(html).not.toMatch(/ style="| on\w+="/);
    }
    expect(start.headers.get('content-security-policy')).toContain("form-action 'self' http://10.1.0.1:3990;");
  });

  test.each(['/portal/nobody', '/portal/nobody/login?s=x', `/portal/${'a'.repeat(64)}/terms`, '/portal/%00', '/portal/..%2f..%2fapi'])(
    'state that %s is no unit, without a form',
    async (path) => {
      const answer = await fetch(server.url() + path);
      expect(answer.status).toBe(404);
      expect(textOf(await answer.text())).toMatch(/Please connect to the WiFi first|Not found/);
    },
  );

  test('are limited per network and minute, without affecting other networks', () => {
    const mayHavePage = pageLimit(3);
    expect([1, 2, 3, 4].map(() => mayHavePage('203.0.113.7'))).toEqual([true, true, true, false]);
    expect(mayHavePage('203.0.113.8')).toBe(true);
    expect(['2001:db8::1', '2001:db8::2', '2001:db8:0:ff::3', '2001:db8::4'].map(mayHavePage)).toEqual([true, true, true, false]);
  });

  test('are counted by device in a crowded network, and newcomers there wait their turn for at most five seconds', () => {
    const isWithin = deviceLimit(3);
    const address = '203.0.113.7';
    expect([1, 2, 3, 4].map(() => isWithin(address, 'A'))).toEqual([true, true, true, false]);
    expect(isWithin(address, 'B')).toBe(true);
    const turnOf = pageTurns();
    const waits = Array.from({ length: 600 }, () => turnOf(address, 5000));
    const served = waits.filter((wait) => wait !== null);
    expect(served.length).toBeGreaterThanOrEqual(500);
    expect(served.length).toBeLessThan(600);
    expect(Math.max(...served)).toBeLessThanOrEqual(5000);
    expect(turnOf('203.0.113.8', 5000)).toBe(0);
  });

  test('are prepared two at a time for a network, each as long as it takes but no longer than a moment', async () => {
    const roomFor = pagesAtOnce();
    const started: number[] = [];
    const ends = [1, 2, 3, 4].map(async (nth) => {
      const end = await roomFor('203.0.113.7');
      started.push(nth);
      return end;
    });
    const [first] = await Promise.all(ends.slice(0, 2));
    expect(started).toEqual([1, 2]);
    await roomFor('203.0.113.8');
    // Calling it twice frees only one place.
    first?.();
    first?.();
    await ends[2];
    expect(started).toEqual([1, 2, 3]);
    // The others are still being made, but no longer count.
    await ends[3];
    expect(started).toEqual([1, 2, 3, 4]);
  });

  test('refuse requests that are no form or too large', async () => {
    const send = async (body: string, type: string) =>
      (await fetch(`${portal()}/code`, { method: 'POST', body, headers: { 'Content-Type': type } })).status;
    expect(await send('{"s":"x"}', 'application/json')).toBe(415);
    expect(await send(`s=${'x'.repeat(20_000)}`, 'application/x-www-form-urlencoded')).toBe(413);
    expect(await send('s=%ff%fe&code=%', 'application/x-www-form-urlencoded')).toBe(200);
    const page = await fetch(`${portal()}/code`, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'it' },
    });
    expect(textOf(await page.text())).toContain('C’è un problema da parte nostra. Riprovi tra un minuto.');
  });

  test('find a picture only by its content and in the portal that shows it', async () => {
    for (const path of [
      'files/x',
      `files/${'0'.repeat(32)}`,
      'files/..%2f..%2fconfig.json',
      `files/${createHash('md5').update('true').digest('hex')}`,
    ])
      expect((await fetch(`${portal()}/${path}`)).status).toBe(404);
  });
});

test('a server without units has no portal, and a router without a challenge gets the plain token', async () => {
  const mikrotik = playedMikrotik(options());
  const sent: string[] = [];
  const gateway = { own: mikrotik.own, visit: async (address: string) => (sent.push(address), mikrotik.open()) };
  const browser = guestBrowser(gateway);
  const start = await browser.open(mikrotik.open().replace(/&chap-[a-z]+=[^&]*/g, ''));
  await browser.submit(await browser.submit(start, '/start', { accept: 'yes' }), '/code', { code: 'right1' });
  expect(new URL(sent[0] ?? '').searchParams.get('password')).toMatch(/^[a-z2-7]{26}$/);
});
