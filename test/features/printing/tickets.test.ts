import { describe, expect, test } from '@jest/globals';
import type { PaperLanguage } from '../../../src/contract/plain/paperModel';
import type { Voucher } from '../../../src/contract/vouchers';
import { paperValues, scanText, sheetTexts, type TicketHotspot } from '../../../src/features/printing/layout/tickets';
import { madeUpVoucher } from './paperMadeUp';

const HOTSPOT: TicketHotspot = {
  title: 'City Library',
  ssid: 'Guests',
  security: 'wpa',
  wifi_password: 'pool-2026',
  footer: 'Reception: 9',
  zone: 'Europe/Rome',
};
const OPEN: TicketHotspot = { ...HOTSPOT, security: 'open' };

const valuesOf = (change: Partial<Voucher>, language: PaperLanguage = 'en', hotspot = HOTSPOT) =>
  paperValues(madeUpVoucher(change), hotspot, 'Scan me', language);

/** With plain spaces. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

test('a template has these values of a voucher', () => {
  expect(valuesOf({ code: 'abcd1234', type: 'auth', user_name: ' Zoë ', room: '204' })).toEqual({
    headline: 'WiFi',
    hotspot: 'City Library',
    network: 'Guests',
    password: 'pool-2026',
    code: 'abcd1234',
    guest: 'Zoë · Room 204',
    until: 'Valid 7 days after the day of first use',
    uses: 'Unlimited uses',
    limits: 'No limit on speed, traffic or time',
    step_1: 'Connect to the network “Guests”, password “pool-2026”',
    step_2: 'Open your browser: the log-in page appears',
    step_3: 'Enter your code',
    footer: 'Reception: 9',
    scan: 'Scan me',
  });
});

test('the password of an open network is not printed', () => {
  expect(valuesOf({}, 'en', OPEN)).toMatchObject({ password: '', step_1: 'Connect to the network “Guests”' });
  expect(sheetTexts(madeUpVoucher(), OPEN, '', 'en', null).facts[0]).toBe('WiFi network: Guests');
});

describe('the specified ticket', () => {
  const facts = (hotspot: TicketHotspot, second: PaperLanguage | null = null) =>
    sheetTexts(madeUpVoucher(), hotspot, 'Scan me', 'it', second).facts;

  test('names the network, the validity, the way in, the footer, uses and limits, in this order', () => {
    expect(sheetTexts(madeUpVoucher({ code: 'abcd1234' }), HOTSPOT, 'Scan me', 'en', null)).toEqual({
      title: 'City Library',
      code: 'abcd1234',
      name: '',
      facts: [
        'Connect to the network “Guests”, password “pool-2026”',
        'Valid 7 days after the day of first use',
        'Open your browser: the log-in page appears. Enter your code',
        'Reception: 9',
        'Unlimited uses',
        'No limit on speed, traffic or time',
      ],
      needed: 2,
      caption: 'Scan me',
    });
  });

  test('repeats the validity in the second language', () => {
    expect(facts(HOTSPOT, 'en').slice(1, 3)).toEqual([
      'Valido 7 giorni dopo quello del primo uso',
      'Valid 7 days after the day of first use',
    ]);
    expect(facts(HOTSPOT)).toHaveLength(6);
  });

  test('leaves out a network and a footer that are not set', () => {
    const without = sheetTexts(madeUpVoucher(), { ...HOTSPOT, ssid: '', footer: '  ' }, '', 'en', null);
    expect(without.facts[0]).toBe('Valid 7 days after the day of first use');
    expect(without.facts).toHaveLength(4);
    expect(without.needed).toBe(1);
  });

  test('cuts a guest’s name, a template doesn’t', () => {
    const guest = { type: 'auth', user_name: 'Alessandra Bevilacqua' } as const;
    expect(sheetTexts(madeUpVoucher(guest), HOTSPOT, '', 'en', null).name).toBe('Alessandra B…');
    expect(valuesOf(guest).guest).toBe('Alessandra Bevilacqua');
  });
});

test.each([
  [{ type: 'auth', user_name: 'Zoë', room: 'Garden' }, 'Zoë · Garden'],
  [{ type: 'auth', user_name: 'Zoë' }, 'Zoë'],
  [{ type: 'auth', user_name: '', room: '12' }, 'Room 12'],
  [{ type: 'normal', user_name: 'Zoë', room: 'B12' }, 'Room B12'],
  [{ type: 'normal', room: '12b' }, 'Room 12b'],
  [{ type: 'normal', room: '9' }, 'Room 9'],
  [{ type: 'normal', room: 'AB12' }, 'Room AB12'],
  [{ type: 'normal', room: '12 b' }, '12 b'],
  [{ type: 'normal', room: 'b 12' }, 'b 12'],
  [{ type: 'normal', room: '' }, ''],
] as const)('the guest of %j is “%s”', (change, expected) => expect(valuesOf(change).guest).toBe(expected));

test.each([
  [{ duration: 1 }, 'Valid 1 day after the day of first use'],
  [{ duration: 0 }, 'Never expires'],
  [{ duration: 7, expires: '2026-12-24T08:05:00Z' }, 'Valid until 24 December 2026, 09:05'],
] as const)('a voucher with %j is “%s”', (change, expected) => expect(valuesOf(change).until).toBe(expected));

test.each([
  ['it', 'Europe/Rome', /24 dicembre 2026, 09:05$/],
  ['fr', 'Europe/Rome', /24 décembre 2026 à 09:05$/],
  ['de', 'Europe/Rome', /24\. Dezember 2026 um 09:05/],
  ['en', 'America/St_Johns', /24 December 2026, 04:35$/],
] as const)('the last day in %s in %s is written as there', (language, zone, expected) => {
  expect(plain(valuesOf({ expires: '2026-12-24T08:05:00Z' }, language, { ...HOTSPOT, zone }).until)).toMatch(expected);
});

test.each([
  [-1, 'Unlimited uses'],
  [0, '0 uses'],
  [1, '1 use'],
  [1500, '1,500 uses'],
])('%d remaining uses are “%s”', (remain_use, expected) => expect(valuesOf({ remain_use }).uses).toBe(expected));

const MB = 1_048_576;
test.each<[Partial<Voucher>, PaperLanguage, string]>([
  [{ bandwidth_down: 1 }, 'en', '1 kbit/s down'],
  [{ bandwidth_down: 999 }, 'en', '999 kbit/s down'],
  [{ bandwidth_down: 1000 }, 'en', '1 Mbit/s down'],
  [{ bandwidth_down: 1024 }, 'en', '1 Mbit/s down'],
  [{ bandwidth_down: 2048 }, 'en', '2 Mbit/s down'],
  [{ bandwidth_down: 1500 }, 'it', '1,5 Mbit/s in download'],
  [{ bandwidth_up: 1234 }, 'en', '1.23 Mbit/s up'],
  [{ max_traffic: 1 }, 'en', '1 byte of traffic'],
  [{ max_traffic: MB - 1 }, 'en', '1,048,575 bytes of traffic'],
  [{ max_traffic: MB }, 'en', '1 MB of traffic'],
  [{ max_traffic: 1023 * MB }, 'en', '1,023 MB of traffic'],
  [{ max_traffic: 1024 * MB }, 'en', '1 GB of traffic'],
  [{ max_traffic: 1.256 * 1024 * MB }, 'it', '1,26 GB di traffico'],
  [{ max_time: 1 }, 'en', '1 second online'],
  [{ max_time: 60 }, 'en', '1 minute online'],
  [{ max_time: 3600 }, 'en', '1 hour online'],
  [{ max_time: 7325 }, 'en', '2 hours, 2 minutes, 5 seconds online'],
  [{ max_time: 86_400 }, 'en', '24 hours online'],
  [
    { bandwidth_down: 512, bandwidth_up: 256, max_traffic: MB, max_time: 60 },
    'en',
    '512 kbit/s down · 256 kbit/s up · 1 MB of traffic · 1 minute online',
  ],
])('the limits %j are in %s “%s”', (change, language, expected) => expect(plain(valuesOf(change, language).limits)).toBe(expected));

test.each([
  ['network', true, 'Scan to connect, then enter the code'],
  ['network', false, 'Scan to connect'],
  ['portal', true, 'Scan to log in'],
  ['portal', false, 'Scan to log in'],
] as const)('the caption of a QR code that opens the %s, on the specified ticket: %p, is “%s”', (opens, isSheet, expected) => {
  expect(scanText(opens, isSheet, 'en')).toBe(expected);
});
