/** Guests log in with their phone number. */
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  account_sms_counts,
  consent_texts,
  consents,
  hotspot_sms_counts,
  portal_codes,
  portal_tries,
  units,
  user_histories,
  hotspots,
  login_tokens,
} from '../../../src/server/database/schema';
import { LIMITS } from '../../../src/server/limits/limits';
import { smsWarnings, reserveSms, releaseSms } from '../../../src/server/messages/sms/quotaQueries';
import { retention } from '../../../src/server/guests/retention';
import { formsIn, guestBrowser, playedMikrotik, textOf, type GuestPage } from '../../support/peers/gateways';
import { insertGuest } from '../../factories/rows';
import {
  mails,
  texts,
  server,
  HOTSPOT,
  FIRST,
  UNIT,
  later,
  prefer,
  gatewayOf,
  owner,
  bought,
  pack,
  state,
  phone,
  toLogin,
  typed,
  newNumber,
  codeIn,
  guestWith,
  sentOf,
  hotspotName,
} from './smsTests';

describe('SMS to made-up numbers', () => {
  /** Mobile numbers of seven other countries, no two of one range. */
  const ABROAD = ['+3361', '+4366412', '+4915112', '+34612', '+48501', '+35191', '+31612'];
  const LENGTHS = [12, 12, 13, 12, 12, 13, 12];
  const abroad = (nth: number) => {
    const start = ABROAD[nth % ABROAD.length] ?? '';
    return start + `${String(11 + nth)}00000000`.slice(0, (LENGTHS[nth % ABROAD.length] ?? 0) - start.length);
  };
  const codes = async (numbers: readonly string[], { used }: { used: Date | null }) =>
    server
      .db()
      .insert(portal_codes)
      .values(
        numbers.map((recipient) => ({ hotspot_id: HOTSPOT, way: 'sms' as const, recipient, ...ROW, used, created: server.clock.now })),
      );
  const ROW = { network: 'elsewhere', code_hash: '', wants_marketing: false, wants_survey: false };
  /** Stores codes that were entered just now, whose guests the unit has let in. */
  const entered = async (numbers: readonly string[]) => {
    const now = server.clock.now;
    await codes(numbers, { used: now });
    const [unit] = await server.db().select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
    for (const username of numbers) {
      const valid = { valid_from: now, valid_until: new Date(now.getTime() + 86_400_000) };
      const guest = await insertGuest(server.db(), { hotspot_id: HOTSPOT, username, account_type: 'sms', created: now, ...valid });
      const token = { unit_id: unit?.id ?? 0, user_id: guest.id, way: 'sms' as const, nonce: username, request_hash: username };
      await server
        .db()
        .insert(login_tokens)
        .values({ ...token, created: now, spent: now });
    }
  };

  test('stop after forty abroad that nobody entered, and guests of the country still get theirs', async () => {
    await bought({ sms_max_count: 5000 });
    await codes(
      Array.from({ length: LIMITS.sms_abroad.most - 5 }, (_, nth) => abroad(nth)),
      { used: null },
    );
    for (let nth = 0; nth < 15; nth += 1) await typed(abroad(LIMITS.sms_abroad.most + nth));
    expect(texts).toHaveLength(5);
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: newNumber() });
    expect(textOf((await guest.browser.submit(sent, '/confirm', { code: codeIn(texts.at(-1)) })).html)).toContain('You are online');
  });

  test('are not sent abroad where no other country is chosen, but to the chosen ones', async () => {
    await prefer({ sms_countries: '' });
    expect(await typed('+33612345678')).toContain('We do not send SMS to numbers from this country.');
    expect(await typed(newNumber())).toContain('on its way');
    await prefer({ sms_countries: 'AT,FR' });
    expect(await typed('+33612345678')).toContain('on its way');
    expect(await typed('+4915112345678')).toContain('We do not send SMS to numbers from this country.');
    expect(texts.map(({ number }) => number.slice(0, 3))).toEqual(['+39', '+33']);
  });

  test('make a device wait longer and longer, until it enters a code', async () => {
    await prefer({ auto_login: 'false' });
    const guest = phone();
    const request = async () => {
      const answer = await guest.browser.submit(await toLogin(guest), '/sms', { phone: newNumber() });
      return { answer, text: textOf(answer.html) };
    };
    expect((await request()).text).toContain('on its way');
    expect((await request()).text).toContain('on its way');
    expect((await request()).text).toContain('Please wait a few minutes before you ask for another SMS.');
    later(60);
    const third = await request();
    expect(third.text).toContain('on its way');
    later(60);
    expect((await request()).text).toContain('Please wait a few minutes before you ask for another SMS.');
    await guest.browser.submit(third.answer, '/confirm', { code: codeIn(texts.at(-1)) });
    await guest.chilli.visit(`${guest.chilli.own}/logoff`);
    expect((await request()).text).toContain('on its way');
  });

  test('do not hold back guests from abroad who enter their codes', async () => {
    await bought({ sms_max_count: 5000 });
    const { most } = LIMITS.sms_abroad;
    await codes(
      Array.from({ length: most }, (_, nth) => abroad(nth)),
      { used: null },
    );
    expect(await typed(abroad(80))).toContain('Too many SMS for today.');
    const guests = Array.from({ length: 5 }, (_, nth) => abroad(nth));
    await codes(guests, { used: server.clock.now });
    expect(await typed(abroad(83))).toContain('Too many SMS for today.');
    await entered(guests);
    expect(await typed(abroad(81))).toContain('on its way');
    later(24 * 3600);
    expect(await typed(abroad(82))).toContain('on its way');
  });

  test('stop for a range of numbers, and slow down newcomers when they are many at a hotspot', async () => {
    await bought({ sms_max_count: 5000 });
    const inRange = (range: number, nth: number) => `+39348${String(range).padStart(3, '0')}${String(nth).padStart(4, '0')}`;
    await codes(
      Array.from({ length: LIMITS.sms_range.most }, (_, nth) => inRange(1, nth)),
      { used: null },
    );
    expect(await typed(inRange(1, 9999))).toContain('Too many SMS for now. Please try again in an hour.');
    expect(await typed(inRange(2, 1))).toContain('on its way');
    await codes(
      Array.from({ length: LIMITS.sms_unentered.most }, (_, nth) => inRange(100 + nth, 0)),
      { used: null },
    );
    expect(await typed(inRange(3, 1))).toContain('Many people are asking for SMS here. Please try again in a minute.');
    later(31);
    expect(await typed(inRange(3, 1))).toContain('on its way');
    expect(await typed(inRange(3, 2))).toContain('Many people are asking for SMS here. Please try again in a minute.');
    later(3600);
    expect(await typed(inRange(3, 2))).toContain('on its way');
    expect(await typed(inRange(3, 3))).toContain('on its way');
  });

  test('hold back no guest whose number the hotspot knows, up to a hundred codes a day that nobody enters', async () => {
    await bought({ sms_max_count: 5000 });
    const known = newNumber();
    const former = newNumber();
    const guest = { hotspot_id: HOTSPOT, name: 'Ada', account_type: 'sms', created: FIRST, valid_from: FIRST, valid_until: FIRST };
    await insertGuest(server.db(), { ...guest, username: known });
    await server
      .db()
      .insert(user_histories)
      .values({ ...guest, username: former, user_id: 987_654 });
    const inRange = (range: number) => `+39349${String(range).padStart(3, '0')}0000`;
    await codes(
      Array.from({ length: 600 }, (_, nth) => inRange(nth)),
      { used: null },
    );
    expect(await typed(newNumber())).toContain('Too many SMS for today.');
    expect(await typed(known)).toContain('on its way');
    expect(await typed(former)).toContain('on its way');
    await server
      .db()
      .insert(portal_codes)
      .values(
        Array.from({ length: LIMITS.sms_known.most }, (_, nth) => ({
          hotspot_id: HOTSPOT,
          way: 'sms' as const,
          recipient: inRange(nth),
          ...ROW,
          created: server.clock.now,
          asked_by: 'known' as const,
        })),
      );
    expect(await typed(known)).toContain('Too many SMS for today.');
  });

  test('requested elsewhere hold back no guest at the venue, whose gateway cannot sign', async () => {
    await bought({ sms_max_count: 5000 });
    const venue = async (address: string) => {
      await server.db().update(units).set({ address, arrivals_signed_with: '' }).where(eq(units.uuid, UNIT.uuid));
      later(5);
    };
    await venue('198.51.100.4');
    const asks = async (address: string, number: string) => {
      state.phones += 1;
      const router = playedMikrotik(gatewayOf(`02-00-00-01-00-${(state.phones & 255).toString(16).padStart(2, '0').toUpperCase()}`));
      const browser = guestBrowser(router, { 'X-Forwarded-For': address });
      const login = await browser.submit(await browser.open(router.open()), '/start', { accept: 'yes' });
      return textOf((await browser.submit(login, '/sms', { phone: number })).html);
    };
    await server
      .db()
      .insert(portal_codes)
      .values(
        Array.from({ length: 600 }, (_, nth) => ({
          hotspot_id: HOTSPOT,
          way: 'sms' as const,
          recipient: `+39340${String(nth).padStart(3, '0')}0000`,
          ...ROW,
          created: server.clock.now,
          asked_by: 'elsewhere' as const,
        })),
      );
    expect(await asks('203.0.113.9', newNumber())).toContain('Too many SMS for today.');
    expect(await asks('198.51.100.4', newNumber())).toContain('on its way');
    await venue('');
  });

  test('count as refusals for staff, who get an alert after five of them', async () => {
    const alerts = async () =>
      ((await server.as('reseller1').get('/api/attention')).body as { data: { kind: string }[] }).data.filter(
        ({ kind }) => kind === 'sms_refused',
      );
    await server.db().delete(portal_tries);
    await prefer({ sms_countries: '' });
    for (let nth = 0; nth < 5; nth += 1) await typed('+33612345678');
    expect(await alerts()).toEqual([]);
    await typed('+33612345678');
    expect(await alerts()).toMatchObject([{ reason: 'country', hotspot_id: HOTSPOT, sent: 0, unentered: 0 }]);
  });

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
    await entered([inRange(900), inRange(901), inRange(902)]);
    expect(await typed(newNumber())).toContain('on its way');
  });
});

test.each([
  ['wide', 0xff10],
  ['Arabic', 0x0660],
  ['Persian', 0x06f0],
  ['Devanagari', 0x0966],
])('accepts the code of an SMS in %s digits, between invisible marks', async (_name, zero) => {
  const guest = phone();
  const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: newNumber() });
  const code = Array.from(codeIn(texts[0]), (digit) => String.fromCodePoint(zero + Number(digit))).join('');
  expect(textOf((await guest.browser.submit(sent, '/confirm', { code: `\u202A${code}\u202C` })).html)).toContain('You are online');
});

test('sends the same form to another number, and another SMS to the first one only on request', async () => {
  const guest = phone();
  const login = await toLogin(guest);
  const [number, other] = [newNumber(), newNumber()];
  for (const typed of [number, other, number]) await guest.browser.submit(login, '/sms', { phone: typed });
  later(61);
  const sent = await guest.browser.submit(login, '/sms', { phone: number });
  expect(texts.map((one) => one.number)).toEqual([number, other]);
  const again = await guest.browser.submit(sent, '/sms');
  expect(texts.map((one) => one.number)).toEqual([number, other, number]);
  expect(textOf((await guest.browser.submit(again, '/confirm', { code: codeIn(texts[2]) })).html)).toContain('You are online');
});

describe('a guest whose window closes while the SMS is read', () => {
  test('types the number again and gets in with the code that was sent, with the answers given last', async () => {
    const guest = phone();
    const number = newNumber();
    await guest.browser.submit(await toLogin(guest), '/sms', { phone: number, marketing: 'yes' });
    later(120);
    const reopened = { ...guest, browser: guestBrowser(guest.chilli) };
    const sent = await reopened.browser.submit(await toLogin(reopened), '/sms', { phone: number });
    expect(textOf(sent.html)).toContain(`An SMS with a code is on its way to ${number}.`);
    expect(texts).toHaveLength(1);
    expect(textOf((await reopened.browser.submit(sent, '/confirm', { code: codeIn(texts[0]) })).html)).toContain('You are online');
    expect(await guestWith(number)).toMatchObject({ marketing_auth: false });
  });

  test('gets in with it also when the number has had as many SMS as it may have in a day', async () => {
    const guest = phone();
    const number = newNumber();
    let page = await guest.browser.submit(await toLogin(guest), '/sms', { phone: number });
    for (let nth = 1; nth < LIMITS.sms_recipient.most; nth += 1) {
      later(61);
      page = await guest.browser.submit(page, '/sms');
    }
    expect(texts).toHaveLength(LIMITS.sms_recipient.most);
    later(61);
    const refused = await guest.browser.submit(page, '/sms');
    expect(textOf(refused.html)).toMatch(/Code from the SMS.*Too many SMS for today/u);
    const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: number });
    expect(textOf((await guest.browser.submit(sent, '/confirm', { code: codeIn(texts.at(-1)) })).html)).toContain('You are online');
  });

  test.each([
    ['is on another device', 0, async () => phone()],
    ['comes when the code is about to end', 8.5 * 60, async (guest: ReturnType<typeof phone>) => guest],
    [
      'has used up the attempts at the code',
      61,
      async (guest: ReturnType<typeof phone>, page: GuestPage) => {
        let shown = page;
        for (let nth = 0; nth < 5; nth += 1) shown = await guest.browser.submit(shown, '/confirm', { code: '12' });
        return guest;
      },
    ],
  ])('gets another one who %s', async (_who, seconds, becomes) => {
    const guest = phone();
    const number = newNumber();
    const page = await guest.browser.submit(await toLogin(guest), '/sms', { phone: number });
    const next = await becomes(guest, page);
    later(seconds);
    const sent = await next.browser.submit(await toLogin(next), '/sms', { phone: number });
    expect(texts.map((one) => one.number)).toEqual([number, number]);
    expect(textOf((await next.browser.submit(sent, '/confirm', { code: codeIn(texts[1]) })).html)).toContain('You are online');
  });
});

test('sends a form again whose SMS has failed', async () => {
  const guest = phone();
  const login = await toLogin(guest);
  const number = newNumber();
  state.failure = { failed: 'no route' };
  expect(textOf((await guest.browser.submit(login, '/sms', { phone: number })).html)).toContain('could not be sent');
  state.failure = null;
  expect(textOf((await guest.browser.submit(login, '/sms', { phone: number })).html)).toContain('on its way');
  expect(texts).toHaveLength(1);
});

test('the console counts the SMS sent, for the hotspot and the pack', async () => {
  const number = newNumber();
  expect(await typed(number)).toContain('on its way');
  const { body, headers } = await server.as('reseller1').get(`/api/stats/sms/hotspots/${HOTSPOT}`);
  expect(body).toMatchObject([{ hotspot_id: HOTSPOT, number, reset: false }]);
  expect(headers.get('x-total-count') ?? String((body as unknown[]).length)).toBe('1');
  expect((await server.as('admin').get(`/api/stats/sms/accounts/${owner}`)).body).toMatchObject({ sms_count: 1, sms_max_count: 100 });
});

test('the SMS is in the language of the guest', async () => {
  const number = newNumber();
  const guest = phone({ 'Accept-Language': 'it' });
  await guest.browser.submit(await toLogin(guest), '/sms', { phone: number });
  expect(texts.map(({ text }) => text)).toEqual([expect.stringContaining('è il Suo codice per il WiFi di')]);
});

test('consent to offers by SMS is stored with its text', async () => {
  const guest = phone();
  const number = newNumber();
  const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: number, marketing: 'yes' });
  await guest.browser.submit(sent, '/confirm', { code: codeIn(texts[0]) });
  const full = await guestWith(number);
  expect(full).toMatchObject({ marketing_auth: true, survey_auth: false });
  const given = await server
    .db()
    .select({ purpose: consents.purpose, body: consent_texts.body })
    .from(consents)
    .innerJoin(consent_texts, eq(consent_texts.hash, consents.text_hash))
    .where(eq(consents.user_id, full?.id ?? 0));
  expect(given.map(({ purpose }) => purpose)).toEqual(['terms', 'privacy', 'marketing']);
  expect(given.at(-1)?.body).toBe('I would like to receive offers by SMS (optional)');
});

test('an expired guest stays out where logging in again does not extend the validity', async () => {
  await prefer({ auth_renew: 'false', user_expiration_days: '1' });
  const number = newNumber();
  const logIn = async () => {
    const guest = phone();
    const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: number });
    return textOf((await guest.browser.submit(sent, '/confirm', { code: codeIn(texts.at(-1)) })).html);
  };
  expect(await logIn()).toContain('You are online');
  expect(await logIn()).toContain('You are online');
  later(3 * 86_400);
  expect(await logIn()).toContain('Your access has expired.');
  await prefer({ auth_renew: 'true' });
  expect(await logIn()).toContain('You are online');
});

describe('phone numbers', () => {
  test.each([
    ['347 123 4567', '+393471234567', 'of the hotspot’s country'],
    ['(347) 123-4567', '+393471234567', 'with signs'],
    ['0039 347 1234567', '+393471234567', 'with 00'],
    ['+49 1512 3456789', '+4915123456789', 'of another country'],
    ['３４７１２３４５６７', '+393471234567', 'in wide digits'],
    ['+1 415 555 2671', '+14155552671', 'where mobile and fixed look alike'],
    ['\u202A+39 347 1234567\u202C', '+393471234567', 'copied from contacts'],
    ['\u2068347\u00A0123\u200B4567\u2069', '+393471234567', 'with other invisible marks'],
    ['(+39) 347 1234567', '+393471234567', 'with its country code in parentheses'],
    ['(0039) 347 1234567', '+393471234567', 'with 00 in parentheses'],
    ['٣٤٧١٢٣٤٥٦٧', '+393471234567', 'in Arabic digits'],
    ['۰۰۳۹۳۴۷۱۲۳۴۵۶۷', '+393471234567', 'in Persian digits, with 00'],
  ])('like %s are read as one number %3$s', async (spelling, number) => {
    expect(await typed(spelling)).toContain('on its way');
    expect(texts.map((one) => one.number)).toEqual([number]);
  });

  test.each([
    ['06 12345678', 'fixed'],
    ['+39 899 123456', 'premium'],
    ['+1 900 555 1234', 'premium'],
    ['+44 70 1234 5678', 'of a forwarding service'],
    ['+39 800 123456', 'free of charge'],
    ['+8816 1234 5678', 'of a satellite'],
    ['347 123 4567 ext 5', 'with an extension'],
    ['abc 3471234567', 'text'],
    ['+393471234567, +393471234568', 'two'],
    ['+39347123456712345678901234567890123456789', 'long'],
    ['347123', 'short'],
    ['', 'nothing'],
    ['<b>+393471234567</b>', 'markup'],
  ])('like %s (%s) are refused, and nothing is counted', async (spelling) => {
    const text = await typed(spelling);
    expect(text).toContain('We cannot send an SMS to this number.');
    expect({ texts, sent: await sentOf(), codes: await server.db().$count(portal_codes) }).toEqual({ texts: [], sent: [], codes: 0 });
  });

  test('get the same answers whether known or not', async () => {
    const known = newNumber();
    const before = phone();
    await before.browser.submit(await before.browser.submit(await toLogin(before), '/sms', { phone: known }), '/confirm', {
      code: codeIn(texts[0]),
    });
    expect(await guestWith(known)).toBeDefined();
    const seen = [];
    for (const number of [known, newNumber()]) {
      const guest = phone();
      const sent = await guest.browser.submit(await toLogin(guest), '/sms', { phone: number });
      const wrong = await guest.browser.submit(sent, '/confirm', { code: '1' });
      seen.push([textOf(sent.html), textOf(wrong.html)].map((text) => text.replaceAll(number, 'NUMBER')));
    }
    expect(seen[0]).toEqual(seen[1]);
  });
});

describe('quotas of SMS', () => {
  test('take back an SMS that could not be sent, whose code is invalid', async () => {
    state.failure = { failed: '400 21211' };
    const guest = phone();
    const login = await toLogin(guest);
    for (let nth = 0; nth < 6; nth += 1) {
      const page = await guest.browser.submit(login, '/sms', { phone: '347 000 0000' });
      expect(textOf(page.html)).toContain('The SMS could not be sent at the moment. Please log in another way.');
      expect(page.html).toContain('value="347 000 0000"');
      expect(formsIn(page.html).map(({ action }) => action.split('/').at(-1))).toContain('email');
    }
    expect({ count: (await pack())?.sms_count, sent: await sentOf(), codes: await server.db().$count(portal_codes) }).toEqual({
      count: 0,
      sent: [],
      codes: 0,
    });
  });

  test('allow no SMS without a pack', async () => {
    const db = server.db();
    await db.delete(account_sms_counts).where(eq(account_sms_counts.account_id, owner));
    try {
      expect(await typed(newNumber())).toContain('The SMS could not be sent at the moment.');
      expect(texts).toEqual([]);
    } finally {
      await db.insert(account_sms_counts).values({ account_id: owner, sms_max_count: 100 });
    }
  });

  test('do not take back an SMS of an earlier pack', async () => {
    const db = server.db();
    const taken = await reserveSms(db, { hotspotId: HOTSPOT, unitId: 1, number: newNumber(), now: server.clock.now });
    if (typeof taken === 'string') throw new Error(taken);
    await db.update(hotspot_sms_counts).set({ reset: true }).where(eq(hotspot_sms_counts.id, taken.id));
    await bought({ sms_count: 3 });
    await releaseSms(db, taken);
    expect((await pack())?.sms_count).toBe(3);
  });

  test('allow a unit six hundred an hour', async () => {
    const db = server.db();
    await bought({ sms_max_count: 1000 });
    const [unit] = await db.select().from(units).where(eq(units.uuid, UNIT.uuid));
    await db
      .insert(hotspot_sms_counts)
      .values(Array.from({ length: 600 }, () => ({ hotspot_id: HOTSPOT, unit_id: unit?.id ?? 0, number: '', sent: server.clock.now })));
    expect(await typed(newNumber())).toContain('The SMS could not be sent at the moment.');
    later(3601);
    expect(await typed(newNumber())).toContain('on its way');
  });

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
  test('are sent once at the threshold of the pack, and again after a purchase', async () => {
    await bought({ sms_max_count: 5, sms_threshold: 2 });
    for (let nth = 0; nth < 2; nth += 1) await typed(newNumber());
    expect(mails).toEqual([]);
    for (let nth = 0; nth < 3; nth += 1) await typed(newNumber());
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: 'reseller@mail.example', subject: 'Portico: 2 SMS left / 2 SMS rimasti' },
    ]);
    expect(mails[0]?.text).toContain('of the 5 SMS that you bought, 2 are left.');
    await bought({ sms_max_count: 9 });
    for (let nth = 0; nth < 3; nth += 1) await typed(newNumber());
    expect(mails.map(({ subject }) => subject).slice(1)).toEqual(['Portico: 2 SMS left / 2 SMS rimasti']);
  });

  test('are sent once at the threshold of the hotspot', async () => {
    await prefer({ sms_login_max: '4', sms_login_threshold: '2' });
    for (let nth = 0; nth < 4; nth += 1) await typed(newNumber());
    const name = await hotspotName();
    expect(mails.map(({ subject }) => subject)).toEqual([`Portico: 2 SMS left / 2 SMS rimasti (${name})`]);
    expect(mails[0]?.text).toContain(`of the 4 SMS that ${name} may send, 2 are left.`);
    await prefer({ sms_login_max: '10' });
    for (let nth = 0; nth < 4; nth += 1) await typed(newNumber());
    expect(mails).toHaveLength(2);
  });

  test('are sent again after a failed mail', async () => {
    await bought({ sms_max_count: 3, sms_threshold: 3 });
    state.delivery = { unreachable: 'nobody there' };
    expect(await typed(newNumber())).toContain('on its way');
    await server.outbox().drained();
    expect(mails).toEqual([]);
    state.delivery = 'sent';
    later(100);
    await server.outbox().drained();
    expect(mails.map(({ subject }) => subject)).toEqual(['Portico: 2 SMS left / 2 SMS rimasti']);
  });

  test('are not prevented by an SMS that was taken back', async () => {
    await bought({ sms_max_count: 3, sms_threshold: 2 });
    const db = server.db();
    const take = async () => {
      const taken = await reserveSms(db, { hotspotId: HOTSPOT, unitId: 1, number: newNumber(), now: server.clock.now });
      if (typeof taken === 'string') throw new Error(taken);
      return taken;
    };
    const first = await take();
    const second = await take();
    await releaseSms(db, first);
    expect((await smsWarnings(db, second, 'Portico', server.clock.now)).map(({ subject }) => subject)).toEqual([
      'Portico: 2 SMS left / 2 SMS rimasti',
    ]);
  });

  test('are sent once for many simultaneous SMS', async () => {
    await bought({ sms_max_count: 30, sms_threshold: 28 });
    await prefer({ sms_login_max: '30', sms_login_threshold: '28' });
    await Promise.all(Array.from({ length: 10 }, () => typed(newNumber())));
    expect(mails).toHaveLength(2);
  });
});

describe('limits of SMS codes', () => {
  test('allow five SMS a day from a device', async () => {
    const guest = phone();
    const login = await toLogin(guest);
    const send = async () => textOf((await guest.browser.submit(login, '/sms', { phone: newNumber() })).html);
    for (let nth = 0; nth < 5; nth += 1) {
      if (nth > 1) later(60 * 2 ** (nth - 2));
      expect(await send()).toContain('on its way');
    }
    expect(await send()).toContain('Too many SMS for today.');
  });

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

test('the console knows which login methods the server cannot offer', async () => {
  const { body } = await server.withToken().get('/config.json');
  expect(body).toMatchObject({ ways_off: ['facebook_login', 'linkedin_login'] });
});

test('retention removes the numbers of old SMS, which still count', async () => {
  const [old, young] = [newNumber(), newNumber()];
  await typed(old);
  later(35 * 86_400);
  await typed(young);
  const { step } = retention(server.db(), 30);
  while (await step(server.clock.now));
  expect((await sentOf()).sort()).toEqual(['', young]);
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
