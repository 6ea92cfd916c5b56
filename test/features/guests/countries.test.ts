import { expect, test } from '@jest/globals';
import { countryName, flagOf } from '../../../src/features/guests/countries';

test('a code of two letters has a flag and a name in both languages', () => {
  expect([flagOf('IT'), flagOf('de')]).toEqual(['🇮🇹', '🇩🇪']);
  expect([countryName('DE', 'en'), countryName('de', 'it')]).toEqual(['Germany', 'Germania']);
});

test.each(['', 'I', 'ITA', '1T', '<b>', 'é!'])('an invalid code has no flag and stays unchanged: %s', (code) => {
  expect([flagOf(code), countryName(code, 'en')]).toEqual(['', code]);
});
