import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { LIMITS } from '../../src/server/limits/limits';

const page = readFileSync('docs/limits.md', 'utf8');
function timeOf(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  if (seconds < 3600) return `${seconds / 60} minutes`;
  return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`;
}

test('docs/limits.md lists every limit with its number, time and key', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) in ([^|;]+?)(?:;[^|]*)? \| ([^|]+?) \|/gm)].map(([, name, most, time, by]) => ({
    name,
    most,
    time,
    by,
  }));
  expect(rows).toEqual(
    Object.entries(LIMITS).map(([name, { most, seconds, by }]) => ({ name, most: String(most), time: timeOf(seconds), by })),
  );
});
