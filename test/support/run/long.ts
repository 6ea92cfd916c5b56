/**
 * Whether all is tested in full (`npm run test:long`, or PORTICO_LONG=1 before any other run): the files named `*.long.test.ts` (jest.config.mjs),
 * and all rounds of random tests.
 */
export const isLong = process.env.PORTICO_LONG === '1';
