/** Guests log in with their phone number. */
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { portal_codes, sessions } from '../../../src/server/database/schema';
import { formsIn, textOf } from '../../support/peers/gateways';
import { texts, server, prefer, phone, toLogin, typed, newNumber, codeIn, guestWith, sentOf, hotspotName } from './smsTests';

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

test('SMS login is offered and accepted only where the hotspot wants it', async () => {
  const guest = phone();
  const login = await toLogin(guest);
  await prefer({ sms_login: 'false' });
  expect(formsIn((await toLogin(phone())).html).map(({ action }) => action.split('/').at(-1))).not.toContain('sms');
  const page = await guest.browser.submit(login, '/sms', { phone: newNumber() });
  expect(page.url).toContain('/login');
  expect(texts).toEqual([]);
});
