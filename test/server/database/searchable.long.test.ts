/** How texts are compared in searches and sorted in lists, on both engines. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { openDatabase, type Database } from '../../../src/server/database/client';
import { rebuildCollatedIndexes } from '../../../src/server/database/collation';
import { rowsIn } from '../../../src/server/database/db';
import { mayContain } from '../../../src/server/database/searchExpressions';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await newTestDatabase('nothing');
  database = await openDatabase(testDatabase);
});
afterAll(async () => {
  await database.close();
  await testDatabase.remove();
});

const folded = async (texts: readonly string[]): Promise<string[]> =>
  rowsIn<{ text: string }>(
    await database.db.execute(
      sql`select searchable(value) as text from json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality x (value, at) order by at`,
    ),
  ).map(({ text }) => text);

/** Code points of these scripts that Unicode decomposes into one letter with marks, by the runtime's own data. */
function accented(): { letter: string; base: string }[] {
  const found = [];
  for (let code = 0x80; code < 0x2_0000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) || !/\p{L}/u.test(letter)) continue;
    const parts = letter.normalize('NFKD');
    const base = parts.replaceAll(/\p{M}/gu, '');
    if (parts !== base && /^[a-zа-яα-ω]+$/iu.test(base)) found.push({ letter, base: base.toLowerCase().replaceAll('ς', 'σ') });
  }
  return found;
}

test('every accented Latin, Greek and Cyrillic letter is compared as the letter without its accents', async () => {
  const letters = accented();
  expect(letters.length).toBeGreaterThan(700);
  const plain = await folded(letters.map(({ letter }) => letter));
  const wrong = letters.filter(({ base }, at) => plain[at] !== base);
  expect(wrong).toEqual([]);
});

/** Which texts the quick test misses, although a search would find these letters in them. */
async function missed(cases: readonly { text: string; plain: string }[]): Promise<unknown[]> {
  const patterns = cases.map(({ text, plain }) => ({ text, plain, pattern: mayContain(plain) }));
  return rowsIn(
    await database.db.execute(
      sql`select text, plain from json_to_recordset(${JSON.stringify(patterns)}::json) as x (text text, plain text, pattern text)
        where text !~ pattern`,
    ),
  );
}

test('the quick test for short words misses no character that is spelt with them', async () => {
  const letters = Array.from({ length: 0x2_0000 - 0x20 }, (_, at) => at + 0x20)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const plain = await folded(letters);
  const cases = letters.flatMap((text, at) =>
    [...new Set(plain[at]?.match(/[a-z0-9]/g))].flatMap((one) => [
      { text, plain: one },
      { text: `x${text}`, plain: `x${one}` },
      { text: `${text}'x`, plain: `${one}x` },
    ]),
  );
  const joined = letters.flatMap((text, at) => (plain[at]?.match(/(?=[a-z0-9]{2})../g) ?? []).map((two) => ({ text, plain: two })));
  expect(joined.length).toBeGreaterThan(100);
  expect(await missed([...cases, ...joined])).toEqual([]);
});

test.each(["Da'Prato", 'D’Aprile', 'Đạp', 'ÁPPEL', 'a\u0301p', 'ａｐ', 'Κap', '中ap文'])(
  'the quick test doesn’t miss “ap” in “%s”',
  async (text) => {
    expect(await missed([{ text, plain: 'ap' }])).toEqual([]);
  },
);

test('the quick test passes few texts without the letters', async () => {
  const texts = ['Rossi', 'Jürgen Müller', 'pa', 'a-p', 'Zoë', 'amp'];
  expect(await missed(texts.map((text) => ({ text, plain: 'ap' })))).toHaveLength(texts.length);
});

test.each([
  ['O’NEILL', 'oneill'],
  ["O'Neill", 'oneill'],
  ['Anne-Marie', 'anne-marie'],
  ['Anne‑Marie Dupont', 'anne-marie dupont'],
  ['Mario\u{202f}Rossi', 'mario rossi'],
  ['Guðrún Þórsdóttir', 'gudrun thorsdottir'],
  ['Weiß', 'weiss'],
  ['STRASSE', 'strasse'],
  ['Łukasz Øster Đorđe', 'lukasz oster dorde'],
  ['ﬁ １２ ²', 'fi 12 2'],
  ['İstanbul ılıca', 'istanbul ilica'],
  ['ΓΙΏΡΓΟΣ', 'γιωργοσ'],
  ['Пётр Й', 'петр и'],
  ['שָׁלוֹם', 'שלום'],
  ['\u{200f}Mario\u{200b}', 'mario'],
  ['हिन्दी', 'हिन्दी'],
  ['AA:BB-CC', 'aa:bb-cc'],
])('%j is compared as %j', async (text, plain) => {
  expect(await folded([text])).toEqual([plain]);
  // Folding a folded text changes nothing.
  expect(await folded([plain])).toEqual([plain]);
});

test('names are sorted in the order of Unicode’s collation', async () => {
  const names = [
    'Zoe',
    'émile',
    'Ángel',
    'Anna',
    'Emil',
    'anna',
    'Angela',
    'Ørsted',
    'Olga',
    'Çelik',
    'Cem',
    '10',
    '9',
    'Émile',
    'ß',
    'st',
  ];
  const sortedNames = rowsIn<{ name: string }>(
    await database.db.execute(
      sql`select name from json_array_elements_text(${JSON.stringify(names)}::json) x (name) order by (name collate "und-x-icu")`,
    ),
  ).map(({ name }) => name);
  expect(sortedNames).toEqual([
    '10',
    '9',
    'Ángel',
    'Angela',
    'anna',
    'Anna',
    'Çelik',
    'Cem',
    'Emil',
    'émile',
    'Émile',
    'Olga',
    'Ørsted',
    'ß',
    'st',
    'Zoe',
  ]);
});

test('indexes of names are rebuilt once when the engine brings another version of ICU', async () => {
  expect(await rebuildCollatedIndexes(database.db)).toBe(0);
  await database.db.execute(sql`comment on index users_by_name is 'ICU collation 1.0'`);
  expect(await rebuildCollatedIndexes(database.db)).toBe(7);
  expect(await rebuildCollatedIndexes(database.db)).toBe(0);
});
