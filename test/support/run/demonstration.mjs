import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CACHE } from '../../../scripts/paths.mjs';
import { startPortico } from './portico.mjs';
import { sourcesOfServer } from './serverBundle.mjs';

/** Set by `makeDemonstration`: a demonstration to copy. */
const MADE = 'PORTICO_TEST_DEMONSTRATION';

/** Milliseconds. The server ends sessions that it hasn't heard of for a quarter of an hour, so an older demonstration is made anew. */
const STILL_RUNS = 600_000;

/** Milliseconds. A run of tests needs the rest of that time to start its servers. `npm test` gets from its first test to its journeys in this. */
const FRESH = 0.8 * STILL_RUNS;

const created = () => process.env[MADE] ?? '';

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'portico-demonstration-'));

/**
 * Makes a demonstration for others to copy, because its year of sessions takes longer to make than the rest of a start. One that an earlier
 * run made of the same sources a moment ago is taken again.
 */
export async function makeDemonstration(/** @type {string} */ cli) {
  const all = path.join(CACHE, 'demonstrations');
  mkdirSync(all, { recursive: true });
  const earlier = readdirSync(all).map((name) => path.join(all, name));
  for (const folder of earlier.filter((one) => age(one) > 2 * STILL_RUNS)) rmSync(folder, { recursive: true, force: true });
  const sources = sourcesOfServer();
  const ready = earlier.find((one) => path.basename(one).startsWith(sources) && existsSync(completeMark(one)) && age(one) < FRESH);
  process.env[MADE] = ready ?? (await makeIn(path.join(all, `${sources}-${String(process.pid)}-${String(Date.now())}`), cli));
}

async function makeIn(/** @type {string} */ folder, /** @type {string} */ cli) {
  const { stop } = await startPortico({ cli, args: ['demo', '--keep', folder, '--port', '0'], env: { LOG_LEVEL: 'warn' } });
  await stop();
  writeFileSync(completeMark(folder), '');
  return folder;
}

/** A file in each folder whose demonstration is complete. */
const completeMark = (/** @type {string} */ folder) => path.join(folder, 'complete');

/** Milliseconds since a demonstration was begun: the last part of its folder's name. */
const age = (/** @type {string} */ folder) => Date.now() - Number(folder.slice(folder.lastIndexOf('-') + 1));

/** @typedef {{ cli: string, port?: number, env?: Record<string, string>, within?: string[] }} Starting see `startPortico` */

/** Starts a demonstration, from a copy of the prepared one unless that is too old. */
export async function startDemonstration(/** @type {Starting} */ { port = 0, env = {}, ...what }) {
  const folder = newFolder();
  if (age(created()) < STILL_RUNS) cpSync(created(), folder, { recursive: true });
  const args = ['demo', '--keep', folder, '--port', String(port)];
  return startPortico({ ...what, args, env: { LOG_LEVEL: 'warn', ...env }, forget: folder });
}

/** Starts a server on a copy of the prepared demonstration's data. Nothing is simulated, so nothing changes by itself. */
export async function startStillDemonstration(/** @type {Starting} */ { port = 0, env = {}, ...what }) {
  const folder = newFolder();
  cpSync(created(), folder, { recursive: true });
  const storage = { PORTICO_DATA: path.join(folder, 'data') };
  return startPortico({ ...what, args: ['serve', '--port', String(port)], env: { LOG_LEVEL: 'warn', ...storage, ...env }, forget: folder });
}
