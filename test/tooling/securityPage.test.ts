import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

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

test('docs/asvs.md names a test for each section that applies', () => {
  const [head, , ...sections] = rowsOf(readFileSync('docs/asvs.md', 'utf8'));
  expect(head).toEqual(['', 'Section', 'State', 'How', 'Test', '']);
  expect(sections.length).toBeGreaterThan(35);
  for (const [, section, state, , shown] of sections)
    expect([section, state, shown]).toEqual([
      section,
      expect.stringMatching(/^(?:met|partly|not applicable)$/),
      state === 'not applicable' ? expect.any(String) : expect.stringMatching(/^`test\/\S+\.test\.tsx?` “[^”]+”$/),
    ]);
});
