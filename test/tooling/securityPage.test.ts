import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const TABLE = readFileSync('SECURITY.md', 'utf8');
const rowsOf = (section: string) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((row) => row.split('|').map((cell) => cell.trim()));

/** citations.test.ts makes sure that the tests exist. */
test('SECURITY.md names for each risk the tests that show the protection', () => {
  const [, section = ''] = /^## What Portico protects\n([^]*?)^### /m.exec(TABLE) ?? [];
  const [head, , ...risks] = rowsOf(section);
  expect(head).toEqual(['', 'Risk', 'Protection', 'Test', '']);
  expect(risks.length).toBeGreaterThanOrEqual(17);
  const tests = /^`test\/\S+\.test\.ts` “[^”]+”(?:; `test\/\S+\.test\.ts` “[^”]+”)*$/;
  for (const [, risk, , shown] of risks) expect([risk, shown]).toEqual([risk, expect.stringMatching(tests)]);
});

test('SECURITY.md names for each row of the threat model the test that shows it', () => {
  const [, section = ''] = /^### Units and guests: [^\n]*\n([^]*?)^## /m.exec(TABLE) ?? [];
  const [head, , ...threats] = rowsOf(section);
  expect(head).toEqual(['', 'Somebody who has', 'can', "can't", 'Test', '']);
  expect(threats.length).toBeGreaterThanOrEqual(16);
  for (const [, who, , , shown] of threats) expect([who, shown]).toEqual([who, expect.stringMatching(/^`test\/\S+\.test\.ts` “[^”]+”$/)]);
});

/**
 * The requirements of OWASP ASVS 5.0.0, chapter by chapter and section by section: how many are of level 1, which come first, and how many
 * of level 1 or 2. Those of level 3 alone come last in a section, and are left out.
 */
const CHAPTERS = [
  '0/2 5/9 2/11 0/3 1/2',
  '1/3 2/3 1/4 0/1',
  '0/0 2/2 1/4 2/6 3/5 0/0 0/2',
  '1/3 0/1 0/2 1/4',
  '0/1 2/3 2/2 0/3',
  '1/3 8/12 2/4 2/4 0/5 0/3 0/0 0/4',
  '0/3 4/4 0/2 2/5 0/2 0/2',
  '1/2 2/3 1/1 0/1',
  '3/3 1/4',
  '0/2 0/2 0/4 5/11 0/5 0/2 0/3',
  '0/2 0/3 2/3 1/4 0/1 0/1',
  '1/3 2/2 0/4',
  '0/1 0/5 0/2 1/5',
  '0/2 1/4 1/3',
  '1/3 1/3 1/7',
  '0/1 0/5 0/4 0/3 0/3',
  '0/1 0/4 0/2',
];

const countTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

const REQUIREMENTS = CHAPTERS.flatMap((sections, chapter) =>
  sections.split(' ').flatMap((counts, section) => {
    const [first = 0, both = 0] = counts.split('/').map(Number);
    return countTo(both).map((nth) => ({ id: `${chapter + 1}.${section + 1}.${nth}`, level: nth <= first ? 1 : 2 }));
  }),
);

/** The numbers in a text, of which `2.1.3–2.1.5` stands for three. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\b(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(([, section = '', from = '', to = from]) =>
    countTo(Number(to) - Number(from) + 1).map((nth) => `${section}.${Number(from) + nth - 1}`),
  );

describe('docs/asvs.md', () => {
  const page = readFileSync('docs/asvs.md', 'utf8');
  const [summary = '', missing = '', ...chapters] = page.split(/^## /m);
  const rows = chapters.flatMap((chapter) => {
    const [, , ...found] = rowsOf(chapter);
    return found.map(([, numbers = '', level, state = '', how = '', proof = '']) => ({ numbers, level: Number(level), state, how, proof }));
  });
  const judged = rows.flatMap(({ numbers, level, state }) => numbersIn(numbers).map((id) => ({ id, level, state })));

  test('judges each requirement of levels 1 and 2 once, in order, in the table of its chapter', () => {
    expect(REQUIREMENTS.filter(({ level }) => level === 1)).toHaveLength(70);
    expect(REQUIREMENTS).toHaveLength(253);
    expect(judged.map(({ id, level }) => ({ id, level }))).toEqual(REQUIREMENTS);
    for (const { numbers } of rows) expect(numbers).toMatch(/^\d+\.\d+\.\d+(?:–\d+\.\d+\.\d+)?$/);
    const found = chapters.map((chapter) => ({
      title: /^V\d+/.exec(chapter)?.[0],
      of: [...new Set(rowsOf(chapter).flatMap(([, numbers = '']) => /^\d+/.exec(numbers)?.[0] ?? []))],
    }));
    expect(found).toEqual(CHAPTERS.map((_, index) => ({ title: `V${index + 1}`, of: [`${index + 1}`] })));
  });

  test('counts states by level as its tables have them', () => {
    const [states = [], , ...counts] = rowsOf(summary).map((cells) => cells.slice(1, -1));
    const has = (state: string, levels: number[]) => judged.filter((one) => one.state === state && levels.includes(one.level)).length;
    const rowOf = (name: string, levels: number[]) => {
      const found = ['met', 'partly', 'not met', 'not applicable'].map((state) => has(state, levels));
      return [name, ...found, found.reduce((sum, count) => sum + count, 0)].map(String);
    };
    expect(states).toEqual(['', 'met', 'partly', 'not met', 'not applicable', 'total']);
    expect(counts).toEqual([rowOf('Level 1', [1]), rowOf('Level 2', [2]), rowOf('Both', [1, 2])]);
    expect(counts.at(-1)?.at(-1)).toBe('253');
  });

  test('lists as missing what is partly or not met, once, and nothing else', () => {
    const order = judged.map(({ id }) => id);
    const lacking = judged.filter(({ state }) => state === 'partly' || state === 'not met').map(({ id }) => id);
    expect(missing).toMatch(/^What is missing\n/);
    expect(numbersIn(missing).sort((one, other) => order.indexOf(one) - order.indexOf(other))).toEqual(lacking);
  });

  // citations.test.ts makes sure that they exist.
  test('proves each row by tests, pages or code', () => {
    const shown = /^(?:`test\/\S+\.test\.tsx?` “[^”]+”|`src\/\S+`, by reading|\[[^\]]+\]\([^)]+\)(?:, \[[^\]]+\]\([^)]+\))*)$/;
    for (const { numbers, state, how, proof } of rows) {
      expect([numbers, how]).toEqual([numbers, expect.stringMatching(/./)]);
      expect(['met', 'partly', 'not met', 'not applicable']).toContain(state);
      if (state === 'not applicable') expect([numbers, proof]).toEqual([numbers, '—']);
      else if (state !== 'not met' || proof !== '—')
        for (const one of proof.split('; ')) expect([numbers, one]).toEqual([numbers, expect.stringMatching(shown)]);
    }
  });
});
