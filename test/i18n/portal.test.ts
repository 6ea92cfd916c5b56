/** The texts of the captive portal, in the five languages of guests. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { PORTAL_LANGUAGES } from '../../src/contract/plain/wire';
import { bytesText, portalText, preferredLanguage, spanText } from '../../src/portal/texts';

const textsOf = (language: string) => JSON.parse(readFileSync(`i18n/portal/${language}.json`, 'utf8')) as Record<string, string>;
const english = textsOf('en');
const keys = Object.keys(english);

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join('src', file), 'utf8'))
  .join('\n');

/** Arguments and links, like `{code}` and `<terms>`. */
const parts = (text: string) => [...text.matchAll(/\{\w+\}|<\/?\w+>/g)].map(([part]) => part).sort();

test.each(PORTAL_LANGUAGES)('%s has every portal text with the same arguments and links, in order', (language) => {
  const texts = textsOf(language);
  expect(Object.keys(texts)).toEqual([...keys].sort());
  for (const key of keys) expect([key, parts(texts[key] ?? '')]).toEqual([key, parts(english[key] ?? '')]);
  const wrong = Object.values(texts).filter((text) => text.trim() !== text || text === '' || /['!]/.test(text));
  expect(wrong).toEqual([]);
});

test('every portal text is used in the sources', () => {
  expect(keys.filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`))).toEqual([]);
});

test('a placeholder inside a filled-in value stays as it is', () => {
  expect(portalText('en', 'email_sent', { email: '{email}' })).toBe('If {email} is right, a code is on its way there.');
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['pt-BR, fr;q=0.5, it;q=0.7', 'it'],
  ['es;q=0, en;q=0.1', 'en'],
  ['ja,*;q=0.5', 'en'],
  ['', 'en'],
  ['IT', 'it'],
  [`${'xx,'.repeat(5000)}it`, 'en'],
  [';q=;,,de;q=x', 'de'],
])('a guest with the header %j reads the language %s', (header, language) => expect(preferredLanguage(header)).toBe(language));

test('time spans and amounts are written in words', () => {
  expect([0, 59, 60, 61, 3600, 5400, 86_399, 90_000, 864_000].map((seconds) => spanText('en', seconds))).toEqual([
    '0 minutes',
    '59 seconds',
    '1 minute',
    '1 minute',
    '1 hour',
    '1 hour 30 minutes',
    '23 hours 59 minutes',
    '1 day 1 hour',
    '10 days',
  ]);
  expect(spanText('de', 90_061)).toBe('1 Tag 1 Stunde');
  expect([999_999, 1_500_000, 1_500_000_000].map((bytes) => bytesText('en', bytes))).toEqual(['1 MB', '2 MB', '1.5 GB']);
});
