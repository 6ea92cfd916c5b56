/** An attacker requests SMS to their own numbers at the reseller's cost, without using any of the codes. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq, isNotNull } from 'drizzle-orm';
import { getExampleNumber, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { account_sms_counts, hotspots, portal_codes, portal_tries, units } from '../../../src/server/database/schema';
import type { AttentionItem } from '../../../src/contract/stats';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { guestBrowser, playedChilli, textOf } from '../../support/peers/gateways';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertGuest } from '../../factories/rows';

const texts: Message[] = [];
const sms = { isConfigured: true, send: async (message: Message) => (texts.push(message), null) };
const server = serve({ sms, config: { freeradiusToken: 'token-of-the-portal-31', zone: 'Europe/Rome', trustProxy: ['loopback'] } });
const { HOTSPOT, UNIT, later, prefer, gatewayOf } = portalUnit(server);

/** Forty countries, the first of them the hotspot's own. */
const COUNTRIES = [
  'IT',
  'FR',
  'AT',
  'DE',
  'ES',
  'PL',
  'PT',
  'NL',
  'BE',
  'CH',
  'GB',
  'IE',
  'SE',
  'NO',
  'DK',
  'FI',
  'GR',
  'RO',
  'BG',
  'HU',
  'CZ',
  'SK',
  'SI',
  'HR',
  'RS',
  'UA',
  'TR',
  'IL',
  'EG',
  'TN',
  'MA',
  'KE',
  'NG',
  'ZA',
  'IN',
  'PK',
  'ID',
  'PH',
  'UZ',
  'AZ',
] as CountryCode[];
const ATTACK = 600;

/** Valid mobile numbers of all countries in turn, all different. */
function madeUpNumbers(): string[] {
  const found = new Set<string>();
  for (let nth = 0; found.size < ATTACK; nth += 1) {
    const country = COUNTRIES[nth % COUNTRIES.length] as CountryCode;
    const example = getExampleNumber(country, examples)?.number ?? '';
    const number = example.slice(0, -4) + String(1000 + ((nth * 7) % 9000));
    if (parsePhoneNumberFromString(number)?.isValid() === true) found.add(number);
  }
  return [...found];
}

beforeAll(async () => {
  const db = server.db();
  const [hotspot] = await db.select().from(hotspots).limit(1);
  await db.delete(account_sms_counts);
  await db.insert(account_sms_counts).values({ account_id: hotspot?.account_id ?? 0, sms_max_count: 5000 });
});
beforeEach(async () => {
  later(3600);
  texts.length = 0;
  await server.db().delete(portal_codes);
  await server.db().delete(portal_tries);
  await prefer({ sms_login: 'true', auto_login: 'false' });
});

let devices = 0;
async function phone(address: string) {
  devices += 1;
  const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();
  const chilli = playedChilli({ ...gatewayOf(`02-5A-00-00-${hex(devices >> 8)}-${hex(devices & 255)}`), uamsecret: UNIT.secret });
  const browser = guestBrowser(chilli, { 'X-Forwarded-For': address });
  const login = await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
  return { browser, login, chilli };
}
const request = async ({ browser, login }: Pick<Awaited<ReturnType<typeof phone>>, 'browser' | 'login'>, number: string) =>
  browser.submit(login, '/sms', { phone: number });

/** Requests SMS to 600 numbers in twenty seconds: two per device, from a hundred IP addresses. */
async function attack(): Promise<number> {
  const numbers = madeUpNumbers();
  for (let nth = 0; nth < numbers.length; nth += 2) {
    const device = await phone(`203.0.113.${nth % 100}`);
    for (const number of numbers.slice(nth, nth + 2)) await request(device, number);
    later(20 / (ATTACK / 2));
  }
  return texts.length;
}

async function guestsGetIn(count: number): Promise<number> {
  let online = 0;
  for (let nth = 0; nth < count; nth += 1) {
    const guest = await phone('198.51.100.7');
    const number = `+39347${String(2_000_000 + nth * 11_111)}`;
    const sent = await request(guest, number);
    const code = /\b\d{6}\b/.exec(texts.findLast((text) => text.number === number)?.text ?? '')?.[0] ?? '';
    const page = await guest.browser.submit(sent, '/confirm', { code });
    if (textOf(page.html).includes('You are online')) online += 1;
  }
  return online;
}

const alerts = async () =>
  ((await server.as('reseller1').get('/api/attention')).body as { data: AttentionItem[] }).data.filter(
    ({ kind }) => kind === 'sms_refused',
  );

describe('600 SMS to 40 countries in twenty seconds', () => {
  test('become at most those of its own country where nothing else is chosen, and the guests of the venue get theirs', async () => {
    await prefer({ sms_countries: '' });
    const sent = await attack();
    console.info(`600 SMS asked for in 20 seconds: ${sent} sent`);
    expect(sent).toBeLessThanOrEqual(60);
    expect(texts.every(({ number }) => number.startsWith('+39'))).toBe(true);
    expect(await alerts()).toMatchObject([{ reason: 'country', hotspot_id: HOTSPOT }]);
    expect(await guestsGetIn(10)).toBe(10);
  }, 300_000);

  test('become at most sixty where all countries are allowed, and the guests of the venue get theirs', async () => {
    await prefer({ sms_countries: '*' });
    const sent = await attack();
    console.info(`600 SMS asked for in 20 seconds: ${sent} sent`);
    expect(sent).toBeLessThanOrEqual(60);
    expect(await alerts()).toMatchObject([{ reason: 'made_up', hotspot_id: HOTSPOT }]);
    expect(await guestsGetIn(10)).toBe(10);
  }, 300_000);
});

describe('somebody elsewhere who owns the numbers, and enters every code', () => {
  const NUMBERS = 150;

  /** Opened at an address that the gateway is said to have sent; nobody comes to the gateway with the token. */
  async function fromElsewhere(nth: number) {
    const chilli = playedChilli(gatewayOf(`02-5B-00-00-00-${nth.toString(16).padStart(2, '0').toUpperCase()}`));
    const gateway = { own: chilli.own, visit: async () => chilli.open() };
    const browser = guestBrowser(gateway, { 'X-Forwarded-For': `203.0.113.${nth % 50}` });
    const login = await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' });
    const number = `+39349${String(1000 + nth).padStart(5, '0')}00`;
    const sent = texts.length;
    const page = await request({ browser, login }, number);
    if (texts.length === sent) return false;
    const code = /\b\d{6}\b/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';
    await browser.submit(page, '/confirm', { code });
    return true;
  }

  test('gets no more SMS than for codes that nobody enters, as no unit lets them in', async () => {
    await prefer({ sms_countries: '' });
    await server.db().update(units).set({ arrivals_signed_with: '' }).where(eq(units.uuid, UNIT.uuid));
    let sent = 0;
    for (let nth = 0; nth < NUMBERS; nth += 1) if (await fromElsewhere(nth)) sent += 1;
    expect(await server.db().$count(portal_codes, isNotNull(portal_codes.used))).toBe(sent);
    console.info(`${NUMBERS} SMS asked for and entered elsewhere: ${sent} sent`);
    expect(sent).toBeLessThanOrEqual(61);
    expect(await guestsGetIn(10)).toBe(10);
  }, 300_000);
});

describe('somebody at the venue with ever new devices, which the unit vouches for, and numbers of the country', () => {
  const DEVICES = 300;
  let ranges = 0;
  const fromThere = async () => {
    ranges += 1;
    const page = await request(await phone('198.51.100.7'), `+39348${String(1000 + ranges).padStart(5, '0')}00`);
    return textOf(page.html);
  };

  test('slows newcomers down and stops nobody, and guests whom the hotspot knows are not even slowed', async () => {
    await prefer({ sms_countries: '' });
    const known = '+393471999999';
    const guest = { hotspot_id: HOTSPOT, name: known, account_type: 'sms', created: server.clock.now };
    await insertGuest(server.db(), {
      ...guest,
      username: known,
      valid_from: guest.created,
      valid_until: new Date(guest.created.getTime() + 86_400_000),
    });
    for (let nth = 0; nth < DEVICES; nth += 1) await fromThere();
    const inABurst = texts.length;

    expect(textOf((await request(await phone('198.51.100.7'), known)).html)).toContain('on its way');
    // The venue's next ten guests, who are new there and retry every half minute, as the page tells them.
    const waits: number[] = [];
    for (let nth = 0; nth < 10; nth += 1) {
      const newPhone = await phone('198.51.100.7');
      const number = `+39347${String(3_000_000 + nth * 11_111)}`;
      let tries = 1;
      while (!textOf((await request(newPhone, number)).html).includes('on its way') && tries < 20) {
        later(31);
        tries += 1;
        newPhone.login = await newPhone.browser.submit(await newPhone.browser.open(newPhone.chilli.open()), '/start', { accept: 'yes' });
      }
      waits.push(tries - 1);
    }
    console.info(
      `${DEVICES} devices asked at once: ${inABurst} SMS sent; the next ten guests tried ${waits.map((wait) => wait + 1).join(', ')} times`,
    );
    expect(inABurst).toBeLessThanOrEqual(61);
    expect(waits.every((wait) => wait <= 1)).toBe(true);
  }, 300_000);
});
