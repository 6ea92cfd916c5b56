/**
 * `npm test`: all checks in turn, then their sum on a line of its own. A check that fails is named and counts as one failure, and
 * the ones after it still run, so that one look shows everything.
 *
 * `npm test -- PATTERN …` runs the tests whose path matches, and hands anything else to jest as it is (`-t NAME`, `--watch` …).
 * `--long` (npm run test:long) runs fuzz, power cuts and model tests in full: PORTICO_LONG=1 tells them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './paths.mjs';

const SECONDS_TO_END = 30;
const BEFORE_THE_BUILD = ['unit', 'component', 'server-pglite', 'server-postgres'];

const args = process.argv.slice(2).filter((arg) => arg !== '--long');
if (process.argv.includes('--long')) process.env.PORTICO_LONG = '1';

const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
const reports = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
let runs = 0;

if (args.length > 0) {
  await jest('the chosen tests', args);
} else {
  for (const check of ['lint', 'format:check', 'knip', 'typecheck']) await npmRun(check);
  await jest('unit, component, server and contract tests', ['--selectProjects', ...BEFORE_THE_BUILD]);
  if (await npmRun('build')) await jest('the browser journeys', ['--selectProjects', 'e2e']);
  else failures.push('the browser journeys: there is no build to run them on');
}
rmSync(reports, { recursive: true });

process.stdout.write('\n');
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(
  `${String(sum.passed)} passed, ${String(sum.failed)} failed${sum.skipped > 0 ? `, ${String(sum.skipped)} skipped` : ''}\n`,
);
process.exitCode = failures.length > 0 || sum.failed > 0 ? 1 : 0;

/** One of the scripts of package.json, as a check that passes or fails as a whole. */
async function npmRun(/** @type {string} */ script) {
  const code = await run(script, 'npm', ['run', '--silent', script]);
  if (code !== 0) fail(`npm run ${script}`);
  return code === 0;
}

async function jest(/** @type {string} */ what, /** @type {string[]} */ jestArgs) {
  runs += 1;
  const report = path.join(reports, `${String(runs)}.json`);
  const program = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  // jest needs it for ES modules. That it is experimental need not be said in every process.
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim();
  const all = [program, ...jestArgs, '--json', '--outputFile', report];
  const code = await run(what, process.execPath, all, { ...process.env, NODE_OPTIONS }, report);

  if (!existsSync(report)) {
    fail(`${what}: jest ended without a report`);
    return;
  }
  const result = JSON.parse(readFileSync(report, 'utf8'));
  sum.passed += result.numPassedTests;
  sum.skipped += result.numPendingTests + result.numTodoTests;
  // A file that could not even be read has no tests to count.
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
 * Runs a program to its end and answers its exit code. A test run that has written its report and still does not end has left something
 * open, which is a fault: it is ended, and that fails.
 *
 * @param {string} what
 * @param {string} program
 * @param {string[]} programArgs
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [report]
 * @returns {Promise<number | null>}
 */
async function run(what, program, programArgs, env = process.env, report) {
  process.stdout.write(`\n--- ${what}\n`);
  const began = Date.now();
  // jest reports on standard error, and on standard output only where its report lies.
  const stdio = /** @type {const} */ (['inherit', report === undefined ? 'inherit' : 'ignore', 'inherit']);
  const child = spawn(program, programArgs, { cwd: ROOT, env, stdio: [...stdio], shell: process.platform === 'win32' });
  const ended = once(child, 'exit');
  if (report !== undefined) void endWhenHung(child, ended, report);
  const [code] = await ended;
  process.stdout.write(`--- ${what}: ${code === 0 ? 'done' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
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
