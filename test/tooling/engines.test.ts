/** The packages of an installation run on every Node version that package.json promises. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';

const entry = z.object({
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  engines: z.object({ node: z.string() }).optional(),
});
const lock = z.object({ packages: z.record(z.string(), z.object({}).loose()) });

/** The oldest version of each release line that package.json promises, and the lines after it. */
const PROMISED = [
  [20, 19],
  [22, 12],
  [24, 0],
  [26, 0],
] as const;

/** Whether a range of the kinds that package.json files have (`>=18`, `^20.9.0 || >=22`, `18 || 20`, `*`) accepts a version. */
function accepts(range: string, [major, minor]: readonly [number, number]): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .replaceAll(/(>=|\^|~|<=|<|>)\s+/g, '$1')
      .split(/\s+/)
      .every((condition) => {
        const [, operator = '', wantedMajor = '*', wantedMinor = '0'] =
          /^(>=|\^|~|<=|<|>)?v?(\d+|\*|x)?(?:\.(\d+|x))?/.exec(condition) ?? [];
        if (!/^\d+$/.test(wantedMajor)) return true;
        const difference = major - Number(wantedMajor) || minor - (Number(wantedMinor) || 0);
        if (operator === '>=' || operator === '>') return difference >= 0;
        if (operator === '<' || operator === '<=') return difference < 0;
        return major === Number(wantedMajor) && difference >= 0;
      }),
  );
}

test('ranges of versions are understood', () => {
  expect(accepts('>=18', [20, 19])).toBe(true);
  expect(accepts('^20.19.0 || ^22.12.0 || >=24', [22, 12])).toBe(true);
  expect(accepts('^20.19.0 || ^22.12.0 || >=24', [23, 0])).toBe(false);
  expect(accepts('>= 22', [20, 19])).toBe(false);
  expect(accepts('>=14 <22', [24, 0])).toBe(false);
  expect(accepts('*', [20, 19])).toBe(true);
});

test('no package of an installation asks for another Node than is promised', () => {
  const { packages } = lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const installed = Object.entries(packages).flatMap(([location, read]) => {
    const { dev, optional, engines } = entry.parse(read);
    return location === '' || dev === true || optional === true || engines === undefined ? [] : [{ location, node: engines.node }];
  });
  expect(installed.length).toBeGreaterThan(50);
  const refused = installed.flatMap(({ location, node }) =>
    PROMISED.filter((version) => !accepts(node, version)).map((version) => `${location} asks for ${node}, not ${version.join('.')}`),
  );
  expect(refused).toEqual([]);
});
