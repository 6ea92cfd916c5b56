/**
 * Whether all is tested in full (`npm run test:long`, or PORTICO_LONG=1 before any other run): all rounds of random tests, all
 * combinations. Whole files that are only part of a full run are called `*.long.test.ts`.
 */
export const isLong = process.env.PORTICO_LONG === '1';

/** The cases of a test: all in a full run, otherwise the first `few`, which tell most. */
export function casesOf<C>(few: number, all: readonly C[]): C[] {
  return isLong ? [...all] : all.slice(0, few);
}
