import { appendFileSync } from 'node:fs';

/**
 * Records what this machine lacks, to be reported at the end of `npm test`; the tests that need it are skipped (needing.ts), or have no
 * project (jest.config.mjs). With CI=true it throws.
 *
 * @param {string} what
 * @param {string} tests the tests that are skipped, in words
 * @param {readonly string[]} packages the Debian packages that provide it
 */
export function missing(what, tests, packages) {
  if (process.env.CI === 'true') throw new Error(`${what} is not installed, and with CI=true ${tests} must run.`);
  const notes = process.env.PORTICO_TEST_MISSING;
  if (notes === undefined) process.stderr.write(`${what} is not installed: ${tests} are skipped.\n`);
  else appendFileSync(notes, `${JSON.stringify({ what, tests, packages })}\n`);
}
