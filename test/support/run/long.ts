import { describe, test } from '@jest/globals';

/**
 * Whether all is tested in full (`npm run test:long`, or PORTICO_LONG=1 before any other run): all rounds of random tests, the tour of all
 * screens in each look. Whole files that a run of everything leaves to it are called `*.long.test.ts`.
 */
export const isLong = process.env.PORTICO_LONG === '1';

/** Whether this is a run of everything that is to take minutes (`npm test`). What is named or changed is tested whole. */
const isShort = !isLong;

const nothing = () => undefined;
const leftOut = Object.assign(nothing, { each: () => nothing });

/**
 * Tests that `npm test` leaves to the long run, because they are slow and what they show has another witness: a journey, a lower level, a
 * case beside them.
 */
export const thorough: { test: typeof test; describe: typeof describe } = isShort
  ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only called as `test(…)` and `test.each(…)(…)`
    { test: leftOut as unknown as typeof test, describe: leftOut as unknown as typeof describe }
  : { test, describe };

/** The cases of a test: where `npm test` is to take minutes the first `few`, which tell most; otherwise all. */
export function casesOf<C extends readonly [unknown, ...unknown[]]>(few: number, all: readonly C[]): C[];
export function casesOf<C>(few: number, all: readonly C[]): C[];
export function casesOf<C>(few: number, all: readonly C[]): C[] {
  return isShort ? all.slice(0, few) : [...all];
}
