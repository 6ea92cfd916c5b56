/**
 * The login pages made for an older back end and the unit behind them, by the calls that both make; and what strangers try with these
 * calls.
 */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import fc from '../../support/run/property';
import { HOTSPOT_PREFERENCE_KINDS } from '../../../src/contract/plain/hotspotPreferences';
import { account_sms_counts, hotspot_sms_counts, hotspot_preferences, hotspots, sessions } from '../../../src/server/database/schema';
import type { Message } from '../../../src/server/messages/sms/gateways';
import {
  mails,
  texts,
  server,
  HOTSPOT,
  md5,
  UNIT,
  OTHER,
  proofOf,
  ids,
  later,
  prefer,
  called,
  phone,
  type Phone,
  unitWith,
  codeIn,
  newEmail,
  guestNamed,
  voucher,
  state,
  usesLeft,
} from './pagesTests';

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

  test('gets a code, which is counted, and a login by the unit', async () => {
    const guest = phone();
    const unit = unitWith([guest]);
    expect((await guest.ask('/preferences')).body).toMatchObject({ preferences: { sms_login: 'true' } });
    const registered = await register(guest);
    expect(registered).toMatchObject({ status: 200, body: { user_id: NUMBER } });
    expect(texts.map(({ number }) => number)).toEqual([NUMBER]);
    expect(await left()).toBe(1);

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
});
