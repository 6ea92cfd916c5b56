/** Minutes of internet access for reading an e-mail with its code: what strangers do to get them without requesting a mail. */
import { beforeEach, expect, test } from '@jest/globals';
import { eq, like } from 'drizzle-orm';
import { login_tokens, portal_codes, portal_tries, sessions, unit_contacts, units, users } from '../../../src/server/database/schema';
import { LIMITS } from '../../../src/server/limits/limits';
import type { Mail } from '../../../src/server/messages/mailer';
import { formsIn, guestBrowser, playedChilli, textOf, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const mails: Mail[] = [];
const mailer = { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), 'sent' as const) };

const server = serve({ mailer, config: { freeradiusToken: 'token-of-the-portal-9', zone: 'Europe/Rome' } });

const { HOTSPOT, UNIT, later, prefer, gatewayOf } = portalUnit(server, { temp_session_duration: '300', voucher_login: 'true' });

beforeEach(async () => {
  later(25 * 3600);
  mails.length = 0;
  await server.db().delete(portal_codes);
  await prefer({ email_login: 'true', email_login_skip_auth: 'false' });
});

let devices = 0;

/** A device with its own MAC address, which anybody may make up. */
function device() {
  devices += 1;
  const deviceMac =
    `02-00-00-09-${(devices >> 8).toString(16).padStart(2, '0')}-${(devices & 255).toString(16).padStart(2, '0')}`.toUpperCase();
  const chilli = playedChilli(gatewayOf(deviceMac));
  return { deviceMac, chilli, browser: guestBrowser(chilli) };
}

type Device = ReturnType<typeof device>;

const toLogin = async ({ browser, chilli }: Device) => browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });

/** The state of a page, as its forms send it. */
const stateOf = ({ html }: GuestPage) => formsIn(html)[0]?.hidden.s ?? '';

/** Submits the form for the minutes with the state of any page, whether that page offers them or not. */
const takeMinutes = async ({ browser }: Device, page: GuestPage) => {
  const action = new URL(page.url);
  action.pathname = action.pathname.replace(/\/[a-z]+$/, '/short');
  action.search = '';
  return browser.submit(
    { ...page, html: `<form method="post" action="${action.href}"><input type="hidden" name="s" value="${stateOf(page)}"></form>` },
    '/short',
  );
};

/** Submits the e-mail form with the state of a login page, whether that page has one or not. */
const askForMail = async ({ browser }: Device, page: GuestPage, email: string) => {
  const action = new URL(page.url);
  action.pathname = action.pathname.replace(/\/[a-z]+$/, '/email');
  action.search = '';
  return browser.submit(
    { ...page, html: `<form method="post" action="${action.href}"><input type="hidden" name="s" value="${stateOf(page)}"></form>` },
    '/email',
    { email },
  );
};

const counts = async () => ({
  tokens: await server.db().$count(login_tokens),
  guests: await server.db().$count(users),
  sessions: await server.db().$count(sessions),
});

test.each([
  ['nonsense', 'nonsense'],
  ['no address at all', ''],
])('a refused e-mail form lets no device online and creates no guest: %s', async (_what, email) => {
  const before = await counts();
  for (let nth = 0; nth < 5; nth += 1) {
    const guest = device();
    const refused = await askForMail(guest, await toLogin(guest), email);
    const page = await takeMinutes(guest, refused);
    expect(textOf(page.html)).not.toContain('You are online');
  }
  expect(mails).toEqual([]);
  expect(await counts()).toEqual(before);
});

test('a hotspot with vouchers only lets no guest online for an e-mail address', async () => {
  await prefer({ email_login: 'false' });
  const before = await counts();
  const guest = device();
  const refused = await askForMail(guest, await toLogin(guest), 'guest@mail.example');
  expect(textOf((await takeMinutes(guest, refused)).html)).not.toContain('You are online');
  expect(await counts()).toEqual(before);
});

test('turning e-mail off ends the minutes even for a code sent before', async () => {
  const guest = device();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: 'before@mail.example' });
  await prefer({ email_login: 'false' });
  const before = await counts();
  expect(textOf((await takeMinutes(guest, sent)).html)).not.toContain('You are online');
  expect(await counts()).toEqual(before);
});

test('an address with too many codes yields no minutes for further devices', async () => {
  const email = 'often@mail.example';
  for (let nth = 0; nth < 5; nth += 1) {
    const guest = device();
    await guest.browser.submit(await toLogin(guest), '/email', { email });
  }
  const before = await counts();
  const guest = device();
  const refused = await guest.browser.submit(await toLogin(guest), '/email', { email });
  expect(textOf((await takeMinutes(guest, refused)).html)).not.toContain('You are online');
  expect(await counts()).toEqual(before);
});

test('a code sent for one device yields no minutes for another', async () => {
  const guest = device();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: 'mine@mail.example' });
  await server.db().update(portal_codes).set({ device_mac: '02-FF-FF-FF-FF-FF' });
  expect(textOf((await takeMinutes(guest, sent)).html)).not.toContain('You are online');
});

test('an e-mail address yields minutes once a day for any device, but the real guest gets them', async () => {
  const email = 'shared@mail.example';
  const first = device();
  const sent = await first.browser.submit(await toLogin(first), '/email', { email });
  expect(textOf((await takeMinutes(first, sent)).html)).toContain('You are online');
  const second = device();
  const again = await takeMinutes(second, await second.browser.submit(await toLogin(second), '/email', { email }));
  expect(textOf(again.html)).toContain('This device has used its minutes for today.');
  later(24 * 3600);
  await server.db().delete(portal_codes);
  const third = device();
  const tomorrow = await takeMinutes(third, await third.browser.submit(await toLogin(third), '/email', { email }));
  expect(textOf(tomorrow.html)).toContain('You are online');
});

test('addresses that lead to the same mailbox share their minutes', async () => {
  const first = device();
  const sent = await first.browser.submit(await toLogin(first), '/email', { email: 'many+1@mail.example' });
  expect(textOf((await takeMinutes(first, sent)).html)).toContain('You are online');
  const second = device();
  const again = await takeMinutes(second, await second.browser.submit(await toLogin(second), '/email', { email: 'many+2@mail.example' }));
  expect(textOf(again.html)).toContain('This device has used its minutes for today.');
});

test('twenty simultaneous taps bring one device online once', async () => {
  const guest = device();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: 'taps@mail.example' });
  const pages = await Promise.all(Array.from({ length: 20 }, () => takeMinutes(guest, sent)));
  expect(pages.filter(({ html }) => textOf(html).startsWith('You are online'))).toHaveLength(1);
  expect(pages.filter(({ html }) => textOf(html).includes('This device has used its minutes for today.'))).toHaveLength(19);
});

test('a unit grants minutes to a limited number of devices an hour, and informs the next one and staff', async () => {
  const [unit] = await server.db().select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
  const { most } = LIMITS.short_unit;
  await server
    .db()
    .insert(portal_tries)
    .values(Array.from({ length: most - 1 }, () => ({ key: `short_unit ${String(unit?.id)}`, at: server.clock.now })));
  const alerts = async (as: string) => {
    const { body } = await server.as(as).get('/api/attention');
    return (body as { data: { kind: string }[] }).data.filter(({ kind }) => kind === 'short_limit');
  };
  const last = device();
  const sent = await last.browser.submit(await toLogin(last), '/email', { email: 'last@mail.example' });
  expect(textOf((await takeMinutes(last, sent)).html)).toContain('You are online');
  expect(await alerts('reseller1')).toEqual([]);

  const next = device();
  const refused = await takeMinutes(next, await next.browser.submit(await toLogin(next), '/email', { email: 'next@mail.example' }));
  expect(textOf(refused.html)).toContain('Many devices have used their minutes here.');
  expect(await alerts('reseller1')).toMatchObject([{ hotspot_id: HOTSPOT, unit_id: unit?.id, unit_name: 'Portal unit', most }]);
  expect(await alerts('reseller2')).toEqual([]);
  later(3600);
  expect(await alerts('reseller1')).toEqual([]);
});

test.each([
  ['minutes', 'short_unit', 'Many devices have used their minutes here.'],
  ['log-ins by an unconfirmed address', 'unconfirmed_unit', 'Too many'],
] as const)('strangers elsewhere who invent devices use up no %s of guests who are there', async (_what, limit, refused) => {
  await prefer({ email_login_skip_auth: String(limit === 'unconfirmed_unit') });
  const comesFrom = async (address: string) => {
    await server.db().update(units).set({ address }).where(eq(units.uuid, UNIT.uuid));
    later(5);
  };
  const asks = async (guest: Device, email: string) => {
    const page = await guest.browser.submit(await toLogin(guest), '/email', { email });
    return textOf((limit === 'short_unit' ? await takeMinutes(guest, page) : page).html);
  };
  /** Nobody comes to the gateway. */
  const stranger = (): Device => {
    const phone = device();
    return { ...phone, browser: guestBrowser({ own: phone.chilli.own, visit: async () => phone.chilli.open() }) };
  };
  await server.db().delete(portal_tries);
  await server.db().delete(unit_contacts);
  await comesFrom('198.51.100.4');
  expect(await asks(stranger(), 'first@mail.example')).not.toContain(refused);
  const [counted] = await server
    .db()
    .select({ key: portal_tries.key, at: portal_tries.at })
    .from(portal_tries)
    .where(like(portal_tries.key, `${limit} %`));
  if (!counted) throw new Error('nothing was counted');
  await server
    .db()
    .insert(portal_tries)
    .values(Array.from({ length: LIMITS[limit].most }, () => counted));
  expect(await asks(stranger(), 'second@mail.example')).toContain(refused);
  await comesFrom('');
  expect(await asks(device(), 'third@mail.example')).toContain('You are online');
});

test('a device that was refused because its unit had given all for now gets its minutes an hour later', async () => {
  const [unit] = await server.db().select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
  await server
    .db()
    .insert(portal_tries)
    .values(Array.from({ length: LIMITS.short_unit.most }, () => ({ key: `short_unit ${String(unit?.id)}`, at: server.clock.now })));
  const guest = device();
  const sent = await guest.browser.submit(await toLogin(guest), '/email', { email: 'patient@mail.example' });
  expect(textOf((await takeMinutes(guest, sent)).html)).toContain('Many devices have used their minutes here.');
  later(3600);
  const again = await guest.browser.submit(await toLogin(guest), '/email', { email: 'patient@mail.example' });
  expect(textOf((await takeMinutes(guest, again)).html)).toContain('You are online');
});
