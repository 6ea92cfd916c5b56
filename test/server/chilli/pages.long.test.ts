/**
 * The login pages made for an older back end and the unit behind them, by the calls that both make; and what strangers try with these
 * calls.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, asc, desc, eq } from 'drizzle-orm';
import {
  access_events,
  account_sms_counts,
  consent_texts,
  consents,
  hotspot_sms_counts,
  hotspots,
  portal_codes,
  portal_tries,
  sessions,
  unit_contacts,
  users,
} from '../../../src/server/database/schema';
import { LIMITS } from '../../../src/server/limits/limits';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { callerOf } from '../../support/server/server';
import { insertGuest } from '../../factories/rows';
import {
  mails,
  state,
  texts,
  ended,
  server,
  HOTSPOT,
  FIRST,
  md5,
  UNIT,
  OTHER,
  proofOf,
  ids,
  later,
  prefer,
  pathWith,
  called,
  phone,
  type Phone,
  unitWith,
  codeIn,
  newEmail,
  guestNamed,
  voucher,
  voucherOf,
  usesLeft,
} from './pagesTests';

describe('a guest with an e-mail address', () => {
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
    const [newcomer, known] = [newEmail(), newEmail()];
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
    for (const email of [newcomer, known]) {
      await guest.email(email, { voucher_code: code });
      expect(await guest.login(email, codeIn(mails.at(-1)))).toEqual({ clientState: 0, message: online });
    }
    expect(await unit.poll()).toEqual([]);
    expect(await voucherOf(id)).toMatchObject({ remain_use: 1, expires: null });
    expect(await guestNamed(newcomer)).toBeUndefined();
    expect(await guestNamed(known)).toMatchObject({ ...valid, max_navigation_time: 0 });
    const refused = await server.db().select().from(access_events).where(eq(access_events.at, now)).orderBy(access_events.id);
    const knownId = (await guestNamed(known))?.id;
    expect(refused.map(({ refusal, user_id }) => ({ refusal, user_id }))).toEqual([
      { refusal: 'other_unit', user_id: null },
      { refusal: 'other_unit', user_id: knownId },
    ]);

    await server.db().delete(sessions).where(eq(sessions.session_key, 'elsewhere'));
    await guest.email(newcomer, { voucher_code: code });
    expect(await guest.login(newcomer, codeIn(mails.at(-1)))).toEqual({ clientState: '1' });
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
  /** A number as the page of an older back end writes it: with the country code but no plus sign. */
  const typed = '393331234567';
  const register = (guest: Phone, number = typed) => guest.ask(`/register/sms/${encodeURIComponent(number)}`, { mac: guest.mac });
  const codeIn = (message: Message | undefined) => /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
  let owner = 0;
  const left = async () => {
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
    expect(await left()).toBe(2);
    for (const number of ['393331234501', '393331234502', '393331234503']) await register(phone(), number);
    expect(texts).toHaveLength(2);
    expect(await left()).toBe(0);
    await prefer({ sms_login: 'false' });
    expect(await register(phone())).toMatchObject({ status: 400, body: { code: 'not_registered' } });
    state.hasGateway = false;
    expect((await phone().ask('/preferences')).body).toMatchObject({ preferences: { sms_login: 'false' } });
  });
});

describe('a guest with a code of their own', () => {
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
    const kept = await db
      .select({ given: consents.is_given, hash: consents.text_hash })
      .from(consents)
      .where(and(eq(consents.user_id, consent.user_id), eq(consents.purpose, 'marketing')))
      .orderBy(asc(consents.id));
    expect(kept).toEqual([
      { given: true, hash: 'h' },
      { given: false, hash: 'h' },
    ]);

    // Numeric ids, which older pages used, and handles of another unit give no access.
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

describe('strangers', () => {
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
