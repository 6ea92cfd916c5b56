/**
 * Whether this run tests everything (`npm run test:long`, or PORTICO_LONG=1 with any other run): also the files named `*.long.test.ts`
 * (jest.config.mjs), and all rounds of random tests.
 */
export const isLong = process.env.PORTICO_LONG === '1';
