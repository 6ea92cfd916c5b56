import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** citations.test.ts makes sure that the tests exist. */
test('SECURITY.md names for each row of the threat model the test that shows it', () => {
  const [, section = ''] = /^### Units and guests: [^\n]*\n([^]*?)^## /m.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  const [head, , ...threats] = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(head).toEqual(['', 'Somebody who has', 'can', "can't", 'Test', '']);
  expect(threats.length).toBeGreaterThanOrEqual(16);
  for (const [, who, , , shown] of threats) expect([who, shown]).toEqual([who, expect.stringMatching(/^`test\/\S+\.test\.ts` “[^”]+”$/)]);
});
