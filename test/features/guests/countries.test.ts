import { expect, test } from '@jest/globals';
import { countryName, flagOf } from '../../../src/features/guests/countries';

test('two letters have a flag, and a name in either language', () => {
  expect([flagOf('IT'), flagOf('de')]).toEqual(['🇮🇹', '🇩🇪']);
  expect([countryName('DE', 'en'), countryName('de', 'it')]).toEqual(['Germany', 'Germania']);
});

test.each(['', 'I', 'ITA', '1T', '<b>', 'é!'])('what is no code has no flag and stays as it is: %s', (code) => {
  expect([flagOf(code), countryName(code, 'en')]).toEqual(['', code]);
});
