/** A mailbox has many spellings: all of them are the same guest, and count as the same recipient. */
import { beforeEach, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import { and, eq, like } from 'drizzle-orm';
import { portal_codes, users } from '../../../src/server/database/schema';
import { createMailer, type Mail } from '../../../src/server/messages/mailer';
import { canonicalEmail, isAllowedDomain, mailboxOf } from '../../../src/server/messages/emailAddresses';
import { formsIn, guestBrowser, playedChilli, textOf } from '../../support/peers/gateways';
import { listening, mailSink, parsed } from '../../support/peers/mailSink';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const { sink, received } = mailSink();
const port = listening(sink);
const mailer = {
  isConfigured: true,
  send: async (mail: Mail) => createMailer({ smtpUrl: `smtp://127.0.0.1:${port()}`, from: 'wifi@example.com' }).send(mail),
};

const server = serve({ mailer, config: { freeradiusToken: 'token-of-the-portal-16', zone: 'Europe/Rome' } });
const { HOTSPOT, later, gatewayOf } = portalUnit(server, { email_login: 'true', user_expiration_days: '7' });

beforeEach(async () => {
  later(25 * 3600);
  received.length = 0;
  await server.db().delete(portal_codes);
});

let devices = 0;
async function atLogin() {
  devices += 1;
  const chilli = playedChilli(gatewayOf(`02-00-00-16-00-${devices.toString(16).padStart(2, '0')}`.toUpperCase()));
  const browser = guestBrowser(chilli);
  return { browser, login: await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' }) };
}

/** What a mail server, or a program that parses addresses, treats as victim@müller.example. */
const SPELLINGS = [
  'victim@müller.example',
  'VICTIM@MÜLLER.EXAMPLE',
  'victim@xn--mller-kva.example',
  'victim@mu\u0308ller.example',
  'victim@müller。example',
  'victim＠müller.example',
  'ｖictim@müller.example',
  'victim@mül\u00adler.example',
  'victim@mül\u200bler.example',
  'vic\u00adtim@müller.example',
  'vic\u200btim@müller.example',
  'vic\u2060tim@müller.example',
  '\u202avictim@müller.example\u202c',
  '\ufeffvictim@müller.example',
  'mailto:victim@müller.example',
  'x:victim@müller.example',
  'y:victim@müller.example',
  '(1)victim@müller.example',
  '(2)victim@müller.example',
  'victim(3)@müller.example',
  'victim@(4)müller.example',
  'victim@müller.example(5)',
  '"victim"@müller.example',
];

test('sends all spellings of an address together no more mails than one of them, and stores one guest', async () => {
  for (const email of SPELLINGS) {
    const { browser, login } = await atLogin();
    const sent = await browser.submit(login, '/email', { email });
    const mail = received.at(-1);
    if (!sent.url.includes('/sent') || mail === undefined) continue;
    await browser.submit(sent, '/confirm', { code: /\b\d{6}\b/.exec(parsed(mail).text)?.[0] ?? '' });
  }
  expect(received.map(({ to }) => to)).toEqual(Array(5).fill(['victim@müller.example']));
  const guests = await server
    .db()
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.hotspot_id, HOTSPOT), like(users.username, '%victim%')));
  expect(guests).toEqual([{ username: 'victim@müller.example' }]);
});

test('sends all addresses of a mailbox together no more mails than one of them', async () => {
  for (const email of ['v.ictim', 'vi.ctim', 'victim', 'victim+1', 'victim+2', 'victim+3', 'vic.tim+4'].map(
    (name) => `${name}@gmail.com`,
  )) {
    const { browser, login } = await atLogin();
    await browser.submit(login, '/email', { email });
  }
  expect(received).toHaveLength(5);
});

test('a guest who pastes an address with invisible characters gets a code and goes online', async () => {
  const { browser, login } = await atLogin();
  const sent = await browser.submit(login, '/email', { email: '\u202apasted@mail.example\u202c ' });
  expect(textOf(sent.html)).toContain('If pasted@mail.example is right, a code is on its way there.');
  const online = await browser.submit(sent, '/confirm', { code: /\b\d{6}\b/.exec(received[0] ? parsed(received[0]).text : '')?.[0] ?? '' });
  expect(textOf(online.html)).toContain('You are online');
});

test.each(['x:victim@mail.example', '(1)victim@mail.example', 'a@mail.example,b@mail.example', 'victim@mail.example:25', '@mail.example'])(
  'refuses %s and shows it again',
  async (email) => {
    const { browser, login } = await atLogin();
    const refused = await browser.submit(login, '/email', { email });
    expect(textOf(refused.html)).toContain('This is not a valid e-mail address.');
    expect(formsIn(refused.html).length).toBeGreaterThan(0);
    expect(received).toEqual([]);
  },
);

test('the canonical form of an address is its own canonical form', () => {
  const sign = fc.oneof(
    fc.constantFrom(...Array.from('aZ.+-@:()"İßﬁ\u00ad\u200b\u202e。xn--')),
    fc.string({ unit: 'grapheme', maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), fc.array(sign, { maxLength: 12 }), (local, domain) => {
      const email = canonicalEmail(`${local.join('')}@${domain.join('')}.example`);
      if (email !== null) expect(canonicalEmail(email)).toBe(email);
    }),
  );
});

test.each([
  ['victim+1@mail.example', 'victim@mail.example'],
  ['vic.tim+1@gmail.com', 'victim@gmail.com'],
  ['vic.tim@mail.example', 'vic.tim@mail.example'],
  ['+1@mail.example', '+1@mail.example'],
])('%s leads to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test('accepts an allowed domain however staff have written it', () => {
  const only = (check_email_domain_list: string) => ({ check_email_domain: 'true', check_email_domain_list });
  for (const list of ['müller.example', 'xn--mller-kva.example', 'other.example, Müller.example'])
    expect(isAllowedDomain('guest@müller.example', only(list))).toBe(true);
  expect(isAllowedDomain('guest@mail.example', only('müller.example'))).toBe(false);
});
