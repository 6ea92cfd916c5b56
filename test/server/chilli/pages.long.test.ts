/**
 * The login pages made for an existing back end and the unit behind them, by the calls that both make; and what strangers try with these
 * calls.
 */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, describe, test } from '@jest/globals';
import { eq, and, asc, desc } from 'drizzle-orm';
import type { DisconnectTarget } from '../../../src/server/access/reachQueries';
import {
  hotspot_vouchers,
  login_failures,
  login_tokens,
  portal_codes,
  portal_tries,
  users,
  account_sms_counts,
  hotspot_sms_counts,
  hotspot_preferences,
  hotspots,
  sessions,
  access_events,
  consent_texts,
  consents,
  unit_contacts,
} from '../../../src/server/database/schema';
import type { Delivery, Mail } from '../../../src/server/messages/mailer';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { setPreferences } from '../../support/peers/portalUnit';
import { setOnlyPreferences } from '../../support/radius/radius';
import { serve, type Answer, callerOf } from '../../support/server/server';
import { insertGuest, insertUnit, insertVoucher } from '../../factories/rows';
import fc from '../../support/run/property';
import { HOTSPOT_PREFERENCE_KINDS } from '../../../src/contract/plain/hotspotPreferences';
import { LIMITS } from '../../../src/server/limits/limits';

const mails: Mail[] = [];
const state: { delivery: Delivery; hasGateway: boolean; isGatewayAway: boolean } = {
  delivery: 'sent',
  hasGateway: false,
  isGatewayAway: false,
};
const mailer = { isConfigured: true, send: async (mail: Mail) => (state.delivery === 'sent' && mails.push(mail), state.delivery) };
const texts: Message[] = [];
const sms = {
  get isConfigured() {
    return state.hasGateway;
  },
  send: async (message: Message) => (state.isGatewayAway ? { failed: 'away' } : (texts.push(message), null)),
};
const ended: DisconnectTarget[] = [];
const server = serve({
  mailer,
  sms,
  config: { httpAaa: true, zone: 'Europe/Rome', loginLimit: 4 },
  endSession: async (session) => (ended.push(session), { outcome: 'acknowledged' }),
});

const HOTSPOT = 1;
const FIRST = new Date('2026-11-22T09:30:00Z');
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const UNIT = { uuid: '9c1f5f3e-old', mac_address: '00-11-22-33-44-77', name: 'Old lobby', secret: 'a secret that no guest knows' };
const OTHER = { uuid: '9c1f5f3e-other', mac_address: '00-11-22-33-44-78', name: 'Old garden', secret: 'another secret' };
const proofOf = ({ uuid, secret }: { uuid: string; secret: string }) => ({ uuid, digest: md5(secret + uuid) });
const ids: Record<string, number> = {};

const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
};

const prefer = (values: Record<string, string>) => setPreferences(server, HOTSPOT, values);

beforeAll(async () => {
  server.clock.now = FIRST;
  for (const unit of [UNIT, OTHER]) {
    const created = await insertUnit(server.db(), { ...unit, hotspot_id: HOTSPOT, created: FIRST });
    ids[unit.uuid] = created.id;
  }
});
beforeEach(async () => {
  later(11 * 60);
  mails.length = 0;
  texts.length = 0;
  ended.length = 0;
  state.delivery = 'sent';
  state.hasGateway = false;
  state.isGatewayAway = false;
  const db = server.db();
  for (const table of [portal_codes, portal_tries, login_failures, login_tokens]) await db.delete(table);
  await setOnlyPreferences(db, HOTSPOT, {
    voucher_login: 'true',
    user_expiration_days: '7',
    temp_session_duration: '240',
    'CoovaChilli-Max-Navigation-Time': '3600',
  });
});

const pathWith = (path: string, query: Record<string, string>) => `/wax${path}?${new URLSearchParams(query).toString()}`;
const called = (method: string, path: string, query: Record<string, string>, body?: unknown): Promise<Answer> =>
  server.withToken().call(method, pathWith(path, query), body);

/** The calls that a phone at a unit makes through the pages. */
function phone(unit = UNIT) {
  phones += 1;
  const mac = `02-00-00-00-05-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
  const session = { ...proofOf(unit), sessionid: `63a1b2c3000000${phones}` };
  return {
    mac,
    sessionid: session.sessionid,
    ask: (path: string, query: Record<string, string> = {}) => called('GET', path, { ...session, ...query }),
    say: (method: string, path: string, body?: unknown) => called(method, path, session, body),
    email: (address: string, query: Record<string, string> = {}) =>
      called('GET', `/register/email/${encodeURIComponent(address)}`, {
        ...session,
        uamip: '10.1.0.1',
        uamport: '3990',
        reset: 'true',
        mac,
        ...query,
      }),
    login: async (username: string, password: string) => {
      const { status, body } = await called('GET', '/aaa/login', { ...session, username, password });
      expect(status).toBe(201);
      return body;
    },
  };
}
let phones = 0;
type Phone = ReturnType<typeof phone>;

/** What a unit's script does every ten seconds, with these phones connected. */
function unitWith(here: readonly Phone[], unit = UNIT) {
  const aaa = async (query: Record<string, string>) => {
    const { status, body } = await called('GET', '/aaa', { ...proofOf(unit), timezone: 'Europe/Rome', ap: unit.mac_address, ...query });
    return { status, text: String(body) };
  };
  const waiting = () => called('GET', '/aaa/auth', { ...proofOf(unit), secret: unit.secret });
  return {
    aaa,
    waiting,
    poll: async () => {
      const { status, body } = await waiting();
      if (status === 404) return [];
      expect(status).toBe(200);
      const done: { type: string; username: string; text: string }[] = [];
      for (const one of body as { session_id: string; type: string; username: string; password: string; session_timeout: number }[]) {
        const device = here.find(({ sessionid }) => sessionid === one.session_id);
        if (!device) continue;
        const { username, password, type } = one;
        const about = { user: username, mac: device.mac, ip: '10.1.0.9', sessionid: device.sessionid, nasid: '1' };
        const { text } =
          type === 'temporary'
            ? { text: String(one.session_timeout) }
            : await aaa({ stage: 'login', service: 'login', pass: password, ...about });
        if (type === 'temporary' || text.startsWith('Auth: 1')) await aaa({ stage: 'counters', status: 'start', ...about });
        done.push({ type, username, text });
      }
      return done;
    },
  };
}

const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
let people = 0;
const newEmail = () => `guest${(people += 1)}@mail.example`;
const guestNamed = async (username: string) => (await server.db().select().from(users).where(eq(users.username, username)))[0];

async function voucher(change: Partial<typeof hotspot_vouchers.$inferInsert> = {}) {
  const code = `old${Math.random().toString(36).slice(2, 10)}`;
  const limits = { max_time: 1800, bandwidth_down: 4000, bandwidth_up: 1000 };
  const created = {
    hotspot_id: HOTSPOT,
    code,
    auto_login: false,
    remain_use: 2,
    duration: 3,
    type: 'normal' as const,
    created: FIRST,
    ...limits,
  };
  const row = await insertVoucher(server.db(), { ...created, ...change });
  if (row.type === 'auth')
    await insertGuest(server.db(), {
      hotspot_id: HOTSPOT,
      voucher_id: row.id,
      username: row.code.toUpperCase(),
      account_type: 'voucher',
      max_navigation_time: 1800,
      created: FIRST,
    });
  return row;
}
const voucherOf = async (id: number) => (await server.db().select().from(hotspot_vouchers).where(eq(hotspot_vouchers.id, id)))[0];
const usesLeft = async (id: number) => (await voucherOf(id))?.remain_use;

describe('a guest with an e-mail address', () => {
  test('gets a code, some minutes to read it, and a login by the unit', async () => {
    const guest = phone();
    const unit = unitWith([guest]);
    const email = newEmail();
    const registered = await guest.email(email.toUpperCase());
    expect(registered).toMatchObject({ status: 200, body: { user_id: email } });
    expect(registered.body).not.toHaveProperty('exists');
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([{ to: email, subject: `Your WiFi code: ${codeIn(mails[0])}` }]);
    expect(await guestNamed(email)).toBeUndefined();

    expect(await guest.ask('/aaa/temp', { username: email, userid: '0', mac: guest.mac })).toMatchObject({
      status: 201,
      body: { status: 'success', skip_auth: false },
    });
    expect(await unit.poll()).toEqual([{ type: 'temporary', username: 'temporary', text: '240' }]);
    expect(await server.db().$count(sessions, eq(sessions.session_key, guest.sessionid))).toBe(0);

    later(60);
    expect(await guest.login(email, codeIn(mails[0]))).toEqual({ clientState: '1' });
    // A second tap, before and after the unit has polled.
    expect(await guest.login(email, codeIn(mails[0]))).toEqual({ clientState: '1' });
    const [done] = await unit.poll();
    expect(done).toMatchObject({ type: 'login', username: email });
    expect(done?.text).toMatch(/^Auth: 1\nSession-Timeout:3600\n/);
    expect(await guest.login(email, codeIn(mails[0]))).toEqual({ clientState: '1' });
    expect(await unit.poll()).toEqual([]);
    expect(await guestNamed(email)).toMatchObject({
      account_type: 'email',
      email_verified: true,
      marketing_auth: false,
      survey_auth: false,
      max_navigation_time: 3600,
      valid_until: new Date('2026-11-29T22:59:59Z'),
    });
    const [running] = await server.db().select().from(sessions).where(eq(sessions.session_key, guest.sessionid));
    expect(running).toMatchObject({ username: email, device_mac: guest.mac, unit_id: ids[UNIT.uuid] });
  });

  test('gets the minutes once a day, even if the unit itself requests them', async () => {
    const guest = phone();
    const unit = unitWith([guest]);
    const email = newEmail();
    const minutes = (status: string) =>
      unit.aaa({ stage: 'temporary', status, user: email, mac: guest.mac, sessionid: guest.sessionid, nasid: '1' });
    expect(await minutes('new')).toEqual({ status: 403, text: 'available temporary sessions exceed' });
    await guest.email(email);
    expect(await minutes('new')).toEqual({ status: 200, text: '240' });
    expect(await minutes('new')).toMatchObject({ status: 403 });
    // The page goes on to ask for the code, but no minutes are granted.
    const without = { status: 201, body: { status: 'success', skip_auth: false } };
    await unit.poll();
    expect(await guest.ask('/aaa/temp', { username: email, mac: guest.mac })).toMatchObject(without);
    // They are granted to the device that requested the code, not to one that is named later.
    expect(await guest.ask('/aaa/temp', { username: email, mac: '02-00-00-00-05-FF' })).toMatchObject(without);
    await guest.ask('/aaa/logout', { username: email });
    expect(await guest.ask('/aaa/temp', { username: email, mac: guest.mac })).toMatchObject(without);
    expect(await unit.poll()).toEqual([]);
    later(24 * 3600);
    await guest.email(email);
    const json = await unit.aaa({ stage: 'temporary', status: 'new-json', user: email, mac: guest.mac, sessionid: guest.sessionid });
    expect(json).toMatchObject({ status: 200 });
    expect(mails).toHaveLength(2);
  });

  test('shares the last use of a voucher with nobody, however many confirm their addresses at once', async () => {
    const { id, code } = await voucher({ remain_use: 1 });
    const guests = [1, 2, 3, 4].map(() => ({ phone: phone(), email: newEmail() }));
    for (const { phone: each, email } of guests) await each.email(email, { voucher_code: code });
    const answers = await Promise.all(guests.map(({ phone: each, email }, at) => each.login(email, codeIn(mails[at]))));
    expect(answers.filter((answer) => (answer as { clientState: unknown }).clientState === '1')).toHaveLength(1);
    expect(await usesLeft(id)).toBe(0);
    const registered = await Promise.all(guests.map(({ email }) => guestNamed(email)));
    expect(registered.filter((guest) => guest !== undefined)).toHaveLength(1);
  });

  test('logs in without a voucher as its page sends it', async () => {
    const guest = phone();
    const email = newEmail();
    const none = { uamip: '10.1.0.1', uamport: '3990', reset: 'null', voucher_code: 'null', mac: guest.mac };
    expect(await guest.ask(`/register/email/${email}`, none)).toMatchObject({ status: 200 });
    expect(await guest.login(email, codeIn(mails[0]))).toEqual({ clientState: '1' });
  });

  test('gets the minutes once a day for an address, on whichever device', async () => {
    const [first, second] = [phone(), phone()];
    const unit = unitWith([first, second]);
    const email = newEmail();
    for (const guest of [first, second]) {
      await guest.email(email);
      await guest.ask('/aaa/temp', { username: email, mac: guest.mac });
    }
    expect(await unit.poll()).toEqual([{ type: 'temporary', username: 'temporary', text: '240' }]);
  });

  test("gets no minutes while its unit has given all of an hour's", async () => {
    const guest = phone();
    const unit = unitWith([guest]);
    const email = newEmail();
    const key = `short_unit ${String(ids[UNIT.uuid])}`;
    await server
      .db()
      .insert(portal_tries)
      .values(Array.from({ length: LIMITS.short_unit.most }, () => ({ key, at: server.clock.now })));
    await guest.email(email);
    await guest.ask('/aaa/temp', { username: email, mac: guest.mac });
    expect(await unit.poll()).toEqual([]);
    later(3600);
    await guest.email(email);
    await guest.ask('/aaa/temp', { username: email, mac: guest.mac });
    expect(await unit.poll()).toEqual([{ type: 'temporary', username: 'temporary', text: '240' }]);
  });

  test("gets a voucher's limits, and a use is counted once", async () => {
    server.clock.now = new Date('2026-11-24T09:30:00Z');
    const { id, code } = await voucher();
    const guest = phone();
    const unit = unitWith([guest]);
    const email = newEmail();
    for (const _ of [1, 2, 3]) {
      const checked = await guest.ask(`/register/voucher/${code.toUpperCase()}`);
      expect(checked).toMatchObject({ status: 200, body: { code, type: 'normal' } });
    }
    expect(await usesLeft(id)).toBe(2);
    await guest.email(email, { voucher_code: code });
    await guest.login(email, codeIn(mails[0]));
    expect((await unit.poll())[0]?.text).toMatch(/Session-Timeout:1800\n[^]*Bandwidth-Max-Up:1000\n/);
    expect(await guestNamed(email)).toMatchObject({
      max_navigation_time: 1800,
      kbps_down: 4000,
      valid_until: new Date('2026-11-27T22:59:59Z'),
    });
    expect(await usesLeft(id)).toBe(1);
    later(120);
    await guest.email(email, { voucher_code: code });
    await guest.login(email, codeIn(mails[1]));
    expect(await usesLeft(id)).toBe(1);
  });

  test('spends and changes nothing with a voucher while the device is online at another unit', async () => {
    const { id, code } = await voucher({ remain_use: 1 });
    const guest = phone();
    const unit = unitWith([guest]);
    const [unknown, known] = [newEmail(), newEmail()];
    const now = server.clock.now;
    const valid = { valid_from: now, valid_until: new Date(now.getTime() + 3_600_000) };
    await insertGuest(server.db(), { hotspot_id: HOTSPOT, username: known, account_type: 'email', created: now, ...valid });
    const elsewhere = {
      unit_id: 987_654,
      hotspot_id: HOTSPOT,
      device_id: 1,
      device_mac: guest.mac,
      user_id: 987_654,
      session_key: 'elsewhere',
      auth_time: now,
      start_time: now,
      update_time: now,
    };
    await server.db().insert(sessions).values(elsewhere);
    const online = 'This device is still online at another access point. Try again in a few minutes.';
    for (const email of [unknown, known]) {
      await guest.email(email, { voucher_code: code });
      expect(await guest.login(email, codeIn(mails.at(-1)))).toEqual({ clientState: 0, message: online });
    }
    expect(await unit.poll()).toEqual([]);
    expect(await voucherOf(id)).toMatchObject({ remain_use: 1, expires: null });
    expect(await guestNamed(unknown)).toBeUndefined();
    expect(await guestNamed(known)).toMatchObject({ ...valid, max_navigation_time: 0 });
    const refused = await server.db().select().from(access_events).where(eq(access_events.at, now)).orderBy(access_events.id);
    const knownId = (await guestNamed(known))?.id;
    expect(refused.map(({ refusal, user_id }) => ({ refusal, user_id }))).toEqual([
      { refusal: 'other_unit', user_id: null },
      { refusal: 'other_unit', user_id: knownId },
    ]);

    await server.db().delete(sessions).where(eq(sessions.session_key, 'elsewhere'));
    await guest.email(unknown, { voucher_code: code });
    expect(await guest.login(unknown, codeIn(mails.at(-1)))).toEqual({ clientState: '1' });
    expect((await unit.poll())[0]?.text).toMatch(/^Auth: 1\nSession-Timeout:1800\n/);
    expect(await usesLeft(id)).toBe(0);
  });

  test('is informed about a problem in the phone’s language', async () => {
    const guest = phone();
    const inItalian = callerOf(server.url);
    await prefer({ check_email_domain: 'true', check_email_domain_list: 'mail.example' });
    const register = (address: string) =>
      inItalian.call('GET', pathWith(`/register/email/${address}`, { ...proofOf(UNIT), sessionid: guest.sessionid }), undefined, {
        'Accept-Language': 'it',
      });
    for (const address of ['nobody', 'guest@elsewhere.example']) {
      const { status, body } = await register(address);
      expect({ status, code: (body as { code: string }).code }).toEqual({ status: 400, code: 'not_registered' });
      expect((body as { message: string }).message).not.toMatch(/address|domain/);
    }
    state.delivery = { unreachable: 'no such host' };
    expect(await guest.email(newEmail())).toMatchObject({ status: 400, body: { code: 'not_registered' } });
    expect(await server.db().$count(portal_codes)).toBe(0);
    await prefer({ email_login: 'false' });
    expect(await guest.email(newEmail())).toMatchObject({ status: 400 });
  });
});

describe('a guest with a phone number', () => {
  const NUMBER = '+393331234567';
  /** A number as the page of an existing back end writes it: with the country code but no plus sign. */
  const typed = '393331234567';
  const register = (guest: Phone, number = typed) => guest.ask(`/register/sms/${encodeURIComponent(number)}`, { mac: guest.mac });
  const codeIn = (message: Message | undefined) => /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
  let owner = 0;
  const remaining = async () => {
    const [pack] = await server.db().select().from(account_sms_counts).where(eq(account_sms_counts.account_id, owner));
    return (pack?.sms_max_count ?? 0) - (pack?.sms_count ?? 0);
  };

  beforeEach(async () => {
    state.hasGateway = true;
    const db = server.db();
    const [hotspot] = await db.select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
    owner = hotspot?.account_id ?? 0;
    await db.delete(account_sms_counts).where(eq(account_sms_counts.account_id, owner));
    await db.insert(account_sms_counts).values({ account_id: owner, sms_max_count: 2, sms_count: 0 });
    await db.delete(hotspot_sms_counts).where(eq(hotspot_sms_counts.hotspot_id, HOTSPOT));
    await prefer({ sms_login: 'true', sms_login_max: '0' });
  });

  test('gets a code, which is counted, and a login by the unit', async () => {
    const guest = phone();
    const unit = unitWith([guest]);
    expect((await guest.ask('/preferences')).body).toMatchObject({ preferences: { sms_login: 'true' } });
    const registered = await register(guest);
    expect(registered).toMatchObject({ status: 200, body: { user_id: NUMBER } });
    expect(texts.map(({ number }) => number)).toEqual([NUMBER]);
    expect(await remaining()).toBe(1);

    expect(await guest.login(NUMBER, '000000')).toMatchObject({ clientState: 0 });
    expect(await guest.login(typed, codeIn(texts[0]))).toEqual({ clientState: '1' });
    // A second tap.
    expect(await guest.login(NUMBER, codeIn(texts[0]))).toEqual({ clientState: '1' });
    const [done] = await unit.poll();
    expect(done).toMatchObject({ type: 'login', username: NUMBER });
    expect(done?.text).toMatch(/^Auth: 1\n/);
    expect(await unit.poll()).toEqual([]);
    expect(await guestNamed(NUMBER)).toMatchObject({ account_type: 'sms', email_verified: false, email: '' });
    const { user_db_id: handle } = registered.body as { user_db_id: string };
    expect(await guest.say('DELETE', `/marketings/${handle}`)).toMatchObject({ status: 200 });
  });

  test('cannot use the code of another session, and a voucher code of digits still works', async () => {
    const guest = phone();
    await register(guest);
    const stranger = phone();
    expect(await stranger.login(NUMBER, codeIn(texts[0]))).toMatchObject({ clientState: 0 });
    const { code } = await voucher({ code: '3331234567', type: 'auth' });
    expect(await phone().login(code, code)).toEqual({ clientState: '1' });
  });

  test('logs in without a voucher and without minutes, although its page requests both', async () => {
    const guest = phone();
    const unit = unitWith([guest]);
    const none = { uamip: '10.1.0.1', uamport: '3990', reset: 'null', voucher_code: 'null', mac: guest.mac };
    expect(await guest.ask(`/register/sms/${typed}`, none)).toMatchObject({ status: 200 });
    const minutes = await guest.ask('/aaa/temp', { username: NUMBER, userid: 'null', mac: guest.mac });
    expect(minutes).toMatchObject({ status: 201, body: { status: 'success', skip_auth: false } });
    expect(await unit.poll()).toEqual([]);
    expect(await guest.login(NUMBER, codeIn(texts[0]))).toEqual({ clientState: '1' });
    expect(await unit.poll()).toMatchObject([{ type: 'login', username: NUMBER }]);
  });

  test('is refused without a number, without quota and without a provider, and nothing is counted', async () => {
    for (const nonsense of ['12', 'ada', '+390612345678', '%00'])
      expect(await register(phone(), nonsense)).toMatchObject({ status: 400, body: { code: 'not_registered' } });
    state.isGatewayAway = true;
    expect(await register(phone())).toMatchObject({ status: 400, body: { code: 'not_registered' } });
    state.isGatewayAway = false;
    expect(await remaining()).toBe(2);
    for (const number of ['393331234501', '393331234502', '393331234503']) await register(phone(), number);
    expect(texts).toHaveLength(2);
    expect(await remaining()).toBe(0);
    await prefer({ sms_login: 'false' });
    expect(await register(phone())).toMatchObject({ status: 400, body: { code: 'not_registered' } });
    state.hasGateway = false;
    expect((await phone().ask('/preferences')).body).toMatchObject({ preferences: { sms_login: 'false' } });
  });
});

describe('a guest with a code of their own', () => {
  test('is logged in by the unit with a token instead of the code', async () => {
    const { code } = await voucher({ type: 'auth' });
    const guest = phone();
    const unit = unitWith([guest]);
    expect(await guest.ask(`/register/voucher/${code}`)).toMatchObject({ status: 200, body: { code, type: 'auth' } });
    expect(await guest.login(code.toUpperCase(), code)).toEqual({ clientState: '1' });
    const { body } = await unit.waiting();
    expect(body).toMatchObject([{ session_id: guest.sessionid, type: 'login', username: code.toUpperCase(), unit_uuid: UNIT.uuid }]);
    expect(JSON.stringify(body)).not.toContain(code);
    const one = await called('GET', '/aaa/auth', { ...proofOf(UNIT), secret: UNIT.secret, sessionid: guest.sessionid });
    expect(one.body).toEqual((body as unknown[])[0]);
    expect((await unit.poll())[0]?.text).toMatch(/^Auth: 1\n/);
    expect((await unit.waiting()).status).toBe(404);
  });

  test('spends the token by HTTP once, however often the call is repeated', async () => {
    const { code } = await voucher({ type: 'auth' });
    const guest = phone();
    const unit = unitWith([guest]);
    await guest.login(code, code);
    const [{ username, password }] = (await unit.waiting()).body as [{ username: string; password: string }];
    const login = { stage: 'login', service: 'login', user: username, mac: guest.mac, sessionid: guest.sessionid };
    const challenge = Buffer.alloc(16, 7);
    const chap = (id: number) => ({
      chap_chal: challenge.toString('hex'),
      chap_id: String(id),
      chap_pass: createHash('md5').update(Buffer.of(id)).update(password).update(challenge).digest('hex'),
    });
    expect((await unit.aaa({ ...login, pass: 'guessed' })).text).toMatch(/^Auth: 0\n/);
    for (const _ of [1, 2]) expect((await unit.aaa({ ...login, ...chap(3) })).text).toMatch(/^Auth: 1\n/);
    for (const query of [chap(4), { pass: password }, { ...chap(3), sessionid: 'another' }])
      expect((await unit.aaa({ ...login, ...query })).text).toMatch(/^Auth: 0\n/);
    expect((await unitWith([guest], OTHER).aaa({ ...login, ...chap(3) })).text).toMatch(/^Auth: 0\n/);
  });

  test('logs out of the own session only', async () => {
    const { code } = await voucher({ type: 'auth' });
    const [guest, other] = [phone(), phone()];
    await other.login(code, code);
    for (const sessionid of [guest.sessionid, '']) await guest.ask('/aaa/logout', { username: code, sessionid });
    expect(await unitWith([other]).poll()).toMatchObject([{ type: 'login' }]);
  });

  test('withdraws no log-in of a neighbour whose session id it has guessed, in whichever way they log in', async () => {
    const [guest, neighbour] = [phone(), phone()];
    const unit = unitWith([guest]);
    const { code } = await voucher({ type: 'auth' });
    const email = newEmail();
    const leave = (username: string) => neighbour.ask('/aaa/logout', { sessionid: guest.sessionid, username });
    const attempts = ['', 'somebody@mail.example', '%', neighbour.sessionid, guest.mac, `#${guest.mac}`];
    await guest.email(email);
    await guest.ask('/aaa/temp', { username: email, mac: guest.mac });
    for (const username of attempts) expect(await leave(username)).toMatchObject({ status: 201 });
    expect(await unit.poll()).toMatchObject([{ type: 'temporary' }]);
    await guest.login(email, codeIn(mails[0]));
    for (const username of attempts) await leave(username);
    expect((await unit.poll()).filter(({ type }) => type === 'login')).toMatchObject([{ username: email }]);
    await guest.login(code, code);
    for (const username of [...attempts, email]) await leave(username);
    expect((await unit.poll()).filter(({ type }) => type === 'login')).toMatchObject([{ username: code.toUpperCase() }]);
  });

  test('withdraws its own minutes before the unit has given them', async () => {
    const guest = phone();
    const email = newEmail();
    await guest.email(email);
    await guest.ask('/aaa/temp', { username: email, mac: guest.mac });
    await guest.ask('/aaa/logout', { username: email.toUpperCase() });
    expect(await unitWith([guest]).poll()).toEqual([]);
  });

  test('is informed about an expired and an unknown code', async () => {
    const { code } = await voucher({ type: 'auth', expires: new Date('2026-11-01T00:00:00Z') });
    const guest = phone();
    expect(await guest.login(code, code)).toMatchObject({ clientState: 2, message: 'Your access has expired.' });
    expect(await guest.ask(`/register/voucher/${code}`)).toMatchObject({ status: 401, body: { code: 'expired' } });
    expect(await guest.login('nobody', 'nobody')).toMatchObject({ clientState: 0 });
    expect(await guest.ask('/register/voucher/nobody')).toMatchObject({ status: 401, body: { code: 'not_known' } });
    const events = await server.db().select().from(access_events).orderBy(desc(access_events.id)).limit(2);
    expect(events.map(({ refusal, unit_id }) => ({ refusal, unit_id }))).toEqual([
      { refusal: 'not_known', unit_id: ids[UNIT.uuid] },
      { refusal: 'expired', unit_id: ids[UNIT.uuid] },
    ]);
  });

  test('logs out, which withdraws a waiting token and asks the unit to end the session', async () => {
    const { code } = await voucher({ type: 'auth' });
    const guest = phone();
    const unit = unitWith([guest]);
    await guest.login(code, code);
    expect(await guest.ask('/aaa/logout', { username: code })).toMatchObject({ status: 201, body: { status: 'success' } });
    expect(await unit.poll()).toEqual([]);
    expect(ended).toEqual([]);
    later(61);
    await guest.login(code, code);
    await unit.poll();
    await server
      .db()
      .insert(unit_contacts)
      .values({ unit_id: ids[UNIT.uuid] ?? 0, heard: FIRST, address: '127.0.0.1', kind: 'coovachilli' })
      .onConflictDoNothing();
    await guest.ask('/aaa/logout', { username: 'somebody else' });
    expect(ended).toEqual([]);
    await guest.ask('/aaa/logout', { username: code.toUpperCase() });
    expect(ended).toMatchObject([{ key: guest.sessionid, username: code.toUpperCase(), port: 3799 }]);
  });

  test.each([
    ["before the unit's request", false],
    ['after the unit logged them in', true],
  ])('logs out %s, and can log in again at once', async (_when, isPolled) => {
    const { code } = await voucher({ type: 'auth' });
    const guest = phone();
    const unit = unitWith([guest]);
    const isIn = [{ type: 'login', username: code.toUpperCase(), text: expect.stringMatching(/^Auth: 1\n/) }];
    await guest.login(code, code);
    if (isPolled) expect(await unit.poll()).toEqual(isIn);
    await guest.ask('/aaa/logout', { username: code.toUpperCase() });
    expect(await unit.poll()).toEqual([]);
    later(1);
    for (const _ of [1, 2]) expect(await guest.login(code, code)).toEqual({ clientState: '1' });
    expect((await unit.waiting()).body).toHaveLength(1);
    expect(await unit.poll()).toEqual(isIn);
  });
});

describe('a page of HTTP AAA', () => {
  test('gets the look and the available methods, and nothing else', async () => {
    await prefer({ captive_2_title: 'Casa Bianca', sms_login_threshold: '3', marketing_2_feedback_email: 'owner@mail.example' });
    const { status, body } = await phone().ask('/preferences');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      hotspot_id: HOTSPOT,
      preferences: {
        captive_2_title: 'Casa Bianca',
        voucher_login: 'true',
        email_login: 'true',
        temp_session_duration: '240',
        sms_login: 'false',
        facebook_login: 'false',
        linkedin_login: 'false',
        marketing_0_reason_country: 'false',
      },
      disclaimers: { terms_of_use: expect.any(String), marketing_use: expect.any(String) },
      socials: { facebook_client_id: '', linkedin_client_id: '' },
      integrations: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/sms_login_threshold|owner@|secret/);
  });

  test('gets only preferences that are meant for pages, so that a new one joins by nobody’s mistake', async () => {
    const all = Object.keys(HOTSPOT_PREFERENCE_KINDS).filter((key) => !key.startsWith('captive_'));
    const before = await server.db().select().from(hotspot_preferences).where(eq(hotspot_preferences.hotspot_id, HOTSPOT));
    await prefer(Object.fromEntries([...all, 'a_new_preference'].map((key) => [key, before.find((row) => row.key === key)?.value ?? '0'])));
    const { body } = await phone().ask('/preferences');
    const shown = Object.keys((body as { preferences: Record<string, string> }).preferences).filter((key) => !key.startsWith('captive_'));
    await server.db().delete(hotspot_preferences).where(eq(hotspot_preferences.hotspot_id, HOTSPOT));
    await server.db().insert(hotspot_preferences).values(before);
    later(5);
    expect(all.filter((key) => !shown.includes(key)).sort()).toEqual([
      'check_email_domain_list',
      'hotspot_closed',
      'max_devices',
      'oldest_device_leaves',
      'sms_countries',
      'sms_login_max',
      'sms_login_threshold',
      'sms_unentered_max',
      'voucher_expiration_days',
      'voucher_limits_total',
      'voucher_presets',
    ]);
    expect(shown.filter((key) => !all.includes(key)).sort()).toEqual(['marketing_0_reason_country', 'marketing_1_enabled']);
  });

  test('gets an explanation for what is not supported', async () => {
    for (const path of ['/register/social/facebook/abc', '/register/social/linkedin/abc'])
      expect(await phone().ask(path)).toMatchObject({ status: 501, body: { code: 'not_served' } });
  });

  test("stores the guest's reason and country and revokes consents, for its own guest only", async () => {
    await prefer({ marketing_0_reason_country: 'true' });
    const guest = phone();
    const email = newEmail();
    const handle = ((await guest.email(email)).body as { user_db_id: string }).user_db_id;
    expect(await guest.say('PUT', `/additional/${handle}`, { reason: 'business', country: 'IT' })).toMatchObject({ status: 404 });
    await guest.login(email, codeIn(mails[0]));
    expect(await guest.say('PUT', `/additional/${handle}`, { reason: 'business', country: 'IT' })).toMatchObject({ status: 200 });
    const stored = await guestNamed(email);
    expect(stored).toMatchObject({ reason: 'business', country: 'IT' });
    for (const body of [{ country: 'ZZ' }, { country: '<b>' }, { reason: 'holiday' }, 'no json'])
      expect(await guest.say('PUT', `/additional/${handle}`, body)).toMatchObject({ status: 400 });

    const db = server.db();
    const consent = {
      hotspot_id: HOTSPOT,
      user_id: stored?.id ?? 0,
      purpose: 'marketing' as const,
      language: 'en',
      unit_id: ids[UNIT.uuid] ?? 0,
    };
    await db.insert(consent_texts).values({ hash: 'h', body: 'Yes', created: FIRST });
    await db.insert(consents).values({ ...consent, is_given: true, text_hash: 'h', at: FIRST });
    await db.update(users).set({ marketing_auth: true, survey_auth: true }).where(eq(users.username, email));
    for (const path of ['marketings', 'surveys', 'marketings'])
      expect(await guest.say('DELETE', `/${path}/${handle}`)).toMatchObject({ status: 200 });
    expect(await guestNamed(email)).toMatchObject({ marketing_auth: false, survey_auth: false });
    const storedRows = await db
      .select({ given: consents.is_given, hash: consents.text_hash })
      .from(consents)
      .where(and(eq(consents.user_id, consent.user_id), eq(consents.purpose, 'marketing')))
      .orderBy(asc(consents.id));
    expect(storedRows).toEqual([
      { given: true, hash: 'h' },
      { given: false, hash: 'h' },
    ]);

    // Numeric ids, which existing pages used, and handles of another unit give no access.
    for (const wrong of [String(stored?.id), '1', `${handle}x`])
      expect(await guest.say('DELETE', `/marketings/${wrong}`)).toMatchObject({ status: 404 });
    expect(await phone(OTHER).say('DELETE', `/marketings/${handle}`)).toMatchObject({ status: 404 });
    await prefer({ marketing_0_reason_country: 'false' });
    expect(await guest.say('PUT', `/additional/${handle}`, { country: 'DE' })).toMatchObject({ status: 400 });
    // The page sends this if its questions weren't answered or not shown.
    expect(await guest.say('PUT', `/additional/${handle}`, { reason: '-', country: '-' })).toMatchObject({ status: 200 });
    expect(await guestNamed(email)).toMatchObject({ reason: 'business', country: 'IT' });
    later(3601);
    expect(await guest.say('DELETE', `/marketings/${handle}`)).toMatchObject({ status: 404 });
  });
});

describe('strangers', () => {
  test('learn no token without the unit’s secret, and wrong ones are throttled', async () => {
    const { code } = await voucher({ type: 'auth' });
    const guest = phone();
    await guest.login(code, code);
    const request = (query: Record<string, string>) => called('GET', '/aaa/auth', { ...proofOf(UNIT), ...query });
    expect(await request({ secret: UNIT.secret })).toMatchObject({ status: 200 });
    for (const secret of ['', 'guessed', OTHER.secret, UNIT.secret.toUpperCase()])
      expect(await request({ secret })).toMatchObject({ status: 401, body: { code: 'invalid_secret' } });
    expect(await request({ secret: 'guessed again' })).toMatchObject({ status: 429 });
    // The unit shares its IP address with its guests, and can go on.
    expect(await request({ secret: UNIT.secret })).toMatchObject({ status: 200 });
    expect(await called('GET', '/aaa/auth', { ...proofOf(OTHER), secret: OTHER.secret })).toMatchObject({ status: 404 });
  });

  test('are throttled for wrong digests without blocking the unit', async () => {
    const request = (digest: string) => called('GET', '/preferences', { uuid: UNIT.uuid, digest });
    const right = proofOf(UNIT).digest;
    expect(await request(right)).toMatchObject({ status: 200 });
    for (let tries = 0; tries < 4; tries += 1)
      expect(await request(md5(`guess ${tries}`))).toMatchObject({ status: 400, body: { code: 'invalid_digest' } });
    expect(await request(md5('guess'))).toMatchObject({ status: 429 });
    later(11);
    expect(await request(right)).toMatchObject({ status: 200 });
  });

  test('have five attempts for a code, which is then invalid', async () => {
    const guest = phone();
    const email = newEmail();
    await guest.email(email);
    const code = codeIn(mails[0]);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries += 1) expect(await guest.login(email, wrong)).toMatchObject({ clientState: 0 });
    expect(await guest.login(email, code)).toMatchObject({ clientState: 0 });
  });

  test('find no guest by a part of a name', async () => {
    const { code } = await voucher({ type: 'auth' });
    const guest = phone();
    for (const name of [code.slice(1), `%${code}`, '%', '_'.repeat(code.length)])
      expect(await guest.login(name, name)).toMatchObject({ clientState: 0 });
  });

  test('have ten attempts for a voucher', async () => {
    const guest = phone();
    for (let tries = 0; tries < 10; tries += 1) expect(await guest.ask(`/register/voucher/guess${tries}`)).toMatchObject({ status: 401 });
    expect(await guest.ask('/register/voucher/guess')).toMatchObject({ status: 429 });
    const { status } = await called('GET', '/aaa/login', { ...proofOf(UNIT), sessionid: guest.sessionid, username: 'guess', password: '' });
    expect(status).toBe(429);
  });

  test('can send anything without an unforeseen answer', async () => {
    const paths = [
      '/preferences',
      '/aaa/login',
      '/aaa/temp',
      '/aaa/logout',
      '/aaa/auth',
      '/aaa',
      '/register/voucher/',
      '/register/email/',
      '/register/sms/',
    ];
    const text = fc.oneof(fc.string(), fc.constantFrom('', '%00', '\0', 'x'.repeat(300), '-1', newEmail()));
    const query = fc.dictionary(
      fc.constantFrom('sessionid', 'username', 'password', 'mac', 'voucher_code', 'secret', 'stage', 'user'),
      text,
    );
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), text, query, async (path, part, given) => {
        const end = path.endsWith('/') ? encodeURIComponent(Buffer.from(part).toString()) : '';
        const { status } = await called('GET', path + end, { ...proofOf(UNIT), ...given });
        statuses.add(status);
        expect(status).not.toBe(500);
      }),
      { numRuns: 400, seed: 18 },
    );
    expect(statuses.size).toBeGreaterThan(4);
  });

  test('lock the unit out of no server by wrong digests and secrets, not even of one that has just started', async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      await called('GET', '/preferences', { uuid: UNIT.uuid, digest: md5(`wrong ${tries}`) });
      await called('GET', '/aaa/auth', { ...proofOf(UNIT), secret: `wrong ${tries}` });
    }
    expect(await called('GET', '/preferences', { uuid: UNIT.uuid, digest: md5('wrong') })).toMatchObject({ status: 429 });
    expect(await called('GET', '/aaa/auth', { ...proofOf(UNIT), secret: 'wrong' })).toMatchObject({ status: 429 });
    const { url, close } = await server.replica();
    const requested = await fetch(`${url}/wax/aaa/auth?${new URLSearchParams({ ...proofOf(UNIT), secret: UNIT.secret })}`);
    await close();
    expect(requested.status).not.toBe(429);
    expect([200, 404]).toContain(requested.status);
  });

  test('cannot use a code sent for another session, nor use up its attempts', async () => {
    const guest = phone();
    const stranger = phone();
    const email = newEmail();
    await guest.email(email);
    const code = codeIn(mails[0]);
    for (let tries = 0; tries < 6; tries += 1) expect(await stranger.login(email, code)).toMatchObject({ clientState: 0 });
    expect(await guest.login(email, code)).toEqual({ clientState: '1' });
  });

  test('cannot tell whether an address is known', async () => {
    const known = phone();
    const email = newEmail();
    await known.email(email);
    await known.login(email, codeIn(mails[0]));
    const shape = async (address: string) => {
      const { status, body } = await phone().email(address);
      return { status, keys: Object.keys(body as object) };
    };
    expect(await shape(email)).toEqual(await shape(newEmail()));
  });
});

describe('a page whose requests were sent twice', () => {
  test('keeps a handle that counts once its address is confirmed, by whichever of the codes', async () => {
    const guest = phone();
    const email = newEmail();
    const handles = [];
    for (const _ of [1, 2]) handles.push(((await guest.email(email)).body as { user_db_id: string }).user_db_id);
    const elsewhere = ((await phone().email(email)).body as { user_db_id: string }).user_db_id;
    for (const handle of handles) expect(await guest.say('DELETE', `/marketings/${handle}`)).toMatchObject({ status: 404 });
    expect(await guest.login(email, codeIn(mails[1]))).toEqual({ clientState: '1' });
    await server.db().update(users).set({ marketing_auth: true }).where(eq(users.username, email));
    expect(await guest.say('DELETE', `/marketings/${elsewhere}`)).toMatchObject({ status: 404 });
    expect(await guestNamed(email)).toMatchObject({ marketing_auth: true });
    for (const handle of handles) expect(await guest.say('DELETE', `/marketings/${handle}`)).toMatchObject({ status: 200 });
    expect(await guestNamed(email)).toMatchObject({ marketing_auth: false });
  });
});
