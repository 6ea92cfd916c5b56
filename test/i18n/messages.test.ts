import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import en from '../../i18n/en.json' with { type: 'json' };
import it from '../../i18n/it.json' with { type: 'json' };

const LANGUAGES: [language: string, messages: Record<string, string>][] = [
  ['en', en],
  ['it', it],
];

/** Names, and English words that Italian uses too. */
const SAME_IN_BOTH = new Set([
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

/** Without selects on an argument that is shown as well: they only fit the words around it, such as an article. */
function signature(message: string): string[] {
  const all = new Set(argumentsOf(parse(message)));
  return [...all].filter((one) => !all.has(one.replace(/: select$/, ': argument')) || !one.endsWith(': select')).sort();
}

test('both languages have the same messages in the same order', () => {
  expect(Object.keys(it)).toEqual(ids);
  expect(ids).toEqual([...ids].sort());
});

test.each(ids)('%s takes the same arguments in both languages', (id) => {
  expect(signature((it as Record<string, string>)[id] ?? '')).toEqual(signature((en as Record<string, string>)[id] ?? ''));
});

describe('the message ids that the sources use', () => {
  const named = [...sources.matchAll(/(?:\bid="|\bid: '|\bid: `)([a-z_]+\.[a-z_]+)["'`]/g)].map((match) => match[1] ?? '');

  test('are found in the sources', () => expect(named.length).toBeGreaterThan(100));

  test.each([...new Set(named)])('%s exists', (id) => expect(ids).toContain(id));
});

test('every message is used in the sources', () => {
  // Some ids are composed, like `role.${role}`.
  const beginnings = [...sources.matchAll(/`([a-z_]+\.[a-z_]*)\$\{/g)].map((match) => match[1] ?? '');
  const isNamed = (id: string) =>
    sources.includes(`'${id}'`) || sources.includes(`"${id}"`) || beginnings.some((beginning) => id.startsWith(beginning));
  expect(ids.filter((id) => !isNamed(id))).toEqual([]);
});

test('an Italian message equals the English one only in words that both languages share', () => {
  const copied = Object.entries(it).filter(([id, message]) => {
    const words = message.replaceAll(/\{[^}]*\}/g, '').match(/\p{L}{2,}/gu) ?? [];
    return message === (en as Record<string, string>)[id] && !words.every((word) => SAME_IN_BOTH.has(word.toLowerCase()));
  });
  expect(copied).toEqual([]);
});

describe.each(LANGUAGES)('the messages in %s', (_language, messages) => {
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
