import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import english from '../../i18n/en.json' with { type: 'json' };
import { isNewLanguage, LANGUAGES } from '../../src/shared/languages';
import { completed } from '../../scripts/messages.mjs';

const messagesOf = (language: string) => JSON.parse(readFileSync(`i18n/${language}.json`, 'utf8')) as Record<string, string>;
const en: Record<string, string> = english;
const OTHERS = LANGUAGES.filter((language) => language !== 'en').map((language) => [language, messagesOf(language)] as const);

/** How many texts may be missing or obsolete in a new language; its users see English for these. */
const MOST_MISSING = 60;

/** Names, and English words that are the same in other languages. */
const SHARED = new Set([
  'webhook',
  'account',
  'banner',
  'captive',
  'dashboard',
  'desk',
  'download',
  'dpo',
  'email',
  'eu',
  'facebook',
  'feedback',
  'gb',
  'hotspot',
  'kb',
  'kbit',
  'linkedin',
  'logo',
  'mac',
  'mail',
  'marketing',
  'mb',
  'mbit',
  'min',
  'no',
  'offline',
  'ok',
  'online',
  'password',
  'portal',
  'privacy',
  'radius',
  'report',
  'sms',
  'software',
  'tablet',
  'upload',
  'uuid',
  'voucher',
  'whatsapp',
  'wifi',
]);

/** Words that only one language shares with English. */
const SHARED_WITH: Partial<Record<string, readonly string[]>> = {
  de: 'administrator code design desktop domains hotspots in integration letter name pause problem reseller smartphone system test text'.split(
    ' ',
  ),
  fr: (
    'action actions active code compact contact description hotspots image images inactive message messages minutes page pages pause ' +
    'position secret session sessions site smartphone test total type'
  ).split(' '),
  es: 'bytes error hotspots total'.split(' '),
};

const ids = Object.keys(en);

/** The console's sources only: the server's texts never appear on a screen. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(`server${path.sep}`))
  .map((file) => readFileSync(path.join('src', file), 'utf8'))
  .join('\n');

/** A message's arguments with their kinds, like 'count: plural'. The cases of a plural may differ between languages. */
function argumentsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.plural:
      case TYPE.select:
        return [`${element.value}: ${TYPE[element.type]}`, ...Object.values(element.options).flatMap(({ value }) => argumentsOf(value))];
      case TYPE.tag:
        return [`${element.value}: tag`, ...argumentsOf(element.children)];
      default:
        return [`${element.value}: ${TYPE[element.type]}`];
    }
  });
}

/** Ignores selects on an argument that is also shown: they only adapt the words around it, such as an article. */
function signature(message: string): string[] {
  const all = new Set(argumentsOf(parse(message)));
  return [...all].filter((one) => !all.has(one.replace(/: select$/, ': argument')) || !one.endsWith(': select')).sort();
}

test('every language has a file, and every file is of a language', () => {
  const files = readdirSync('i18n').filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort());
});

test('English messages are in order', () => expect(ids).toEqual([...ids].sort()));

describe.each(OTHERS)('the translation %s', (language, messages) => {
  const own = Object.keys(messages);

  test('has the same messages in the same order, but for some of a new language', () => {
    const both = ids.filter((id) => id in messages);
    expect(own.filter((id) => id in en)).toEqual(both);
    const most = isNewLanguage(language) ? MOST_MISSING : 0;
    expect(ids.length - both.length).toBeLessThanOrEqual(most);
    expect(own.length - both.length).toBeLessThanOrEqual(most);
  });

  test('takes the same arguments', () => {
    const differing = ids.filter(
      (id) => JSON.stringify(signature(messages[id] ?? en[id] ?? '')) !== JSON.stringify(signature(en[id] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  test('equals the English text only in words that both languages share', () => {
    const shared = new Set([...SHARED, ...(SHARED_WITH[language] ?? [])]);
    const copied = Object.entries(messages).filter(([id, message]) => {
      const words =
        message
          .replaceAll(/\b(?:one|other) \{/g, '{')
          .replaceAll(/\{[^}]*\}/g, '')
          .match(/\p{L}{2,}/gu) ?? [];
      return message === en[id] && !words.every((word) => shared.has(word.toLowerCase()));
    });
    expect(copied).toEqual([]);
  });
});

test('a text that a language lacks is in English, and what only it has is dropped', () => {
  expect(completed({ 'a.first': 'First', 'a.second': 'Second' }, { 'a.second': 'Zweites', 'a.gone': 'Weg' })).toEqual({
    'a.first': 'First',
    'a.second': 'Zweites',
  });
});

describe('the message ids that the sources use', () => {
  const used = [...sources.matchAll(/(?:\bid="|\bid: '|\bid: `)([a-z_]+\.[a-z_]+)["'`]/g)].map((match) => match[1] ?? '');

  test('are found in the sources', () => expect(used.length).toBeGreaterThan(100));

  test.each([...new Set(used)])('%s exists', (id) => expect(ids).toContain(id));
});

test('every message is used in the sources', () => {
  // Some ids are composed, like `role.${role}` and `${noun}.no_such`.
  const beginnings = [...sources.matchAll(/`([a-z_]+\.[a-z_]*)\$\{/g)].map((match) => match[1] ?? '');
  const endings = [...sources.matchAll(/`\$\{\w+\}(\.[a-z_]+)`/g)].map((match) => match[1] ?? '');
  const isNamed = (id: string) =>
    sources.includes(`'${id}'`) ||
    sources.includes(`"${id}"`) ||
    beginnings.some((beginning) => id.startsWith(beginning)) ||
    endings.some((ending) => id.endsWith(ending));
  expect(ids.filter((id) => !isNamed(id))).toEqual([]);
});

describe.each([['en', en] as const, ...OTHERS])('the messages in %s', (_language, messages) => {
  const entries = Object.entries(messages);

  test('are neither empty nor padded with spaces', () => {
    expect(entries.filter(([, message]) => message.trim() === '' || message.trim() !== message)).toEqual([]);
  });

  test('contain no exclamation marks', () => {
    expect(entries.filter(([, message]) => message.includes('!'))).toEqual([]);
  });

  test('use ’ as their apostrophe, because ICU quotes with the straight one', () => {
    expect(entries.filter(([, message]) => message.includes("'"))).toEqual([]);
  });

  test('have a plural form for every number', () => {
    const plurals = entries.filter(([, message]) => message.includes(', plural,'));
    expect(plurals.length).toBeGreaterThan(0);
    for (const [id, message] of plurals) expect([id, / other \{/.test(message)]).toEqual([id, true]);
  });
});
