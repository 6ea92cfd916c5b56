/**
 * A full house: 500 guests arrive within ten minutes behind one public address, while one of them attacks in every way at once. Minutes
 * pass on the server's clock. Pages are limited by the real clock, on which they arrive several times as fast.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { account_sms_counts, hotspots, portal_codes, sessions, unit_contacts, units, users } from '../../../src/server/database/schema';
import type { Mail } from '../../../src/server/messages/mailer';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { guestBrowser, playedChilli, playedMikrotik, textOf, type GuestPage } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { timesRounds } from '../../support/run/rounds';
import { serve } from '../../support/server/server';
import { insertVoucher } from '../../factories/rows';

jest.setTimeout(20 * 60_000);

const GUESTS = 500;
const SECONDS = 600;
/** Of how many guests one is beside a turn of all attacks. */
const EVERY = Math.ceil(5 / timesRounds(1));

const mails: Mail[] = [];
const texts: Message[] = [];
const server = serve({
  mailer: { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), 'sent' as const) },
  sms: { isConfigured: true, send: async (message: Message) => (texts.push(message), null) },
  config: { freeradiusToken: 'token-of-the-portal-32', zone: 'Europe/Rome', httpAaa: true },
});
const { HOTSPOT, UNIT, FIRST, later, prefer, gatewayOf } = portalUnit(server);

beforeAll(async () => {
  const db = server.db();
  await prefer({ voucher_login: 'true', temp_code_login: 'true', email_login: 'true', sms_login: 'true', auto_login: 'false' });
  const [hotspot] = await db.select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
  await db.delete(account_sms_counts);
  await db.insert(account_sms_counts).values({ account_id: hotspot?.account_id ?? 0, sms_max_count: 5000 });
  await insertVoucher(db, {
    hotspot_id: HOTSPOT,
    created: FIRST,
    code: 'rightcode1',
    auto_login: false,
    remain_use: -1,
    duration: 3,
    type: 'normal',
  });
  const [unit] = await db.select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
  await db
    .insert(unit_contacts)
    .values({ unit_id: unit?.id ?? 0, heard: FIRST, address: '127.0.0.1', kind: 'coovachilli' })
    .onConflictDoNothing();
});

const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();
const macOf = (prefix: string, nth: number) => `02-${prefix}-00-00-${hex(nth >> 8)}-${hex(nth & 255)}`;

/** A phone whose arrival the unit signs. */
async function loginPage(deviceMac: string) {
  const chilli = playedChilli({ ...gatewayOf(deviceMac), uamsecret: UNIT.secret });
  const browser = guestBrowser(chilli);
  return { browser, login: await browser.submit(await opened(browser, chilli.open()), '/start', { accept: 'yes' }) };
}

/** A page that reloads itself while the server is busy, as in a phone. */
async function opened(browser: ReturnType<typeof guestBrowser>, url: string): Promise<GuestPage> {
  for (;;) {
    const page = await browser.open(url);
    const seconds = page.headers.get('Refresh');
    if (page.status < 500 || seconds === null) return page;
    await delay(Number(seconds) * 1000);
  }
}

const METHODS = ['voucher', 'email', 'sms'] as const;
const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? '';

/** A guest who does everything right; returns the text of the last page. */
async function arrive(nth: number): Promise<string> {
  const { browser, login } = await loginPage(macOf('C0', nth));
  const method = METHODS[nth % METHODS.length];
  if (method === 'voucher') return textOf((await browser.submit(login, '/code', { code: 'rightcode1' })).html);
  const email = `guest${nth}@mail.example`;
  const number = `+39347${String(2_000_000 + nth * 11_113)}`;
  const sent =
    method === 'email' ? await browser.submit(login, '/email', { email }) : await browser.submit(login, '/sms', { phone: number });
  const code =
    method === 'email'
      ? codeIn(mails.findLast(({ to }) => to === email)?.text)
      : codeIn(texts.findLast((text) => text.number === number)?.text);
  return textOf((await browser.submit(sent, '/confirm', { code })).html);
}

/** Ways to attack, once each per turn, from the same address. What goes wrong for the attacker doesn't matter. */
function attacker() {
  const own = loginPage(macOf('BA', 0));
  const digest = createHash('md5')
    .update(UNIT.secret + UNIT.uuid)
    .digest('hex');
  const get = (path: string) => fetch(server.url() + path, { redirect: 'manual' });
  const forged = (nth: number) => playedMikrotik(gatewayOf(macOf('BB', nth))).open();
  const attacks: Record<string, (nth: number) => Promise<unknown>> = {
    'wrong codes': async (nth) => (await own).browser.submit((await own).login, '/code', { code: `wrong${nth}` }),
    'junk mails': async (nth) => {
      const { browser, login } = await loginPage(macOf('BC', nth));
      await browser.submit(login, '/email', { email: `junk${nth}@mail.example` });
    },
    'SMS to made-up numbers': async (nth) => {
      const { browser, login } = await loginPage(macOf('BD', nth));
      await browser.submit(login, '/sms', {
        phone: nth % 40 === 0 ? `+39349${String(1_000_000 + nth * 10_007)}` : `+336${String(12_000_000 + nth * 10_007)}`,
      });
    },
    'forged arrivals': async (nth) => fetch(forged(nth)),
    'short access without a mail': async () => (await own).browser.submit((await own).login, '/email', { email: 'nonsense' }),
    'reports with a digest of the address bar': async (nth) =>
      get(`/wax/aaa?digest=${digest}&uuid=${UNIT.uuid}&stage=login&user=guess${nth}&pass=x&mac=${macOf('BE', nth)}&ap=${UNIT.mac}`),
    'wrong digests': async (nth) => get(`/wax/aaa?digest=${hex(nth & 255).repeat(16)}&uuid=${UNIT.uuid}&stage=login`),
    'terms again and again': async () => get('/wax/privacy/unknown'),
    'unsigned guesses by RADIUS': async (nth) =>
      playedChilli(gatewayOf(macOf('BF', nth))).visit(`http://10.1.0.1:3990/logon?username=a&password=guess${nth}`),
    'a flood of pages': async () => Promise.all(Array.from({ length: 20 }, async () => get(`/portal/${UNIT.uuid}/terms`))),
  };
  return {
    attacks: Object.keys(attacks),
    turn: async (nth: number) => Promise.allSettled(Object.values(attacks).map(async (attackOnce) => attackOnce(nth))),
  };
}

test('500 guests get in within ten minutes behind one address, while one of them attacks in every way', async () => {
  const { attacks, turn } = attacker();
  const took: number[] = [];
  const failed: string[] = [];
  let limited = 0;
  for (let nth = 0; nth < 1300; nth += 50)
    limited += (
      await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${server.url()}/portal/${UNIT.uuid}/terms`)).status))
    ).filter((status) => status === 429).length;
  for (let nth = 0; nth < GUESTS; nth += 1) {
    const attack = nth % EVERY === 0 ? turn(nth) : undefined;
    const start = performance.now();
    const text = await arrive(nth).catch(String);
    took.push(performance.now() - start);
    if (!text.includes('You are online')) failed.push(`${METHODS[nth % METHODS.length]} ${nth}: ${text.slice(0, 120)}`);
    await attack;
    later(SECONDS / GUESTS);
  }
  took.sort((one, other) => one - other);
  const [median, late] = [0.5, 0.95].map((share) => Math.round(took[Math.floor(took.length * share)] ?? 0));
  const junk = await server.db().$count(portal_codes, eq(portal_codes.way, 'sms'));
  console.info(
    `${GUESTS - failed.length} of ${GUESTS} guests online, in ${median} ms (median) and ${late} ms (95th of 100) each, beside ${attacks.length} ways to attack, ${GUESTS / EVERY} times each; ${junk} codes by SMS; ${limited} of the first 1300 pages limited`,
  );
  expect(failed).toEqual([]);
  const online = await server
    .db()
    .select({ mac: sessions.device_mac, name: users.username })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id));
  expect(online.filter(({ mac }) => mac.startsWith('02-C0'))).toHaveLength(GUESTS);
  expect(online.filter(({ mac }) => mac.startsWith('02-B'))).toEqual([]);
  expect(junk - GUESTS / METHODS.length).toBeLessThan(GUESTS);
});
