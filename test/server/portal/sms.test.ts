/** Guests log in with their phone number. */
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { hotspots, login_tokens, portal_codes, sessions } from '../../../src/server/database/schema';
import { formsIn, textOf } from '../../support/peers/gateways';
import {
  mails,
  texts,
  server,
  HOTSPOT,
  later,
  prefer,
  owner,
  bought,
  pack,
  phone,
  toLogin,
  typed,
  newNumber,
  codeIn,
  guestWith,
  sentOf,
  hotspotName,
} from './smsTests';

test('a guest gets a code by SMS and then full access', async () => {
  await prefer({ user_expiration_days: '7', 'CoovaChilli-Max-Navigation-Time': '3600' });
  const guest = phone();
  const number = newNumber();
  const login = await toLogin(guest);
  expect(login.html).toContain('autoComplete="tel"');
  const sent = await guest.browser.submit(login, '/sms', { phone: ` ${number.slice(3, 6)} ${number.slice(6, 9)}-${number.slice(9)} ` });
  expect(textOf(sent.html)).toContain(`An SMS with a code is on its way to ${number}.`);
  expect(textOf(sent.html)).not.toContain('Use the internet for');
  expect(texts).toEqual([
    { number, text: `${codeIn(texts[0])} is your code for the WiFi of ${await hotspotName()}. It is valid for ten minutes.` },
  ]);
  const wrong = await guest.browser.submit(sent, '/confirm', { code: '12' });
  expect(textOf(wrong.html)).toContain('This is not the code from the SMS, or it has expired.');
  expect(await guestWith(number)).toBeUndefined();
  const online = await guest.browser.submit(wrong, '/confirm', { code: ` ${codeIn(texts[0]).slice(0, 3)} ${codeIn(texts[0]).slice(3)}` });
  expect(textOf(online.html)).toContain('Time left 1 hour');
  const full = await guestWith(number);
  expect(full).toMatchObject({
    name: number,
    username: number,
    email: '',
    account_type: 'sms',
    email_verified: false,
    marketing_auth: false,
    survey_auth: false,
    max_navigation_time: 3600,
    valid_until: new Date('2026-11-29T22:59:59Z'),
  });
  const running = await server.db().select().from(sessions).where(eq(sessions.device_mac, guest.deviceMac));
  expect(running.map(({ user_id }) => user_id)).toEqual([full?.id]);
  await prefer({ 'CoovaChilli-Max-Navigation-Time': '0' });
});

describe('SMS to made-up numbers', () => {
  const codes = async (numbers: readonly string[], { used }: { used: Date | null }) =>
    server
      .db()
      .insert(portal_codes)
      .values(
        numbers.map((recipient) => ({ hotspot_id: HOTSPOT, way: 'sms' as const, recipient, ...ROW, used, created: server.clock.now })),
      );
  const ROW = { network: 'elsewhere', code_hash: '', wants_marketing: false, wants_survey: false };

  test('stop in a day at a tenth of the pack or at what staff have set, and other hotspots of the reseller get five each', async () => {
    const inRange = (nth: number) => `+39349${String(nth).padStart(3, '0')}1234`;
    const unentered = Array.from({ length: 30 }, (_, nth) => inRange(nth));
    await bought({ sms_max_count: 300 });
    await codes(unentered, { used: null });
    expect(await typed(newNumber())).toContain('Too many SMS for today.');
    const [beside] = await server
      .db()
      .update(portal_codes)
      .set({ hotspot_id: 2 })
      .where(eq(portal_codes.hotspot_id, HOTSPOT))
      .returning({ id: portal_codes.hotspot_id });
    expect(beside).toEqual({ id: 2 });
    await server.db().update(hotspots).set({ account_id: owner }).where(eq(hotspots.id, 2));
    for (let nth = 0; nth < 5; nth += 1) expect(await typed(newNumber())).toContain('on its way');
    expect(await typed(newNumber())).toContain('Too many SMS for today.');
    await codes([inRange(900), inRange(901), inRange(902)], { used: server.clock.now });
    expect(await typed(newNumber())).toContain('on its way');
  });
});

test('sends one SMS for a form that arrives three times at once, and its code works from each answer', async () => {
  const guest = phone();
  const number = newNumber();
  const login = await toLogin(guest);
  const send = (typed: string) => guest.browser.submit(login, '/sms', { phone: typed });
  const answers = await Promise.all([send(number), send(`\u202A${number}\u202C`), send(number)]);
  expect(answers.map(({ html }) => textOf(html).includes(`An SMS with a code is on its way to ${number}.`))).toEqual([true, true, true]);
  expect({ texts: texts.length, sent: await sentOf(), codes: await server.db().$count(portal_codes) }).toEqual({
    texts: 1,
    sent: [number],
    codes: 1,
  });
  for (const answer of answers)
    expect(textOf((await guest.browser.submit(answer, '/confirm', { code: codeIn(texts[0]) })).html)).toContain('You are online');
});

test('gives the same answer to a code that is confirmed twice at once, and refuses it a minute later', async () => {
  const guest = phone();
  const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: newNumber() });
  const code = codeIn(texts[0]);
  const confirm = async (typed: string) => textOf((await guest.browser.submit(sent, '/confirm', { code: typed })).html);
  const answers = await Promise.all([confirm(code), confirm(code)]);
  expect(answers.map((text) => text.includes('You are online'))).toEqual([true, true]);
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await confirm(wrong)).toContain('This is not the code from the SMS, or it has expired.');
  later(61);
  expect(await confirm(code)).toContain('This is not the code from the SMS, or it has expired.');
});

test('an erased guest leaves no number behind', async () => {
  const guest = phone();
  const number = newNumber();
  const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: number });
  await guest.browser.submit(sent, '/confirm', { code: codeIn(texts[0]) });
  await guest.chilli.visit(`${guest.chilli.own}/logoff`);
  const id = (await guestWith(number))?.id ?? 0;
  expect((await server.as('admin').delete(`/api/users/${id}`)).status).toBe(200);
  expect(await sentOf()).toEqual(['']);
  expect(await server.db().$count(portal_codes, eq(portal_codes.recipient, number))).toBe(0);
});

describe('phone numbers', () => {
  test('are completed with the guest’s country without a country code', async () => {
    expect(await typed('0151 23456789', { 'Accept-Language': 'de' })).toContain('+4915123456789');
  });
});

describe('quotas of SMS', () => {
  test("stop twenty simultaneous requests exactly at the pack's remainder", async () => {
    await bought({ sms_max_count: 7 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => typed(newNumber())));
    expect(texts).toHaveLength(7);
    // On a busy machine a page may come too late, and say so, though its SMS has left.
    const [sent, others] = [true, false].map((isSent) => answers.filter((text) => text.includes('on its way') === isSent));
    expect(sent?.length).toBeLessThanOrEqual(7);
    expect(others).toContainEqual(expect.stringContaining('The SMS could not be sent at the moment. Please log in another way.'));
    expect((await pack())?.sms_count).toBe(7);
    expect(await sentOf()).toHaveLength(7);
  });

  test("stop them exactly at the hotspot's limit too", async () => {
    await prefer({ sms_login_max: '5' });
    await Promise.all(Array.from({ length: 20 }, () => typed(newNumber())));
    expect({ sent: texts.length, count: (await pack())?.sms_count, rows: (await sentOf()).length }).toEqual({ sent: 5, count: 5, rows: 5 });
  });
});

describe('warnings about SMS', () => {
  test('are sent once for many simultaneous SMS', async () => {
    await bought({ sms_max_count: 30, sms_threshold: 28 });
    await prefer({ sms_login_max: '30', sms_login_threshold: '28' });
    await Promise.all(Array.from({ length: 10 }, () => typed(newNumber())));
    expect(mails).toHaveLength(2);
  });
});

describe('limits of SMS codes', () => {
  test('allow three SMS a day to a number, even simultaneously and at any hotspot', async () => {
    const number = newNumber();
    await Promise.all(Array.from({ length: 8 }, () => typed(number)));
    expect(texts.length).toBeLessThanOrEqual(3);
    const other = newNumber();
    const [elsewhere] = await server.db().select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.id, 2));
    await server
      .db()
      .insert(portal_codes)
      .values({
        hotspot_id: elsewhere?.id ?? 0,
        way: 'sms',
        recipient: other,
        network: 'elsewhere',
        code_hash: '',
        created: server.clock.now,
        wants_marketing: false,
        wants_survey: false,
      });
    expect(await typed(other)).toContain('on its way');
    expect(await typed(other)).toContain('on its way');
    expect(await typed(other)).toContain('Too many SMS for today.');
    later(24 * 3600);
    expect(await typed(other)).toContain('on its way');
  });

  test('allow five tries per code, even simultaneously, within ten minutes and once', async () => {
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: newNumber() });
    const code = codeIn(texts[0]);
    const other = code === '000000' ? '000001' : '000000';
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => guest.browser.submit(sent, '/confirm', { code: other })));
    expect(textOf((await guest.browser.submit(sent, '/confirm', { code })).html)).toContain('This is not the code from the SMS');
    expect(await server.db().$count(login_tokens, eq(login_tokens.device_mac, guest.deviceMac))).toBe(0);
    const slow = phone();
    const late = await slow.browser.submit(await toLogin(slow), '/sms', { phone: newNumber() });
    later(601);
    expect(textOf((await slow.browser.submit(late, '/confirm', { code: codeIn(texts[1]) })).html)).toContain('it has expired');
    const third = phone();
    const page = await third.browser.submit(await toLogin(third), '/sms', { phone: newNumber() });
    await third.browser.submit(page, '/confirm', { code: codeIn(texts[2]) });
    later(61);
    expect(textOf((await third.browser.submit(page, '/confirm', { code: codeIn(texts[2]) })).html)).toContain('it has expired');
  });

  test('bind a code to the hotspot that sent it', async () => {
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: newNumber() });
    await server.db().update(portal_codes).set({ hotspot_id: 2 });
    expect(textOf((await guest.browser.submit(sent, '/confirm', { code: codeIn(texts[0]) })).html)).toContain('it has expired');
  });
});

test('SMS login is offered and accepted only where the hotspot wants it', async () => {
  const guest = phone();
  const login = await toLogin(guest);
  await prefer({ sms_login: 'false' });
  expect(formsIn((await toLogin(phone())).html).map(({ action }) => action.split('/').at(-1))).not.toContain('sms');
  const page = await guest.browser.submit(login, '/sms', { phone: newNumber() });
  expect(page.url).toContain('/login');
  expect(texts).toEqual([]);
});
