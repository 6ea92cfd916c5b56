/**
 * `npm test`: runs all checks, then prints the total on a line of its own. Static checks (lint, format …) and the build run in parallel
 * with the tests that need no build. A failed check is named and counts as one failure; later ones still run, so that one run shows
 * everything.
 *
 * `npm test -- PATTERN …` runs the tests whose path matches and passes anything else on to jest (`-t NAME`, `--watch`, `-o` …).
 * `--long` (npm run test:long) sets PORTICO_LONG=1: also files named `*.long.test.ts`, and more rounds of random tests; every second file of
 * each slice (slices.mjs), slices of the same projects together. `npm run test:long -- SLICE …` runs slices in full, one after the other, also
 * those that only run by name; `checks` is the static checks and the build.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './paths.mjs';
import { filesOf, halfOf, SLICES, wholeRun } from './slices.mjs';
import { findBrowser } from '../test/support/run/chromium.mjs';

const SECONDS_TO_END = 30;
const BEFORE_THE_BUILD = ['unit', 'component', 'server-pglite', 'server-postgres'];

/** In order of how often they fail. Lint checks types, too, in one pass with its rules. */
const CHECKS = ['lint', 'format:check'];

/** What the long run adds: the compiler's own word on types, and what nobody uses. */
const MORE_CHECKS = ['typecheck', 'knip'];

const args = process.argv.slice(2).filter((arg) => arg !== '--long');
if (process.argv.includes('--long')) process.env.PORTICO_LONG = '1';
refuseUnlessNumber('PORTICO_SEED', 'a whole number', (given) => Number.isSafeInteger(given) && given >= 0);
refuseUnlessNumber('PORTICO_ROUNDS', 'a number above 0', (given) => Number.isFinite(given) && given > 0);
// The long run uses new random cases each time, to find failures that nobody has met yet (test/support/run/property.ts).
if (process.env.PORTICO_LONG === '1') process.env.PORTICO_SEED ??= String(randomInt(2 ** 31));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
// A job that is cancelled ends this process alone; Ctrl C reaches all of them.
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });
}

const sum = { passed: 0, failed: 0, skipped: 0, assertions: 0 };
/** @type {string[]} */
const failures = [];
const reports = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
/** Where the setups of the projects note what this machine lacks (test/support/run/globalSetup/missing.mjs). */
const notes = path.join(reports, 'missing');
process.env.PORTICO_TEST_MISSING = notes;
let runs = 0;

const isLong = process.env.PORTICO_LONG === '1';
/** @type {string[]} */
const times = [];

// What follows the slices goes to jest: `test:long -- screens -t vouchers`.
const sliceCount = isLong ? [...args, ''].findIndex((arg) => !isSlice(arg)) : 0;
const others = args.slice(sliceCount);
if (sliceCount > 0) for (const name of args.slice(0, sliceCount)) await slice(name, others);
else if (isLong && args.length === 0) await wholeLongRun();
else if (others.length > 0) await jest('the chosen tests', others);
else await wholeSuite();
const notTried = whatWasNotTried();
rmSync(reports, { recursive: true });

process.stdout.write(`\n${times.join('')}\n${notTried}`);
if (process.env.PORTICO_SEED !== undefined)
  process.stdout.write(`PORTICO_SEED=${process.env.PORTICO_SEED} repeats the random cases of this run\n`);
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`${String(sum.assertions)} assertions held\n`);
process.stdout.write(
  `${String(sum.passed)} passed, ${String(sum.failed)} failed${sum.skipped > 0 ? `, ${String(sum.skipped)} skipped` : ''}\n`,
);
process.exitCode = failures.length > 0 || sum.failed > 0 ? 1 : 0;

/**
 * Ends the run if a variable is set to something else: no case would be tried, and nothing fail.
 *
 * @param {string} name
 * @param {string} what
 * @param {(given: number) => boolean} isRight
 */
function refuseUnlessNumber(name, what, isRight) {
  const given = process.env[name];
  if (given === undefined || (given.trim() !== '' && isRight(Number(given)))) return;
  process.stderr.write(`${name} must be ${what}, not "${given}".\n`);
  process.exit(1);
}

/** Lists what could not be tested on this machine, and the command that installs what is missing; empty if nothing is missing. */
function whatWasNotTried() {
  if (!existsSync(notes)) return '';
  // Several projects note the same missing program.
  const lines = [...new Set(readFileSync(notes, 'utf8').trim().split('\n'))];
  /** @type {{ what: string, tests: string, packages: string[] }[]} */
  const all = lines.map((line) => JSON.parse(line));
  const packages = [...new Set(all.flatMap((one) => one.packages))];
  const install =
    packages.length > 0 ? `To try it on Debian, as root: apt-get install -y --no-install-recommends ${packages.join(' ')}\n` : '';
  return `Not tried, because this machine lacks what it needs:\n${all.map(({ what, tests }) => `- ${tests}: ${what}\n`).join('')}${install}\n`;
}

/** @param {string} name */
function isSlice(name) {
  return name === 'checks' || SLICES.some((one) => one.name === name);
}

/** Runs a slice of the long run; `more` goes to jest. */
async function slice(/** @type {string} */ name, /** @type {string[]} */ more) {
  const chosen = SLICES.find((one) => one.name === name);
  await timed(name, async () => {
    if (chosen === undefined) await checksAndBuild();
    else await jestFiles(name, chosen.projects, filesOf(chosen), more);
  });
}

/** Every second file of each slice; with PORTICO_ROUNDS=2 all. */
async function wholeLongRun() {
  const isHalf = Number(process.env.PORTICO_ROUNDS ?? 1) < 2;
  const seed = Number(process.env.PORTICO_SEED);
  await timed('checks', checksAndBuild);
  for (const { names, projects, files } of wholeRun((one) => (isHalf ? halfOf(one, seed) : filesOf(one)))) {
    const name = names.join(', ');
    await timed(name, () => jestFiles(name, projects, files));
  }
}

/** Runs slices and notes how long they took, for the end of the output. */
async function timed(/** @type {string} */ name, /** @type {() => Promise<unknown>} */ work) {
  const began = Date.now();
  const before = { ...sum };
  await work();
  const counts = `${String(sum.passed - before.passed)} passed, ${String(sum.failed - before.failed)} failed`;
  times.push(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${counts}: ${name}\n`);
}

async function wholeSuite() {
  const [isBuilt] = await Promise.all([
    checksAndBuild(),
    jest('unit, component, server and contract tests', ['--selectProjects', ...BEFORE_THE_BUILD]),
  ]);
  if (isBuilt) await jest('the browser journeys', [...withoutBrowser(), '--selectProjects', 'e2e']);
  else failures.push('the browser journeys: there is no build to run them on');
}

/** A machine without Chromium has no project for the journeys: that is said at the end, and no failure. */
function withoutBrowser() {
  return findBrowser() === undefined ? ['--passWithNoTests'] : [];
}

async function checksAndBuild() {
  for (const check of isLong ? [...MORE_CHECKS, ...CHECKS] : CHECKS) await npmRun(check);
  return npmRun('build');
}

/** Runs a script of package.json as a single check. */
async function npmRun(/** @type {string} */ script) {
  // The linter's type checker, in Go, collects garbage half as often: less time for more memory. (With 300: a quarter of either.)
  const code = await run(script, 'npm', ['run', '--silent', script], { GOGC: '200', ...process.env });
  if (code !== 0) fail(`npm run ${script}`);
  return code === 0;
}

/**
 * Runs test files of some projects; `more` goes to jest.
 *
 * @param {string} what
 * @param {string[]} projects
 * @param {string[]} files
 * @param {string[]} [more]
 */
function jestFiles(what, projects, files, more = []) {
  return jest(what, [...withoutBrowser(), '--selectProjects', ...projects, ...more, '--runTestsByPath', ...files]);
}

async function jest(/** @type {string} */ what, /** @type {string[]} */ jestArgs) {
  runs += 1;
  const report = path.join(reports, `${String(runs)}.json`);
  const program = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  // Jest needs vm modules for ESM; the warning would appear in every process. The larger semi-space is for the short-lived garbage of
  // mounting many screens.
  const ours = '--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=128';
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${ours}`.trim();
  const all = [program, '--json', '--outputFile', report, ...jestArgs];
  const code = await run(what, process.execPath, all, { ...process.env, NODE_OPTIONS }, report);

  if (!existsSync(report)) {
    fail(`${what}: jest ended without a report`);
    return;
  }
  const result = JSON.parse(readFileSync(report, 'utf8'));
  // What `--listTests` writes there.
  if (Array.isArray(result)) {
    process.stdout.write(`${result.join('\n')}\n`);
    return;
  }
  sum.passed += result.numPassedTests;
  for (const file of result.testResults) for (const test of file.assertionResults) sum.assertions += test.numPassingAsserts;
  sum.skipped += result.numPendingTests + result.numTodoTests;
  // A file that fails to load has no tests to count.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  sum.failed += failed;
  if (failed > 0) failures.push(`${what}: ${String(failed)}`);
  else if (code !== 0) fail(`${what}: jest ended with ${code === null ? 'a signal' : String(code)}`);
}

function fail(/** @type {string} */ what) {
  sum.failed += 1;
  failures.push(what);
}

/**
 * Runs a program and returns its exit code. The output of tests is shown live; that of other programs, which may run in parallel, once
 * they have ended. A test run that doesn't exit after writing its report has left something open: it is killed, and that is a failure.
 *
 * @param {string} what
 * @param {string} program
 * @param {string[]} programArgs
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [report]
 * @returns {Promise<number | null>}
 */
async function run(what, program, programArgs, env = process.env, report) {
  const isTests = report !== undefined;
  if (isTests) process.stdout.write(`\n--- ${what}\n`);
  const began = Date.now();
  const child = spawn(program, programArgs, {
    cwd: ROOT,
    env,
    // jest reports on stderr; on stdout it only prints where its report is.
    stdio: isTests ? ['inherit', 'ignore', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  // Unlike 'exit', 'close' comes after all output.
  const ended = once(child, 'close');
  if (isTests) void endWhenHung(child, ended, report);
  const [code] = await ended;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${isTests ? '' : '\n'}${output}--- ${what}: ${code === 0 ? 'done' : 'FAILED'} in ${seconds} s\n`);
  return code;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown>} ended
 * @param {string} report
 */
async function endWhenHung(child, ended, report) {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!existsSync(report)) {
    await wait(500, undefined, { ref: false });
    if (isOver) return;
  }
  await Promise.race([ended, wait(SECONDS_TO_END * 1000, undefined, { ref: false })]);
  if (isOver) return;
  process.stderr.write(`jest has reported and does not end after ${String(SECONDS_TO_END)} s: a test left something open.\n`);
  child.kill('SIGKILL');
}
