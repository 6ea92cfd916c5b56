import { createIntl } from 'react-intl';
import { expect, test } from '@jest/globals';
import en from '../../i18n/en.json' with { type: 'json' };
import it from '../../i18n/it.json' with { type: 'json' };
import {
  bandwidthText,
  describeAmount,
  describeReadings,
  MB,
  readAmount,
  trafficText,
  type Quantity,
} from '../../src/shared/format/amounts';
import { readNumber, readingsOf, writeNumber } from '../../src/shared/format/readNumber';
import { LANGUAGES } from '../../src/shared/languages';

test.each([
  // The language's own grouping and decimals.
  ['it', '20.000', 20_000],
  ['it', '1.000.000', 1_000_000],
  ['it', '10.000', 10_000],
  ['it', '1.234,56', 1234.56],
  ['it', '0,5', 0.5],
  ['en', '20,000', 20_000],
  ['en', '0.500', 0.5],
  ['en', '1.5000', 1.5],
  ['it', '1,50', 1.5],
  ['en', '1,234.567', 1234.567],
  ['en', '1234.567', 1234.567],
  ['en', '1,234.56', 1234.56],
  // Texts that can be read in only one way.
  ['en', '1,5', 1.5],
  ['it', '1.5', 1.5],
  ['en', '1.234,56', 1234.56],
  ['it', '1,234.56', 1234.56],
  ['en', '1.230,500', 1230.5],
  ['it', '0.5000', 0.5],
  ['en', '1,23', 1.23],
  ['de', '1.234', 1234],
  ['de', '100.000.000', 100_000_000],
  ['fr', '12 345,67', 12_345.67],
  ['fr', '1\u{202f}500', 1500],
  ['fr', '1.5', 1.5],
  ['fr', '1.500.000', 1_500_000],
  ['es', '1.500', 1500],
  ['es', '1.234.567,8', 1_234_567.8],
  ['es', '12 500', 12_500],
  ['es', '0,5', 0.5],
  ['de', '0,125', 0.125],
  // Spaces and apostrophes between groups.
  ['en', '1 234', 1234],
  ['it', '1\u{202f}234,5', 1234.5],
  ['it', '1\u{a0}234\u{a0}567', 1_234_567],
  ['en', "1'234", 1234],
  // Signs, digits of other scripts, and what comes with copied text.
  ['en', '-5', -5],
  ['en', '\u{2212}5', -5],
  ['en', '+5', 5],
  ['en', '-0', 0],
  ['en', '１２', 12],
  // The digits of this script come right after those of another.
  ['en', '\u{116db}\u{116da}', 10],
  ['it', '\u{661}\u{662}\u{663}', 123],
  ['en', '\t20\t', 20],
  ['en', '\u{202a}20\u{202c}', 20],
  ['en', '.5', 0.5],
  ['it', '1,', 1],
  ['en', '  ', null],
] as const)('reads in %s %j as %d', (language, text, number) => {
  expect(readNumber(text, language)).toBe(number);
});

test.each([
  ['it', '0.500'],
  ['en', '0,500'],
  ['en', '20.000'],
  ['en', '-1.500'],
  ['it', '1,500'],
  ['de', '1,500'],
  ['es', '1,500'],
  ['fr', '1,500'],
  ['fr', '1.500'],
  ['de-CH', '1,500'],
  ['en', '1,50,000'],
  ['en', '1000,100.01'],
  ['it', '1.000.00'],
  ['en', '1,000,5'],
  ['en', '1.2.3'],
  ['en', '1e3'],
  ['en', '5+'],
  ['en', '0x10'],
  ['en', 'ten'],
  ['en', '12 3'],
  ['en', '-'],
  ['en', '.'],
  ['en', '1 234,567 8'],
] as const)('refuses in %s the text %j', (language, text) => {
  expect(readNumber(text, language)).toBeNaN();
});

test.each([...LANGUAGES, 'de-CH'])('reads back in %s the numbers that it writes', (language) => {
  for (const number of [0, 7, 999, 1000, 20_000, 1_234_567.89, 0.1, -4200.5, 1.125, 20.001, 1234.567, 0.12345])
    expect(readNumber(writeNumber(number, language), language)).toBe(number);
  expect(writeNumber(null, language)).toBe('');
  expect(writeNumber(undefined, language)).toBe('');
  expect(writeNumber(NaN, language)).toBe('');
});

test.each(LANGUAGES)('takes in %s no comma or point for a thousandth that may be meant for thousands', (language) => {
  for (const sign of [',', '.']) {
    expect(readNumber(`1${sign}5`, language)).toBe(1.5);
    expect(readNumber(`1${sign}50`, language)).toBe(1.5);
    const three = readNumber(`12${sign}500`, language);
    const isNamed = readingsOf(`12${sign}500`, language) !== undefined;
    expect([sign, three, isNamed]).toEqual([sign, isNamed ? NaN : 12_500, isNamed]);
  }
  for (const space of [' ', '\u{a0}', '\u{202f}', '\u{2009}']) expect(readNumber(`12${space}500`, language)).toBe(12_500);
});

test('names the two numbers that a text can mean, and nothing where it can mean one', () => {
  expect(readingsOf('1.500', 'en')).toEqual([1.5, 1500]);
  expect(readingsOf('20,000', 'it')).toEqual([20, 20_000]);
  expect(readingsOf('1.500', 'fr')).toEqual([1.5, 1500]);
  expect(readingsOf('1.500', 'es')).toBeUndefined();
  for (const [text, language] of [
    ['20,000', 'en'],
    ['20.000', 'it'],
    ['1.50', 'en'],
    ['0.125', 'en'],
    ['1234.567', 'en'],
  ] as const)
    expect(readingsOf(text, language)).toBeUndefined();
});

test.each([
  ['en', 'kbps', '20 Mbit/s', 20_000],
  ['it', 'kbps', '20 mega', NaN],
  ['it', 'kbps', '1,5 Mbps', 1500],
  ['en', 'kbps', '512k', 512],
  ['en', 'megabytes', '1.5 GB', 1536],
  ['it', 'megabytes', '2 gb', 2048],
  ['en', 'minutes', '2 h', 120],
  ['it', 'minutes', '2 ore', 120],
  ['it', 'minutes', '1 giorno', 1440],
  ['en', 'days', '2 weeks', 14],
  ['de', 'minutes', '1,5 Stunden', 90],
  ['de', 'minutes', '2 Std.', 120],
  ['de', 'days', '2 Wochen', 14],
  ['de', 'days', '3 Tage', 3],
  ['fr', 'megabytes', '1,5 Go', 1536],
  ['fr', 'minutes', '2 heures', 120],
  ['fr', 'days', '3 jours', 3],
  ['fr', 'days', '1 semaine', 7],
  ['es', 'minutes', '2 horas', 120],
  ['es', 'days', '3 días', 3],
  ['es', 'days', '3 di\u{301}as', 3],
  ['es', 'days', '2 semanas', 14],
  ['es', 'kbps', '1.500 kbit/s', 1500],
  ['en', 'days', '3', 3],
  ['en', 'days', '3 GB', NaN],
  ['en', 'days', 'h', NaN],
] as const)('reads in %s the unit %s from %j', (language, quantity, text, amount) => {
  expect(readAmount(text, language, quantity)).toBe(amount);
});

test('a unit is refused where the field has none', () => {
  expect(readAmount('3 GB', 'en', undefined)).toBeNaN();
});

test.each([
  ['en', 'kbps', 20_000, '20,000 kbit/s = 20 Mbit/s'],
  ['it', 'kbps', 20_000, '20.000 kbit/s = 20 Mbit/s'],
  ['en', 'megabytes', 1536, '1,536 MB = 1.5 GB'],
  ['en', 'minutes', 150, '150 minutes = 2 hours 30 minutes'],
  ['it', 'minutes', 1440, '1440 minuti = 24 ore'],
  ['en', 'kbps', 999, ''],
  ['en', 'days', 10_000, ''],
  ['en', 'kbps', 1000, '1,000 kbit/s = 1 Mbit/s'],
  ['en', 'kbps', 2048, '2,048 kbit/s = 2 Mbit/s'],
  ['en', 'megabytes', 1023, ''],
  ['en', 'minutes', 120, '120 minutes = 2 hours'],
] as const)('explains in %s the unit %s of %d', (language, quantity: Quantity, amount, words) => {
  const intl = createIntl({ locale: language, messages: language === 'it' ? it : en });
  expect(describeAmount(intl, quantity, amount)).toBe(words);
});

test.each([
  [0, 'No limit'],
  [512, '512 kbit/s'],
  [999, '999 kbit/s'],
  [1000, '1 Mbit/s'],
  [2000, '2 Mbit/s'],
  [2048, '2 Mbit/s'],
  [1234, '1.23 Mbit/s'],
])('%d kbit/s is shown as “%s”', (kbps, words) => {
  expect(bandwidthText(createIntl({ locale: 'en', messages: en }), kbps)).toBe(words);
});

test.each([
  [0, 'No limit'],
  [500 * MB, '500 MB'],
  [1.234 * MB, '1.23 MB'],
  [1023 * MB, '1,023 MB'],
  [1024 * MB, '1 GB'],
  [1536 * MB, '1.5 GB'],
])('%d bytes are shown as “%s”', (bytes, words) => {
  expect(trafficText(createIntl({ locale: 'en', messages: en }), bytes)).toBe(words);
});

test.each([
  ['1.500', 'en', '“1.500” can mean 1.5 or 1500: type one of them'],
  [' 1.500 MB', 'en', '“1.500” can mean 1.5 or 1500: type one of them'],
  ['1,500', 'it', '“1,500” can mean 1,5 or 1500: type one of them'],
  ['1500', 'en', undefined],
  ['', 'en', undefined],
])('the readings of %j in %s are described as %j', (text, locale, words) => {
  expect(describeReadings(createIntl({ locale, messages: en }), text)).toBe(words);
});

test.each(['x GB', 'GB', '3 yards'])('the amount %j is none', (text) => {
  expect(readAmount(text, 'en', 'megabytes')).toBeNaN();
});
