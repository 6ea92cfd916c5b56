import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ACCOUNT_PREFERENCE_KEYS } from '../../src/contract/plain/wire';
import { HOTSPOT_PREFERENCE_KINDS, MARKETING_KINDS, TRANSLATED_TEXTS, TRANSLATION_KEYS } from '../../src/contract/plain/hotspotPreferences';

const rows = [
  ...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([^`]+)` \| ([^|]+) \| `([^`]+)` \| `(test\/[^`]+)` “[^”]+” \|$/gm),
].map(([, key = '', effect = '', reader = '']) => ({ key, effect, reader }));

test('docs/settings.md lists every setting that the server stores, with its effect', () => {
  const each = [...Object.keys(HOTSPOT_PREFERENCE_KINDS), ...Object.keys(MARKETING_KINDS), ...ACCOUNT_PREFERENCE_KEYS];
  const versions: readonly string[] = TRANSLATION_KEYS;
  const stored = [...each.filter((key) => !versions.includes(key)), ...TRANSLATED_TEXTS.map((text) => `${text}_LANGUAGE`)];
  expect(rows.map(({ key }) => key).sort()).toEqual(stored.sort());
  for (const { key, effect } of rows) expect([key, effect.trim().length > 5]).toEqual([key, true]);
});

/** citations.test.ts makes sure that the tests exist. */
test.each(rows)('$key is read by $reader', ({ key, reader }) => {
  expect(reader).toMatch(/^src\/(?!contract\/wire)/);
  expect(readFileSync(reader, 'utf8')).toContain(key.endsWith('_LANGUAGE') ? 'translationKey(' : key);
});
