/** Guests log in with their e-mail address. */
import { beforeEach, afterAll, describe, expect, test } from '@jest/globals';
import { sql, eq, inArray } from 'drizzle-orm';
import { portal_codes, users, consent_texts, consents, login_tokens, sessions, units } from '../../../src/server/database/schema';
import type { Delivery, Mail } from '../../../src/server/messages/mailer';
import { guestBrowser, playedChilli, type GuestPage, textOf } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const mails: Mail[] = [];
const state: { delivery: Delivery } = { delivery: 'sent' };
const mailer = { isConfigured: true, send: async (mail: Mail) => (state.delivery === 'sent' && mails.push(mail), state.delivery) };

/** The origin at which a proxy would serve the portal: gateways sign it, and mails contain it. */
const ORIGIN = 'https://wifi.example';

const server = serve({
  mailer,
  config: { freeradiusToken: 'token-of-the-portal-3', zone: 'Europe/Rome', publicUrl: ORIGIN, portalOrigin: ORIGIN },
});

const { UNIT, later, prefer, gatewayOf } = portalUnit(server);

beforeEach(async () => {
  later(11 * 60);
  mails.length = 0;
  state.delivery = 'sent';
  await server.db().delete(portal_codes);
});

let phones = 0;
const newDevice = () => {
  phones += 1;
  return `02-00-00-00-03-${phones.toString(16).padStart(2, '0').toUpperCase()}`;
};
function phone(deviceMac = newDevice(), { isSigned = true } = {}) {
  const chilli = playedChilli({ ...gatewayOf(deviceMac), portal: () => ORIGIN, ...(isSigned && { uamsecret: UNIT.secret }) });
  return { deviceMac, chilli, browser: guestBrowser(chilli, {}, (address) => address.replace(ORIGIN, server.url())) };
}

async function toLogin({ browser, chilli }: ReturnType<typeof phone>): Promise<GuestPage> {
  return browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
}

let people = 0;
const newEmail = () => `guest${(people += 1)}@mail.example`;
const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
const linkIn = (mail: Mail | undefined) => /https:\/\/wifi\.example\S+/.exec(mail?.text ?? '')?.[0] ?? '';
const guestsWith = async (email: string) =>
  server
    .db()
    .select()
    .from(users)
    .where(sql`${users.email} = ${email}`)
    .orderBy(users.id);

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
  const link = linkIn(mails[0]);
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

  test('makes ten guests of a device in ten minutes, and then asks it to wait', async () => {
    const guest = phone();
    const login = await toLogin(guest);
    const texts: string[] = [];
    for (let nth = 0; nth < 11; nth += 1) texts.push(textOf((await guest.browser.submit(login, '/email', { email: newEmail() })).html));
    expect(texts.filter((text) => text.includes('Too many tries. Please wait ten minutes.'))).toHaveLength(1);
    expect(textOf((await online(phone(), newEmail())).html)).toContain('You are online');
  });

  test('still refuses what is no address, or one of another domain', async () => {
    expect(textOf((await online(phone(), 'nobody')).html)).toContain('This is not a valid e-mail address.');
    await prefer({ check_email_domain: 'true', check_email_domain_list: 'hotel.example' });
    expect(textOf((await online(phone(), newEmail())).html)).toContain('Addresses at this domain are not accepted here.');
    await prefer({ check_email_domain: 'false' });
  });

  test('lets the device in again by the same address, and not once its access has ended', async () => {
    await prefer({ user_expiration_days: '1', auth_renew: 'false' });
    const guest = phone();
    const email = newEmail();
    await online(guest, email);
    later(3600);
    const again = () => online(phone(guest.deviceMac), email);
    await prefer({ auto_login: 'false' });
    expect(textOf((await again()).html)).toContain('You are online');
    expect(await guestsWith(email)).toHaveLength(1);
    later(3 * 86_400);
    expect(textOf((await again()).html)).toContain('expired');
    await prefer({ auth_renew: 'true', auto_login: 'true' });
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

  test.each(["o'neil@mail.example", "d'arcy.o'brien+wifi@mail.example", 'MARIO_ROSSI@mail.example', "'@mail.example"])(
    'accepts %j',
    async (email) => {
      const guest = phone();
      const page = await guest.browser.submit(await toLogin(guest), '/email', { email });
      expect(textOf(page.html)).toContain(email.toLowerCase());
      expect(mails.map(({ to }) => to)).toEqual([email.toLowerCase()]);
    },
  );
  test.each([
    'x',
    "a@mail'.example",
    'a@b',
    'a b@mail.example',
    '<a@mail.example>',
    'a@mail.example,b@mail.example',
    'a@mail.example\r\nBcc: b@mail.example',
    `${'x'.repeat(250)}@mail.example`,
  ])('like %j are rejected', async (email) => {
    const guest = phone();
    const page = await guest.browser.submit(await toLogin(guest), '/email', { email });
    expect(textOf(page.html)).toContain('This is not a valid e-mail address.');
    expect(mails).toEqual([]);
  });

  test("are limited to the hotspot's domains, where it has some", async () => {
    await prefer({ check_email_domain: 'true', check_email_domain_list: 'house.example,office.example' });
    try {
      const guest = phone();
      const page = await guest.browser.submit(await toLogin(guest), '/email', { email: 'ada@evil-house.example' });
      expect(textOf(page.html)).toContain('Addresses at this domain are not accepted here.');
      await guest.browser.submit(page, '/email', { email: 'ada@house.example' });
      expect(mails.map(({ to }) => to)).toEqual(['ada@house.example']);
    } finally {
      await prefer({ check_email_domain: 'false' });
    }
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

  test('allow a code for ten minutes, and once', async () => {
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: newEmail() });
    later(601);
    expect(textOf((await guest.browser.submit(sent, '/confirm', { code: codeIn(mails[0]) })).html)).toContain('it has expired');
    const other = phone();
    const second = await other.browser.submit(await toLogin(other), '/email', { email: newEmail() });
    await other.browser.submit(second, '/confirm', { code: codeIn(mails[1]) });
    later(61);
    expect(textOf((await other.browser.submit(second, '/confirm', { code: codeIn(mails[1]) })).html)).toContain('it has expired');
  });

  test('do not count a try while the mail server is away, and other methods are named', async () => {
    const guest = phone();
    const login = await toLogin(guest);
    state.delivery = { unreachable: 'nobody there' };
    for (let nth = 0; nth < 6; nth += 1) {
      const page = await guest.browser.submit(login, '/email', { email: 'ada@mail.example' });
      expect(textOf(page.html)).toContain('The e-mail could not be sent at the moment. Please log in another way.');
    }
    expect(await server.db().$count(portal_codes)).toBe(0);
  });

  test('an expired guest stays out where logging in again does not extend the validity', async () => {
    await prefer({ auth_renew: 'false', user_expiration_days: '1' });
    const email = newEmail();
    const logIn = async () => {
      const guest = phone();
      const sent = await guest.browser.submit(await toLogin(guest), '/email', { email });
      return textOf((await guest.browser.submit(sent, '/confirm', { code: codeIn(mails.at(-1)) })).html);
    };
    expect(await logIn()).toContain('You are online');
    const [first] = await guestsWith(email);
    expect(await logIn()).toContain('You are online');
    expect((await guestsWith(email))[0]?.valid_until).toEqual(first?.valid_until);
    later(3 * 86_400);
    expect(await logIn()).toContain('Your access has expired.');
    await prefer({ auth_renew: 'true' });
    expect(await logIn()).toContain('You are online');
  });
});

test('a guest who goes back a page and enters the code there gets full access too', async () => {
  await prefer({ temp_session_duration: '240', 'CoovaChilli-Max-Navigation-Time': '3600' });
  const guest = phone();
  const email = newEmail();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email });
  await guest.browser.submit(sent, '/short');
  const online = await guest.browser.submit(sent, '/confirm', { code: codeIn(mails[0]) });
  expect(textOf(online.html)).toContain('Time left 1 hour');
  const running = await server.db().select().from(sessions).where(eq(sessions.device_mac, guest.deviceMac));
  expect(running.map(({ username }) => username)).toEqual([email]);
});

test('a guest with as many devices online as the hotspot allows logs one out, and then gets in with another', async () => {
  await prefer({ max_devices: '1' });
  const email = newEmail();
  const first = phone();
  const sent = await first.browser.submit(await toLogin(first), '/email', { email });
  expect(textOf((await first.browser.submit(sent, '/confirm', { code: codeIn(mails[0]) })).html)).toContain('You are online');

  const second = phone();
  const again = await second.browser.submit(await toLogin(second), '/email', { email });
  const refused = await second.browser.submit(again, '/confirm', { code: codeIn(mails[1]) });
  expect(second.chilli.state.isOn).toBe(false);
  expect(textOf(refused.html)).toContain('You are already online with the maximum number of devices. Log one of them out first.');
  expect(refused.html).toContain(first.deviceMac);
  const [running] = await server.db().select().from(sessions).where(eq(sessions.device_mac, first.deviceMac));
  const freed = await second.browser.submit(refused, '/free', { session: String(running?.id) });
  expect(textOf(freed.html)).toContain('The device is being logged out. You can connect now.');

  const requested = await second.browser.submit(freed, '/email', { email });
  expect(textOf((await second.browser.submit(requested, '/confirm', { code: codeIn(mails[2]) })).html)).toContain('You are online');
  await prefer({ max_devices: '0' });
});

describe('a hotspot where guests must say yes or no to offers', () => {
  const consentsOf = async (email: string) => {
    const [guest] = await guestsWith(email);
    const given = await server
      .db()
      .select({ purpose: consents.purpose, body: consent_texts.body })
      .from(consents)
      .innerJoin(consent_texts, eq(consent_texts.hash, consents.text_hash))
      .where(eq(consents.user_id, guest?.id ?? 0));
    return { marketing: guest?.marketing_auth, texts: given.filter(({ purpose }) => purpose === 'marketing').map(({ body }) => body) };
  };

  test.each([
    { answer: 'yes', stored: { marketing: true, texts: ['May we send you offers by e-mail? Yes'] } },
    { answer: 'no', stored: { marketing: false, texts: [] } },
  ])('lets in who answers $answer', async ({ answer, stored }) => {
    await prefer({ check_marketing: 'true' });
    const guest = phone();
    const email = newEmail();
    const login = await toLogin(guest);
    expect(login.html.match(/<input type="radio" required="" name="marketing"[^>]*>/g)).toHaveLength(2);
    expect(login.html).not.toContain('checked');
    const sent = await guest.browser.submit(login, '/email', { email, marketing: answer });
    const online = await guest.browser.submit(sent, '/confirm', { code: codeIn(mails.at(-1)) });
    expect(textOf(online.html)).toContain('You are online');
    expect(await consentsOf(email)).toEqual(stored);
  });

  test.each([{}, { marketing: 'on' }, { marketing: 'YES' }])('sends no code for the answer %j, and keeps the address', async (given) => {
    await prefer({ check_marketing: 'true' });
    const guest = phone();
    const email = newEmail();
    const again = await guest.browser.submit(await toLogin(guest), '/email', { email, ...given });
    const [, beside = ''] = /<fieldset class="portal-question">([^]*?)<\/fieldset>/.exec(again.html) ?? [];
    expect(textOf(beside)).toContain('Please say whether you would like to receive offers. You get online either way.');
    expect(beside).toMatch(/<input [^>]*aria-describedby="portal-offers-email-problem" aria-invalid="true" autofocus=""[^>]*value="yes"/);
    expect(again.html.match(/ (role="alert"|autofocus="")/g)).toHaveLength(2);
    expect(again.html).toContain(`value="${email}"`);
    expect(mails).toEqual([]);
  });

  test('asks nobody any more once it is off', async () => {
    await prefer({ check_marketing: 'false' });
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: newEmail() });
    expect(textOf(sent.html)).toContain('a code is on its way there');
  });
});

test('reason and country are requested once the guest is online, where the hotspot wants them, and nobody has to answer', async () => {
  await prefer({ marketing_0_reason_country: 'true', voucher_login: 'false' });
  const COUNTRY = '<option value="IT">Italy</option>';
  try {
    const loggedIn = async () => {
      const guest = phone();
      const email = newEmail();
      const login = await toLogin(guest);
      expect(login.html).not.toContain('<select');
      const sent = await guest.browser.submit(login, '/email', { email });
      const online = await guest.browser.submit(sent, '/confirm', { code: codeIn(mails.at(-1)) });
      const known = async () => (await guestsWith(email)).map(({ country, reason }) => ({ country, reason }));
      return { ...guest, online, known };
    };
    const answering = await loggedIn();
    expect(answering.online.html).toContain(COUNTRY);
    expect(await answering.known()).toEqual([{ country: '', reason: '' }]);
    const answered = await answering.browser.submit(answering.online, '/origin', { country: 'IT', reason: 'family' });
    expect(textOf(answered.html)).toContain('You are online');
    expect(answered.html).not.toContain('<select');
    expect(await answering.known()).toEqual([{ country: 'IT', reason: 'family' }]);

    const dishonest = await loggedIn();
    const again = await dishonest.browser.submit(dishonest.online, '/origin', { country: '<b>', reason: 'because' });
    expect(again.html).toContain(COUNTRY);
    expect(await dishonest.known()).toEqual([{ country: '', reason: '' }]);
    await prefer({ marketing_0_reason_country: 'false' });
    const off = await dishonest.browser.submit(again, '/origin', { country: 'IT' });
    expect(off.html).not.toContain('<select');
    expect(await dishonest.known()).toEqual([{ country: '', reason: '' }]);
  } finally {
    await prefer({ marketing_0_reason_country: 'false' });
  }
});

test('a code is sent again from the page that asks for it, with the consents of the first', async () => {
  const guest = phone();
  const email = newEmail();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email, marketing: 'yes' });
  expect(sent.html).toContain('class="portal-later"');
  const again = await guest.browser.submit(sent, '/email');
  expect(mails.map(({ to }) => to)).toEqual([email, email]);
  const wrong = await guest.browser.submit(again, '/confirm', { code: '000000x' });
  expect(wrong.html).toMatch(/<input id="portal-mail-code"[^>]*autofocus=""/);
  await guest.browser.submit(wrong, '/confirm', { code: codeIn(mails.at(-1)) });
  expect(await guestsWith(email)).toMatchObject([{ marketing_auth: true }]);
});

test.each(['code', 'link'])('a stranger who names the device and the address of a guest adds no consent to their %s', async (what) => {
  // Any browser can name any device where the unit doesn't sign.
  await server.db().update(units).set({ arrivals_signed_with: '' }).where(eq(units.uuid, UNIT.uuid));
  const guest = phone(newDevice(), { isSigned: false });
  const email = newEmail();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email });
  const stranger = phone(guest.deviceMac, { isSigned: false });
  await stranger.browser.submit(await toLogin(stranger), '/email', { email, marketing: 'yes' });
  expect(mails.map(({ to }) => to)).toEqual([email]);
  if (what === 'code') await guest.browser.submit(sent, '/confirm', { code: codeIn(mails[0]) });
  else await guest.browser.submit(await guest.browser.open(linkIn(mails[0])), '/mail');
  expect(await guestsWith(email)).toMatchObject([{ email_verified: true, marketing_auth: false }]);
});

test.each([
  ['keeps', { marketing: 'yes' }, true],
  ['takes back', {}, false],
])('the owner of an address sees at the link in the mail what was ticked with it, and %s it', async (_, ticks, marketing_auth) => {
  // The form may have been submitted by somebody else, with this address.
  const stranger = phone();
  const email = newEmail();
  await stranger.browser.submit(await toLogin(stranger), '/email', { email, marketing: 'yes' });
  const owner = phone();
  const opened = await owner.browser.open(linkIn(mails[0]));
  expect(opened.html).toMatch(/<input type="checkbox" name="marketing"[^>]* checked=""[^>]*>/);
  expect(textOf(opened.html)).toContain('I would like to receive offers by e-mail (optional)');
  expect(opened.html).not.toContain('name="survey"');
  expect(textOf((await owner.browser.follow(opened, 'Italiano')).html)).toContain('Conferma');
  await owner.browser.submit(opened, '/mail', ticks);
  expect(await guestsWith(email)).toMatchObject([{ email_verified: true, marketing_auth }]);
});
