/**
 * `npm run test:mutation -- RULE …`: changes each statement of the rules that decide, one at a time, and counts the changes that no test
 * notices (StrykerJS). Without names it runs all rules, which takes hours. Lists the surviving changes, and fails if less than 85 % of a
 * rule's are killed. Reports are written to node_modules/.cache/mutation/RULE.json.
 *
 * `--only src/shared/csvFile.ts` changes that file of the rule alone, `--only src/shared/csvFile.ts:20-30` those lines of it.
 * `--concurrency 1` tries one change at a time, on a machine that has other things to do; the default is two.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import jest from '../jest.config.mjs';
import stopServers from '../test/support/run/globalTeardown.mjs';
import { ROOT } from './paths.mjs';

// Examples must notice a change. Random cases take a hundred times as long, and would find one by chance.
process.env.PORTICO_ROUNDS ??= '0.02';

/** Percent of the changes that the tests must notice. */
const ENOUGH = 85;

/**
 * The files of each rule, and the tests that must notice when they change. Tests without `isPure` need PostgreSQL, and some of them a server, which
 * takes seconds for each change; or the embedded engine where there is none, which takes several times as long.
 *
 * @type {Record<string, { mutate: string[], tests: string[], isPure?: boolean }>}
 */
const RULES = {
  authorise: {
    mutate: ['src/server/access/authorise.ts'],
    tests: ['test/rules/access/authorise.test.ts'],
    isPure: true,
  },
  vouchers: { mutate: ['src/server/access/vouchers.ts'], tests: ['test/rules/access/vouchers.test.ts'], isPure: true },
  traffic: { mutate: ['src/server/access/trafficLimit.ts'], tests: ['test/rules/access/trafficLimit.test.ts'], isPure: true },
  accounting: {
    mutate: ['accounting', 'accountingEvent', 'repeatedReports', 'sessionCounters', 'sessionEndings', 'sessionAddresses'].map(
      (name) => `src/server/access/${name}.ts`,
    ),
    tests: ['test/rules/access/@(accounting|accountingCopies|accountingEvent|repeatedReports|session*).test.ts'],
    isPure: true,
  },
  figures: {
    // Not the names of ways to log in, which decide nothing.
    mutate: ['src/shared/format/!(accountTypes).ts', 'src/shared/csvFile.ts', 'src/shared/smsForecast.ts'],
    tests: ['test/shared/@(csvFile|dates|dayInWords|formats|readNumber|smsForecast|time).test.ts'],
    isPure: true,
  },
  paper: {
    mutate: ['layout', 'sheet', 'elementLayout', 'elementDrawing', 'tickets', 'guides'].map(
      (name) => `src/features/printing/layout/${name}.ts`,
    ),
    tests: ['test/features/printing/*.test.ts'],
    isPure: true,
  },
  callers: { mutate: ['src/server/auth/callerRules.ts'], tests: ['test/rules/access/callerRules.test.ts'], isPure: true },
  throttle: { mutate: ['src/server/auth/throttleRules.ts'], tests: ['test/rules/access/throttle.test.ts'], isPure: true },
  throttleCounts: { mutate: ['src/server/auth/throttle.ts'], tests: ['test/server/throttle.test.ts'] },
  tenancy: { mutate: ['src/server/auth/tenancy.ts'], tests: ['test/server/scopes.test.ts'] },
  guard: { mutate: ['src/server/auth/guard.ts'], tests: ['test/server/guard.test.ts'] },
  idempotency: { mutate: ['src/server/http/idempotency.ts'], tests: ['test/server/idempotency?(Wait.long).test.ts'] },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true }, concurrency: { type: 'string', default: '2' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(RULES);
const unknown = names.find((name) => RULES[name] === undefined);
if (unknown !== undefined) throw new Error(`There is no rule ${unknown}: take ${Object.keys(RULES).join(', ')}.`);

const cache = path.join(ROOT, 'node_modules/.cache/mutation');
mkdirSync(cache, { recursive: true });
const projectOf = (/** @type {string} */ name) => jest.projects.find(({ displayName }) => displayName.name === name);
const pure = projectOf('unit');
const servers = projectOf('server-postgres') ?? projectOf('server-pglite');
// Once for all, and not for each change, as jest would.
if (names.some((name) => RULES[name]?.isPure !== true))
  await (await import(String(servers?.globalSetup).replace('<rootDir>', ROOT))).default();
try {
  for (const name of names) {
    process.stdout.write(`--- ${name}\n`);
    await run(name);
  }
} finally {
  await stopServers();
}

/**
 * Sets a failing exit code if too few changes are noticed. Stryker takes one jest project, not several.
 *
 * @param {string} name
 */
async function run(name) {
  const { mutate, tests, isPure = false } = /** @type {(typeof RULES)[string]} */ (RULES[name]);
  await new Stryker({
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    mutate: values.only ?? mutate,
    coverageAnalysis: 'perTest',
    // For code that runs only while its module is loaded, all tests would have to run again for each change.
    ignoreStatic: true,
    concurrency: Number(values.concurrency),
    timeoutMS: 30_000,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { reportTests: false, allowColor: false, logTests: false },
    jsonReporter: { fileName: path.join(cache, `${name}.json`) },
    ignorePatterns: ['dist', 'demo-data', 'docs/screens'],
    thresholds: { high: 100, low: ENOUGH, break: ENOUGH },
    jest: {
      projectType: 'custom',
      enableFindRelatedTests: false,
      config: {
        ...(isPure ? pure : servers),
        globalSetup: undefined,
        globalTeardown: undefined,
        projects: [],
        // Jest looks through these folders for each change.
        roots: [...new Set(tests.map((pattern) => `<rootDir>/${path.posix.dirname(pattern)}`))],
        testEnvironment: 'node',
        testMatch: tests.map((pattern) => `<rootDir>/${pattern}`),
        ...(tests.some((pattern) => pattern.includes('.long')) && { testPathIgnorePatterns: [] }),
      },
    },
  }).runMutationTest();
}
