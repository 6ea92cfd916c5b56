import { test } from '@jest/globals';

/**
 * jest's `test` for a file that needs something that not every machine has: skipped unless the global setup (globalSetup/) has found all of
 * it, and set these environment variables. Hooks of a file without other tests don't run then, but its modules are loaded: use what is needed
 * only in hooks and tests.
 */
export const needing = (...names: readonly `PORTICO_TEST_${string}`[]): typeof test.skip =>
  names.every((name) => process.env[name] !== undefined) ? test : test.skip;
