/** Guests log in with their e-mail address. */
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import { consent_texts, consents, login_tokens, sessions } from '../../../src/server/database/schema';
import { textOf } from '../../support/peers/gateways';
import { mails, server, later, prefer, phone, toLogin, newEmail, codeIn, guestsWith } from './emailTests';

test('a guest gets a code by e-mail, minutes of internet to read it, and then full access', async () => {
  await prefer({ user_expiration_days: '7', temp_session_duration: '240', 'CoovaChilli-Max-Navigation-Time': '3600' });
  const guest = phone();
  const email = newEmail();
  const login = await toLogin(guest);
  expect(textOf(login.html)).toContain('You get 4 minutes of internet to read it.');
  const sent = await guest.browser.submit(login, '/email', { email: `  ${email.toUpperCase()} ` });
  expect(textOf(sent.html)).toContain(`If ${email} is right, a code is on its way there.`);
  expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([{ to: email, subject: `Your WiFi code: ${codeIn(mails[0])}` }]);

  const short = await guest.browser.submit(sent, '/short');
  expect(textOf(short.html)).toContain('Time left 4 minutes');
  expect((await guestsWith(email)).map(({ username, email_verified }) => ({ username, email_verified }))).toEqual([
    { username: `${email}#${guest.deviceMac}`, email_verified: false },
  ]);
  later(60);
  const wrong = await guest.browser.submit(short, '/confirm', { code: '12' });
  expect(wrong.html).toMatch(
    /<input id="portal-mail-code"[^>]*autofocus=""[^>]*><p id="portal-mail-code-problem"[^>]*>This is not the code from the e-mail, or it has expired.</,
  );
  expect(wrong.html.match(/role="alert"/g)).toHaveLength(1);
  const online = await guest.browser.submit(wrong, '/confirm', { code: ` ${codeIn(mails[0]).slice(0, 3)} ${codeIn(mails[0]).slice(3)}` });
  expect(textOf(online.html)).toContain('Time left 1 hour');
  expect(textOf(online.html)).not.toContain('Code from the e-mail');
  const [, full] = await guestsWith(email);
  expect(full).toMatchObject({
    username: email,
    account_type: 'email',
    email_verified: true,
    marketing_auth: false,
    survey_auth: false,
    max_navigation_time: 3600,
    valid_until: new Date('2026-11-29T22:59:59Z'),
  });
  const running = await server.db().select().from(sessions).where(eq(sessions.device_mac, guest.deviceMac));
  expect(running.map(({ user_id }) => user_id)).toEqual([full?.id]);
});

test('sends one e-mail for a form that arrives three times at once, and its code works from each answer', async () => {
  const guest = phone();
  const login = await toLogin(guest);
  const email = newEmail();
  const answers = await Promise.all([1, 2, 3].map(() => guest.browser.submit(login, '/email', { email })));
  expect(mails.map(({ to }) => to)).toEqual([email]);
  for (const answer of answers)
    expect(textOf((await guest.browser.submit(answer, '/confirm', { code: codeIn(mails[0]) })).html)).toContain('You are online');
});

test('a device gets the minutes once a day', async () => {
  const guest = phone();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: newEmail() });
  await guest.browser.submit(sent, '/short');
  await guest.chilli.visit(`${guest.chilli.own}/logoff`);
  const again = await guest.browser.submit(await toLogin(guest), '/email', { email: newEmail() });
  expect(textOf(again.html)).not.toContain('Use the internet for');
  expect(textOf((await guest.browser.submit(sent, '/short')).html)).toContain('This device has used its minutes for today.');
  later(24 * 3600);
  const tomorrow = await guest.browser.submit(await toLogin(guest), '/email', { email: newEmail() });
  expect(textOf(tomorrow.html)).toContain('Use the internet for');
});

test('the link in the e-mail confirms with a tap, not by being opened, and once', async () => {
  const guest = phone();
  const email = newEmail();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email });
  await guest.browser.submit(sent, '/short');
  const link = /https:\/\/wifi\.example\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  const opened = await guest.browser.open(link);
  expect((await guestsWith(email)).every(({ email_verified }) => !email_verified)).toBe(true);
  const confirmed = await guest.browser.submit(opened, '/mail');
  expect(textOf(confirmed.html)).toContain('Your e-mail address is confirmed');
  const online = await guest.browser.follow(confirmed, 'Go online');
  expect(textOf(online.html)).toContain('You are online');
  const [session] = await server.db().select().from(sessions).where(eq(sessions.device_mac, guest.deviceMac));
  expect(session?.username).toBe(email);
  expect(textOf((await guest.browser.submit(opened, '/mail')).html)).toContain('This page was open for too long');
  expect(textOf((await guest.browser.open(`${link.slice(0, -1)}x`)).html)).toContain('This page was open for too long');
});

test('optional consents are unticked, stored with their text, and not required for access', async () => {
  await prefer({ marketing_1_enabled: 'true' });
  const login = await toLogin(phone());
  expect(login.html).not.toContain('checked');
  const guest = phone();
  const email = newEmail();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email, marketing: 'yes' });
  await guest.browser.submit(sent, '/confirm', { code: codeIn(mails.at(-1)) });
  const [full] = await guestsWith(email);
  expect(full).toMatchObject({ marketing_auth: true, survey_auth: false });
  const given = await server
    .db()
    .select()
    .from(consents)
    .where(eq(consents.user_id, full?.id ?? 0));
  expect(given.map(({ purpose }) => purpose)).toEqual(['terms', 'privacy', 'marketing']);
  const texts = await server
    .db()
    .select()
    .from(consent_texts)
    .where(
      inArray(
        consent_texts.hash,
        given.map(({ text_hash }) => text_hash),
      ),
    );
  expect(texts.map(({ body }) => body)).toContain('I would like to receive offers by e-mail (optional)');
});

describe('a hotspot that skips the confirmation of e-mail addresses', () => {
  beforeEach(() => prefer({ email_login_skip_auth: 'true', marketing_1_enabled: 'true' }));
  afterAll(() => prefer({ email_login_skip_auth: 'false', marketing_1_enabled: 'false' }));
  const online = async (guest: ReturnType<typeof phone>, email: string, given = {}) =>
    guest.browser.submit(await toLogin(guest), '/email', { email, ...given });

  test('lets in who types an address, as a guest of that device whose address is not confirmed, and sends nothing', async () => {
    const guest = phone();
    const email = newEmail();
    const login = await toLogin(guest);
    expect(textOf(login.html)).toContain('You’ll be online right away.');
    const page = await guest.browser.submit(login, '/email', { email, marketing: 'yes' });
    expect(textOf(page.html)).toContain('You are online');
    expect(mails).toEqual([]);
    expect(await guestsWith(email)).toMatchObject([
      { username: `${email}:${guest.deviceMac}`, name: email, account_type: 'email', email_verified: false, marketing_auth: true },
    ]);
  });

  test('never lets anybody in as the guest who once confirmed the address, nor shows their devices', async () => {
    await prefer({ email_login_skip_auth: 'false' });
    const owner = phone();
    const email = newEmail();
    const sent = await owner.browser.submit(await toLogin(owner), '/email', { email });
    await owner.browser.submit(sent, '/confirm', { code: codeIn(mails.at(-1)) });
    await prefer({ email_login_skip_auth: 'true' });
    const page = await online(phone(), email);
    expect(textOf(page.html)).toContain('You are online');
    expect(textOf(page.html)).not.toContain('another device');
    const guests = await guestsWith(email);
    expect(guests.map(({ email_verified }) => email_verified)).toEqual([true, false]);
    const devices = await server
      .db()
      .select({ guest: sessions.user_id })
      .from(sessions)
      .where(eq(sessions.user_id, guests[0]?.id ?? 0));
    expect(devices).toHaveLength(1);
  });
});

test('a wrong address is named under its field, which has the focus, in the only form that is open', async () => {
  await prefer({ voucher_login: 'true' });
  const guest = phone();
  const login = await toLogin(guest);
  const openForms = (html: string) =>
    [...html.matchAll(/<details[^>]*\bopen=""[^>]*>.*?<form[^>]*action="[^"]*\/([a-z]+)"/gs)].map(([, form]) => form);
  expect(login.html.match(/<details/g)).toHaveLength(2);
  expect(openForms(login.html)).toEqual([]);
  const refused = await guest.browser.submit(login, '/email', { email: 'nobody' });
  expect(openForms(refused.html)).toEqual(['email']);
  const [field = ''] = /<input id="portal-email"[^>]*>/.exec(refused.html) ?? [];
  expect(field).toContain('aria-invalid="true"');
  expect(field).toContain('autofocus=""');
  expect(field).toContain('aria-describedby="portal-email-problem"');
  expect(refused.html).toMatch(
    /<input id="portal-email"[^>]*><p id="portal-email-problem"[^>]*role="alert">This is not a valid e-mail address.</,
  );
  const code = await guest.browser.submit(refused, '/code', { code: 'nothing-like-it' });
  expect(openForms(code.html)).toEqual(['code']);
  expect(code.html.match(/role="alert"/g)).toHaveLength(1);
  const back = await guest.browser.submit(code, '/email', { email: 'nobody' });
  expect(openForms(back.html)).toEqual(['email']);
  expect(back.html).toContain('value="nothing-like-it"');
});

describe('e-mail addresses', () => {
  test('get the same answers whether known or not, until the gateway is involved', async () => {
    const known = newEmail();
    const before = phone();
    await before.browser.submit(await before.browser.submit(await toLogin(before), '/email', { email: known }), '/confirm', {
      code: codeIn(mails[0]),
    });
    expect((await guestsWith(known))[0]?.email_verified).toBe(true);
    const seen = await Promise.all(
      [known, newEmail()].map(async (email) => {
        const guest = phone();
        const sent = await guest.browser.submit(await toLogin(guest), '/email', { email });
        const short = await guest.browser.submit(sent, '/short');
        return [textOf(sent.html), textOf(short.html), guest.chilli.state.username.replace(/^[a-z2-7]{26}$/, 'opaque')].map((text) =>
          text.replaceAll(email, 'EMAIL').replaceAll(guest.deviceMac, 'MAC'),
        );
      }),
    );
    expect(seen[0]).toEqual(seen[1]);
  });
});

describe('limits of e-mail codes', () => {
  test('allow five tries per code, even simultaneously, after which the right one is refused', async () => {
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: newEmail() });
    const code = codeIn(mails[0]);
    const other = code === '000000' ? '000001' : '000000';
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => guest.browser.submit(sent, '/confirm', { code: other })));
    expect(textOf((await guest.browser.submit(sent, '/confirm', { code })).html)).toContain('This is not the code from the e-mail');
    expect(await server.db().$count(login_tokens, eq(login_tokens.device_mac, guest.deviceMac))).toBe(0);
  });

  test('allow five e-mails a day to an address and from a device', async () => {
    const email = newEmail();
    const send = async (to: string, from = phone()) =>
      textOf((await from.browser.submit(await toLogin(from), '/email', { email: to })).html);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(email)));
    expect(answers.filter((text) => text.includes('on its way')).length).toBeLessThanOrEqual(5);
    expect(mails.length).toBeLessThanOrEqual(5);
    const one = phone();
    for (let nth = 0; nth < 5; nth += 1) expect(await send(newEmail(), one)).toContain('on its way');
    expect(await send(newEmail(), one)).toContain('Too many e-mails for today.');
  });
});
