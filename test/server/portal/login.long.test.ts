/** Guests log in with a code, through gateways that redirect them and ask by RADIUS. */
import { describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import {
  consent_texts,
  consents,
  disclaimers,
  disclaimers_accounts,
  disclaimers_hotspots,
  hotspot_vouchers,
  hotspots,
  login_tokens,
  sessions,
  access_events,
  devices,
  users,
} from '../../../src/server/database/schema';
import { formsIn, guestBrowser, playedChilli, playedMikrotik, textOf, type GuestPage } from '../../support/peers/gateways';
import {
  server,
  HOTSPOT,
  UNIT,
  prefer,
  gatewayOf,
  newDevice,
  voucher,
  voucherNow,
  guestsLike,
  toLogin,
  GATEWAYS,
  FIRST,
  later,
  withAnotherServer,
} from './loginTests';
import { CODE, valueOf } from '../../../src/server/radius/codec';

describe.each(GATEWAYS)('%s', (_name, make) => {
  test.each([
    ['wide characters', (code: string) => code.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))],
    ['Arabic digits', (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))],
    ['invisible marks at both ends', (code: string) => `\u202A${code}\u202C`],
  ])('a guest who types the voucher with %s is online', async (_how, spelled) => {
    const { code } = await voucher({ remain_use: 1 });
    const { browser, login } = await toLogin(make(newDevice()));
    expect(textOf((await browser.submit(login, '/code', { code: spelled(code) })).html)).toContain('You are online');
  });

  test('a guest with a voucher for anyone is online after four pages, and the session is the guest’s', async () => {
    const mac = newDevice();
    const { id, code } = await voucher({ remain_use: 2, max_time: 3600 });
    const gateway = make(mac);
    const { browser, start, login } = await toLogin(gateway);
    expect(textOf(start.html)).toContain('Casa <Bianca>');
    const online = await browser.submit(login, '/code', { code: ` ${code.toUpperCase()} ` });
    expect(textOf(online.html)).toContain('You are online');
    expect(textOf(online.html)).toContain('Time left 1 hour');
    expect(online.html).toContain('href="https://example.com/welcome"');
    expect(gateway.last()?.answer?.code).toBe(CODE.accessAccept);
    expect(gateway.last()?.answer && valueOf(gateway.last()!.answer!, 'Session-Timeout')).toBe(3600);

    const [guest] = await guestsLike(code);
    expect(guest).toMatchObject({
      username: `${code.toUpperCase()}#1`,
      account_type: 'voucher',
      marketing_auth: false,
      survey_auth: false,
    });
    expect(await voucherNow(id)).toMatchObject({ remain_use: 1, expires: new Date('2026-11-25T22:59:59Z') });
    const [session] = await server.db().select().from(sessions).where(eq(sessions.device_mac, mac));
    expect(session).toMatchObject({ user_id: guest?.id, username: guest?.username });
    const found = await server.db().select().from(devices).where(eq(devices.mac_address, mac));
    expect(found.map(({ user_id }) => user_id)).toEqual([guest?.id]);
  });

  test('a guest with a personal code is online', async () => {
    const { id, code } = await voucher({ type: 'auth', remain_use: 1 });
    const gateway = make(newDevice());
    const { browser, login } = await toLogin(gateway);
    const online = await browser.submit(login, '/code', { code });
    expect(textOf(online.html)).toContain('You are online');
    expect(await guestsLike(code)).toHaveLength(1);
    expect(await voucherNow(id)).toMatchObject({ remain_use: 0 });
  });

  test('a wrong code is requested again with the input, and nothing reaches the gateway', async () => {
    const gateway = make(newDevice());
    const { browser, login } = await toLogin(gateway);
    const again = await browser.submit(login, '/code', { code: '"><script>alert(1)</script>' });
    expect(textOf(again.html)).toContain('This code is not valid here');
    expect(again.html).not.toContain('<script>alert');
    expect(gateway.last()).toBeNull();
    const { code } = await voucher();
    expect(textOf((await browser.submit(again, '/code', { code })).html)).toContain('You are online');
  });

  test("a late token is reported on the portal's page, which lets the guest in on the second try", async () => {
    const { code } = await voucher();
    const gateway = make(newDevice());
    const { browser, login } = await toLogin(gateway);
    const slow = {
      own: gateway.own,
      visit: async (address: string) => {
        later(61);
        return gateway.visit(address);
      },
    };
    const failed = await guestBrowser(slow).submit(login, '/code', { code });
    expect(textOf(failed.html)).toContain('The access point refused the connection. Please try again.');
    expect(textOf((await browser.submit(failed, '/code', { code })).html)).toContain('You are online');
    expect(await guestsLike(code)).toHaveLength(1);
  });
});

describe('a voucher for anyone', () => {
  test('spends a use for each device, not for each tap, tab or login', async () => {
    const { id, code } = await voucher({ remain_use: 2 });
    const mac = newDevice();
    const gateway = playedChilli(gatewayOf(mac));
    const { browser, login } = await toLogin(gateway);
    const pages = await Promise.all([1, 2, 3, 4].map(() => browser.submit(login, '/code', { code })));
    expect(pages.map(({ html }) => textOf(html).includes('You are online'))).toEqual([true, true, true, true]);
    expect(await guestsLike(code)).toHaveLength(1);
    expect(await voucherNow(id)).toMatchObject({ remain_use: 1 });

    const second = await toLogin(playedChilli(gatewayOf(newDevice())));
    await second.browser.submit(second.login, '/code', { code });
    expect(await voucherNow(id)).toMatchObject({ remain_use: 0 });
    const third = await toLogin(playedChilli(gatewayOf(newDevice())));
    const refused = await third.browser.submit(third.login, '/code', { code });
    expect(textOf(refused.html)).toContain('This code has been used as often as it may be.');
    expect((await guestsLike(code)).map(({ username }) => username).sort()).toEqual([`${code.toUpperCase()}#1`, `${code.toUpperCase()}#2`]);
  });

  test('spends one use for two simultaneous taps when the gateway does not name the device', async () => {
    const { id, code } = await voucher({ remain_use: 3 });
    const { browser, login } = await toLogin(playedMikrotik(gatewayOf('')));
    await Promise.all([1, 2].map(() => browser.submit(login, '/code', { code })));
    expect(await voucherNow(id)).toMatchObject({ remain_use: 2 });
    expect(await guestsLike(code)).toHaveLength(1);

    const another = await toLogin(playedMikrotik(gatewayOf('')));
    await another.browser.submit(another.login, '/code', { code });
    expect(await voucherNow(id)).toMatchObject({ remain_use: 1 });
    expect(await guestsLike(code)).toHaveLength(2);
  });

  test('is rejected at a closed hotspot, also by a page that is still open', async () => {
    const { code } = await voucher();
    const { browser, login } = await toLogin(playedChilli(gatewayOf(newDevice())));
    await prefer({ hotspot_closed: 'true' });
    try {
      expect(textOf((await browser.submit(login, '/code', { code })).html)).toContain('At the moment nobody can log in here.');
      const { login: closed } = await toLogin(playedChilli(gatewayOf(newDevice())));
      expect(textOf(closed.html)).toContain('At the moment nobody can log in here.');
      expect(formsIn(closed.html)).toEqual([]);
    } finally {
      await prefer({ hotspot_closed: 'false' });
    }
    expect(textOf((await browser.submit(login, '/code', { code })).html)).toContain('You are online');
  });

  test.each([
    ['summer-0101', 'SUMMER OIOL', true],
    ['ab0ol1xy', 'aboO l i x y', true],
    ['team.wifi_7', 'team.wifi_7', true],
    ['teamwifi8', 'team–wifi–8', true],
    ['teamwifi9', 'teamwif9', false],
  ])('has the code %s typed as %s accepted: %s', async (code, typed, isRight) => {
    await voucher({ code });
    const { browser, login } = await toLogin(playedChilli(gatewayOf(newDevice())));
    const page = await browser.submit(login, '/code', { code: typed });
    expect(textOf(page.html).includes('You are online')).toBe(isRight);
    await server
      .db()
      .delete(hotspot_vouchers)
      .where(and(eq(hotspot_vouchers.hotspot_id, HOTSPOT), eq(hotspot_vouchers.code, code)));
  });

  test('spends no use, starts no validity and registers no guest when the device is refused as online elsewhere', async () => {
    const { id, code } = await voucher({ remain_use: 2 });
    const mac = newDevice();
    const now = server.clock.now;
    const elsewhere = {
      unit_id: 987_654,
      hotspot_id: HOTSPOT,
      device_id: 1,
      device_mac: mac,
      user_id: 987_654,
      session_key: `elsewhere ${mac}`,
      auth_time: now,
      start_time: now,
      update_time: now,
    };
    await server.db().insert(sessions).values(elsewhere);
    const { browser, login } = await toLogin(playedChilli(gatewayOf(mac)));
    const pages = await Promise.all([1, 2, 3].map(() => browser.submit(login, '/code', { code })));
    for (const { html } of pages) expect(textOf(html)).toContain('This device is still online at another access point.');
    expect(await voucherNow(id)).toMatchObject({ remain_use: 2, expires: null });
    expect(await guestsLike(code)).toEqual([]);

    await server.db().delete(sessions).where(eq(sessions.session_key, elsewhere.session_key));
    expect(textOf((await browser.submit(login, '/code', { code })).html)).toContain('You are online');
    expect(await voucherNow(id)).toMatchObject({ remain_use: 1 });
    expect(await guestsLike(code)).toHaveLength(1);
  });

  test('is rejected with the reason when expired or of a disabled kind', async () => {
    const past = await voucher({ expires: new Date('2026-11-20T12:00:00Z') });
    const { browser, login } = await toLogin(playedChilli(gatewayOf(newDevice())));
    expect(textOf((await browser.submit(login, '/code', { code: past.code })).html)).toContain('This code has expired.');
    await prefer({ voucher_login: 'false', temp_code_login: 'true' });
    try {
      const { code } = await voucher();
      expect(textOf((await browser.submit(login, '/code', { code })).html)).toContain(
        'You cannot log in with a voucher here at the moment.',
      );
      const own = await voucher({ type: 'auth' });
      expect(textOf((await browser.submit(login, '/code', { code: own.code })).html)).toContain('You are online');
    } finally {
      await prefer({ voucher_login: 'true', temp_code_login: 'false' });
    }
  });
});

describe('consent of guests', () => {
  test('covers the terms before the code, and each text is stored once with person and time', async () => {
    const { code } = await voucher();
    const mac = newDevice();
    const gateway = playedChilli(gatewayOf(mac));
    const browser = guestBrowser(gateway, { 'Accept-Language': 'it-IT,it;q=0.9,en;q=0.8' });
    const start = await browser.open(gateway.open());
    expect(textOf(start.html)).toContain('Accetto le condizioni d’uso');
    const unread = await browser.submit(start, '/start');
    expect(textOf(unread.html)).toContain('Accetti prima le condizioni d’uso.');
    const login = await browser.submit(unread, '/start', { accept: 'yes' });
    await browser.submit(login, '/code', { code });
    await browser.submit(login, '/code', { code });
    const [guest] = await guestsLike(code);
    const rows = await server
      .db()
      .select()
      .from(consents)
      .where(eq(consents.user_id, guest?.id ?? 0));
    expect(rows.map(({ purpose, is_given, language, device_mac, at }) => ({ purpose, is_given, language, device_mac, at }))).toEqual(
      ['terms', 'privacy'].map((purpose) => ({ purpose, is_given: true, language: 'it', device_mac: mac, at: server.clock.now })),
    );
    const texts = await server.db().select().from(consent_texts);
    const terms = texts.find(({ hash }) => hash === rows[0]?.text_hash);
    const shown = await browser.open(`${server.url()}/portal/${UNIT.uuid}/terms`);
    expect(textOf(shown.html)).toContain(textOf(terms?.body ?? 'missing'));
    expect(terms?.body).not.toBe('');

    const read = (query: string, as = 'reseller1') => server.as(as).get(`/api/users/${guest?.id}${query}`);
    const { consents: listed } = (await read('?consents=true')).body as { consents: { purpose: string; given: boolean; text: string }[] };
    expect(listed.map(({ purpose, given, text }) => ({ purpose, given, isText: text.length > 10 }))).toEqual([
      { purpose: 'privacy', given: true, isText: true },
      { purpose: 'terms', given: true, isText: true },
    ]);
    expect((await read('')).body).not.toHaveProperty('consents');
    expect((await read('?consents=true', 'reseller2')).status).toBe(404);

    await server.as('admin').delete(`/api/users/${guest?.id}`);
    expect(await server.db().$count(consents, eq(consents.user_id, guest?.id ?? 0))).toBe(0);
  });
});

test.each([
  { language: 'it', text: 'Condizioni di Inn', text_language: 'it' },
  { language: 'fr', text: 'Terms of Inn', text_language: '' },
])('a guest in $language reads and accepts the text in that language, if there is one, which the proof says', async (guest) => {
  const { language, text, text_language } = guest;
  const db = server.db();
  const [created] = await db
    .insert(disclaimers)
    .values({ type: 'tos', title: 'Inn', body: '<p>Terms of Inn</p>', translations: { it: '<p>Condizioni di Inn</p>' } })
    .returning();
  const id = created?.id ?? 0;
  const [hotspot] = await db.select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
  await db.insert(disclaimers_accounts).values({ disclaimer_id: id, account_id: hotspot?.account_id ?? 0 });
  await db.delete(disclaimers_hotspots).where(eq(disclaimers_hotspots.hotspot_id, HOTSPOT));
  await db.insert(disclaimers_hotspots).values({ disclaimer_id: id, hotspot_id: HOTSPOT, type: 'tos' });

  const { code } = await voucher();
  const gateway = playedChilli(gatewayOf(newDevice()));
  const browser = guestBrowser(gateway, { 'Accept-Language': language });
  const login = await browser.submit(await browser.open(gateway.open()), '/start', { accept: 'yes' });
  expect(textOf((await browser.open(`${server.url()}/portal/${UNIT.uuid}/terms`)).html)).toContain(text);
  await browser.submit(login, '/code', { code });
  const [person] = await guestsLike(code);
  const answer = (await server.as('reseller1').get(`/api/users/${person?.id}?consents=true`)).body as { consents: object[] };
  expect(answer.consents).toContainEqual(expect.objectContaining({ purpose: 'terms', text: `<p>${text}</p>`, language, text_language }));
  await db.delete(disclaimers).where(eq(disclaimers.id, id));
});

describe('returning guests', () => {
  test('log in automatically by their device without a page, but not after a refusal', async () => {
    const { code } = await voucher({ type: 'auth', auto_login: true });
    const gateway = playedChilli(gatewayOf(newDevice()));
    const { browser, login } = await toLogin(gateway);
    await browser.submit(login, '/code', { code });
    await gateway.visit(`${gateway.own}/logoff`);
    const page = await browser.open(gateway.open());
    expect(textOf(page.html)).toContain('You are online');

    // Somebody who makes up an address gets no further, and leaves only a few rows, however often they try.
    await gateway.visit(`${gateway.own}/logoff`);
    const tokens = () => server.db().$count(login_tokens);
    const before = await tokens();
    const watcher = { own: gateway.own, visit: async () => `${server.url()}/portal/nobody` };
    for (let round = 0; round < 10; round += 1) await guestBrowser(watcher).open(gateway.open());
    expect((await tokens()) - before).toBe(4);

    await gateway.visit(`${gateway.own}/logoff`);
    const refused = await browser.open(gateway.open().replace('res=notyet', 'res=failed&reason=reject'));
    expect(formsIn(refused.html).map(({ action }) => action)).toContain(`/portal/${UNIT.uuid}/start`);
  });

  test('end the first guest’s session by another code and continue with the second’s without another tap', async () => {
    const [first, second] = [await voucher({ type: 'auth', max_time: 600 }), await voucher({ type: 'auth', max_time: 7200 })];
    const mac = newDevice();
    const gateway = playedChilli(gatewayOf(mac));
    const { browser, login } = await toLogin(gateway);
    const online = await browser.submit(login, '/code', { code: first.code });
    const wrong = await browser.submit(online, '/code', { code: 'nothing' });
    expect(wrong.html).toMatch(
      /<details[^>]* open="">.*<input id="portal-code"[^>]*autofocus=""[^>]*><p id="portal-code-problem"[^>]*>This code is not valid here/s,
    );
    expect(wrong.html.match(/role="alert"/g)).toHaveLength(1);
    expect(textOf(wrong.html)).toContain('You are online');
    expect(textOf((await browser.submit(wrong, '/code', { code: first.code })).html)).toContain('Time left 10 minutes');
    const longer = await browser.submit(wrong, '/code', { code: second.code });
    expect(textOf(longer.html)).toContain('Time left 2 hours');
    const running = await server.db().select().from(sessions).where(eq(sessions.device_mac, mac));
    expect(running.map(({ username }) => username)).toEqual([second.code.toUpperCase()]);
  });

  test('see their remaining time and can log out', async () => {
    const { code } = await voucher({ type: 'auth', max_time: 1800 });
    const mac = newDevice();
    const gateway = playedChilli(gatewayOf(mac));
    const { browser, login } = await toLogin(gateway);
    const online = await browser.submit(login, '/code', { code });
    expect(textOf(online.html)).toContain('Time left 30 minutes');
    const german = await browser.follow(online, 'Deutsch');
    expect(textOf(german.html)).toContain('Sie sind online');
    const afterLeaving = await browser.submit(german, '/leave');
    expect(textOf(afterLeaving.html)).toContain('logged out');
    expect(await server.db().$count(sessions, eq(sessions.device_mac, mac))).toBe(0);
  });

  test('are described by RFC 8908 as captive until the session runs, with what remains of it', async () => {
    const mac = newDevice();
    const request = async (more = '') => {
      const answer = await fetch(`${server.url()}/portal/api/${UNIT.uuid}?mac=${mac}&uamip=10.1.0.1&uamport=3990${more}`, {
        headers: { Accept: 'application/captive+json' },
      });
      return {
        type: answer.headers.get('content-type'),
        cache: answer.headers.get('cache-control'),
        body: (await answer.json()) as unknown,
      };
    };
    const address = `${server.url()}/portal/${UNIT.uuid}/open?uamip=10.1.0.1&uamport=3990`;
    const before = {
      captive: true,
      'user-portal-url': address,
      'venue-info-url': 'https://example.com/welcome',
      'can-extend-session': false,
    };
    expect(await request()).toEqual({ type: 'application/captive+json; charset=utf-8', cache: 'private, no-store', body: before });
    const { code } = await voucher({ max_time: 600, max_traffic: 5_000_000 });
    const gateway = playedChilli(gatewayOf(mac));
    const browser = guestBrowser(gateway);
    const login = await browser.submit(await browser.open(address), '/start', { accept: 'yes' });
    const online = await browser.submit(login, '/code', { code });
    expect((await request()).body).toEqual({ ...before, captive: false });
    const key = formsIn(online.html).find(({ action }) => action.endsWith('/leave'))?.hidden.k ?? '';
    expect((await request(`&k=${key}`)).body).toEqual({
      ...before,
      captive: false,
      'seconds-remaining': 600,
      'bytes-remaining': 5_000_000,
    });
  });
});

describe('tokens', () => {
  test('work once, and a repeated packet gets the same answer', async () => {
    const { code } = await voucher();
    const gateway = playedChilli(gatewayOf(newDevice()));
    const { browser, login } = await toLogin(gateway);
    const seen: string[] = [];
    const watched = { own: gateway.own, visit: (address: string) => (seen.push(address), gateway.visit(address)) };
    await guestBrowser(watched).submit(login, '/code', { code });
    // Another server than the one that answered and caches its answers.
    await withAnotherServer(async () => {
      expect((await gateway.last()?.again())?.code).toBe(CODE.accessAccept);
      gateway.state.isOn = false;
      const failed = await browser.open(seen[0] ?? '');
      expect(gateway.last()?.answer?.code).toBe(CODE.accessReject);
      expect(textOf(failed.html)).toContain('The access point refused the connection');
    });
  });

  test('belong to one device and one unit', async () => {
    const { code } = await voucher();
    const seen: string[] = [];
    const gateway = playedChilli(gatewayOf(newDevice()));
    const { login } = await toLogin(gateway);
    const stolen = { own: gateway.own, visit: async (address: string) => (seen.push(address), gateway.open()) };
    await guestBrowser(stolen).submit(login, '/code', { code });
    const thief = playedChilli(gatewayOf(newDevice()));
    thief.state.challenge = gateway.state.challenge;
    await thief.visit(seen[0] ?? '');
    expect(thief.last()?.answer?.code).toBe(CODE.accessReject);
    const [username, password] = [new URL(seen[0] ?? '').searchParams.get('username') ?? '', 'x'.repeat(26)];
    expect((await gateway.radius.pap(username, password)).answer?.code).toBe(CODE.accessReject);
    await gateway.visit(seen[0] ?? '');
    expect(gateway.last()?.answer?.code).toBe(CODE.accessAccept);
  });

  test('are sent in plain without a challenge, and work', async () => {
    const { code } = await voucher();
    const gateway = playedChilli(gatewayOf(newDevice()));
    const { browser, login } = await toLogin({ ...gateway, open: () => gateway.open().replace(/&challenge=[0-9a-f]+/, '') });
    expect(textOf((await browser.submit(login, '/code', { code })).html)).toContain('You are online');
  });
});

test("a refusal by a gateway is explained in the guest's language, and staff can read what happened", async () => {
  const { code } = await voucher({ type: 'auth', max_time: 60 });
  const mac = newDevice();
  const gateway = playedChilli(gatewayOf(mac));
  const { browser, login } = await toLogin(gateway, { 'Accept-Language': 'fr' });
  await browser.submit(login, '/code', { code });
  const page: GuestPage = await browser.open(gateway.open());
  expect(textOf(page.html)).toContain('Vous êtes en ligne');
  await gateway.radius.account(code.toUpperCase(), gateway.state.sessionId, 'stop', []);
  await server
    .db()
    .update(users)
    .set({ valid_until: new Date(FIRST.getTime() - 1000) })
    .where(eq(users.username, code.toUpperCase()));
  const refused = await browser.submit(login, '/code', { code });
  expect(textOf(refused.html)).toContain('Ce code a expiré.');
  const events = await server.db().select().from(access_events).where(eq(access_events.device_mac, mac));
  expect(events.map(({ way: method, refusal }) => ({ way: method, refusal }))).toEqual([
    { way: 'portal', refusal: '' },
    { way: 'portal', refusal: 'expired' },
  ]);
});
