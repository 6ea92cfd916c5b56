import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPortico } from './portico.mjs';

/** Set by `makeDemonstration`: a demonstration to copy. */
const MADE = 'PORTICO_TEST_DEMONSTRATION';

/** Milliseconds. The server gives up sessions that weren't heard of for a quarter of an hour: one that is older is made anew. */
const STILL_RUNS = 600_000;

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'portico-demonstration-'));

/** Makes a demonstration for others to copy: its year of sessions takes longer than all the rest of a start. Answers how to remove it. */
export async function makeDemonstration(/** @type {string} */ cli) {
  const folder = newFolder();
  const { stop } = await startPortico({ cli, args: ['demo', '--keep', folder, '--port', '0'], env: { LOG_LEVEL: 'warn' } });
  await stop();
  process.env[MADE] = folder;
  return () => rmSync(folder, { recursive: true });
}

/**
 * Starts a demonstration of one's own, from a copy if one was made lately.
 *
 * @param {Parameters<typeof started>[0]} what
 */
export async function startDemonstration(what) {
  const made = process.env[MADE];
  const folder = newFolder();
  if (made !== undefined && Date.now() - statSync(path.join(made, 'demonstration.json')).mtimeMs < STILL_RUNS) {
    cpSync(made, folder, { recursive: true });
  }
  return started(what, folder, ['demo', '--keep', folder]);
}

/**
 * Starts a server with the data of the demonstration that was made. Nobody plays: nothing changes by itself.
 *
 * @param {Parameters<typeof started>[0]} what
 */
export async function startStillDemonstration(what) {
  const folder = newFolder();
  cpSync(process.env[MADE] ?? '', folder, { recursive: true });
  return started({ ...what, env: { ...what.env, PORTICO_DATA: path.join(folder, 'data') } }, folder, ['serve']);
}

/**
 * @param {{ cli: string, port?: number, env?: Record<string, string>, within?: string[] }} what see `startPortico`
 * @param {string} folder removed when it stops
 * @param {string[]} command
 */
async function started({ cli, port = 0, env = {}, within = [] }, folder, command) {
  const args = [...command, '--port', String(port)];
  const { url, stop } = await startPortico({ cli, args, env: { LOG_LEVEL: 'warn', ...env }, within });
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
