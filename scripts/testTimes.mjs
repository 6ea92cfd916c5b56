/**
 * `npm run test:times [-- PATTERN …]`: runs tests like `npm test`, then prints where their time went: CPU seconds of each project by phase
 * (loading modules, hooks, tests), seconds of waiting, and the most expensive files. Time in which servers and browsers compute for a test
 * counts as waiting.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './paths.mjs';

const FILES = 25;

const folder = mkdtempSync(path.join(tmpdir(), 'portico-times-'));
const timesFile = path.join(folder, 'times.jsonl');
const env = { ...process.env, PORTICO_TEST_TIMES: timesFile };
const { status } = spawnSync(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], { cwd: ROOT, env, stdio: 'inherit' });
const lines = existsSync(timesFile) ? readFileSync(timesFile, 'utf8').trim().split('\n') : [];
rmSync(folder, { recursive: true });

/** @typedef {{ wall: number, cpu: number }} Span */
/** @type {{ project: string, file: string, loading: Span, hooks: Span, tests: Span }[]} */
const files = lines.map((line) => JSON.parse(line));

const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(1).padStart(9);
const cpuOf = (/** @type {typeof files[number]} */ { loading, hooks, tests }) => loading.cpu + hooks.cpu + tests.cpu;
const wallOf = (/** @type {typeof files[number]} */ { loading, hooks, tests }) => loading.wall + hooks.wall + tests.wall;

function row(/** @type {string} */ name, /** @type {typeof files} */ some) {
  const sum = (/** @type {(file: typeof files[number]) => number} */ of) => some.reduce((total, file) => total + of(file), 0);
  const phases = [sum(({ loading }) => loading.cpu), sum(({ hooks }) => hooks.cpu), sum(({ tests }) => tests.cpu)];
  const waiting = Math.max(0, sum(wallOf) - sum(cpuOf));
  process.stdout.write(`${[...phases, waiting].map(seconds).join('')}  ${name}\n`);
}

process.stdout.write('\n  loading    hooks    tests  waiting  (seconds)\n');
for (const project of [...new Set(files.map((file) => file.project))].sort()) {
  const own = files.filter((file) => file.project === project);
  row(`${project}: ${String(own.length)} files`, own);
}
row('all', files);
process.stdout.write('\n');
for (const file of files.toSorted((one, other) => cpuOf(other) - cpuOf(one)).slice(0, FILES)) row(`${file.file} (${file.project})`, [file]);
process.exitCode = status ?? 1;
