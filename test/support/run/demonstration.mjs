import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPortico } from './portico.mjs';

/** Set by `makeDemonstration`: a demonstration to copy. */
const MADE = 'PORTICO_TEST_DEMONSTRATION';

/** Milliseconds. The server ends sessions that it hasn't heard of for a quarter of an hour, so an older demonstration is made anew. */
const STILL_RUNS = 600_000;

const created = () => process.env[MADE] ?? '';

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'portico-demonstration-'));

/**
 * Makes a demonstration for others to copy, because its year of sessions takes longer to make than the rest of a start. Returns a function
 * that removes it.
 */
export async function makeDemonstration(/** @type {string} */ cli) {
  const folder = newFolder();
  const { stop } = await startPortico({ cli, args: ['demo', '--keep', folder, '--port', '0'], env: { LOG_LEVEL: 'warn' } });
  await stop();
  process.env[MADE] = folder;
  return async () => rmSync(folder, { recursive: true });
}

/** @typedef {{ cli: string, port?: number, env?: Record<string, string>, within?: string[] }} Starting see `startPortico` */

/** Starts a demonstration, from a copy of the prepared one unless that is too old. */
export async function startDemonstration(/** @type {Starting} */ { port = 0, env = {}, ...what }) {
  const folder = newFolder();
  if (Date.now() - statSync(path.join(created(), 'demonstration.json')).mtimeMs < STILL_RUNS)
    cpSync(created(), folder, { recursive: true });
  const args = ['demo', '--keep', folder, '--port', String(port)];
  return startPortico({ ...what, args, env: { LOG_LEVEL: 'warn', ...env }, forget: folder });
}

/** Starts a server on a copy of the prepared demonstration's data. Nothing is simulated, so nothing changes by itself. */
export async function startStillDemonstration(/** @type {Starting} */ { port = 0, env = {}, ...what }) {
  const folder = newFolder();
  cpSync(created(), folder, { recursive: true });
  const place = { PORTICO_DATA: path.join(folder, 'data') };
  return startPortico({ ...what, args: ['serve', '--port', String(port)], env: { LOG_LEVEL: 'warn', ...place, ...env }, forget: folder });
}
