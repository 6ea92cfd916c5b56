/** Guests log in with their e-mail address. */
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { consent_texts, consents, portal_codes, sessions } from '../../../src/server/database/schema';
import { textOf } from '../../support/peers/gateways';
import { mails, state, server, later, prefer, phone, toLogin, newEmail, codeIn, guestsWith } from './emailTests';

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

describe('a hotspot that skips the confirmation of e-mail addresses', () => {
  beforeEach(() => prefer({ email_login_skip_auth: 'true', marketing_1_enabled: 'true' }));
  afterAll(() => prefer({ email_login_skip_auth: 'false', marketing_1_enabled: 'false' }));
  const online = async (guest: ReturnType<typeof phone>, email: string, given = {}) =>
    guest.browser.submit(await toLogin(guest), '/email', { email, ...given });

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
    { answer: 'yes', kept: { marketing: true, texts: ['May we send you offers by e-mail? Yes'] } },
    { answer: 'no', kept: { marketing: false, texts: [] } },
  ])('lets in who answers $answer', async ({ answer, kept }) => {
    await prefer({ check_marketing: 'true' });
    const guest = phone();
    const email = newEmail();
    const login = await toLogin(guest);
    expect(login.html.match(/<input type="radio" required="" name="marketing"[^>]*>/g)).toHaveLength(2);
    expect(login.html).not.toContain('checked');
    const sent = await guest.browser.submit(login, '/email', { email, marketing: answer });
    const online = await guest.browser.submit(sent, '/confirm', { code: codeIn(mails.at(-1)) });
    expect(textOf(online.html)).toContain('You are online');
    expect(await consentsOf(email)).toEqual(kept);
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

    const lying = await loggedIn();
    const again = await lying.browser.submit(lying.online, '/origin', { country: '<b>', reason: 'because' });
    expect(again.html).toContain(COUNTRY);
    expect(await lying.known()).toEqual([{ country: '', reason: '' }]);
    await prefer({ marketing_0_reason_country: 'false' });
    const off = await lying.browser.submit(again, '/origin', { country: 'IT' });
    expect(off.html).not.toContain('<select');
    expect(await lying.known()).toEqual([{ country: '', reason: '' }]);
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

describe('e-mail addresses', () => {
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
