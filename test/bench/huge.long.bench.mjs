import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { SERVER } from '../../scripts/paths.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { signIn } from './calls.mjs';
import { largeIn } from './large.mjs';
import { CALLERS, callsOf, slowCalls } from './lists.bench.mjs';

/** The databases are filled once, and kept in this folder: 12 GB. On the embedded engine if BENCH_ENGINES says so. */
const FOLDER = process.env.BENCH_FOLDER ?? path.join(tmpdir(), 'portico-bench-huge');
const IS_EMBEDDED = process.env.BENCH_ENGINES === 'embedded';

export const title = `Calls at 10,000,000 ended sessions, 400,000 guests, 2,400 hotspots on ${IS_EMBEDDED ? 'the embedded database' : 'PostgreSQL'}, beside a tenth of that`;

/** @typedef {{ what: string, measured: number, unit: string, budget?: number, digits?: number }} Row */

const ROUNDS = 5;

/** By which factor calls may be slower than with a tenth of the data, and the milliseconds below which nobody notices. */
const AT_MOST = 2;
const UNNOTICED_MS = 50;

export async function run() {
  if (IS_EMBEDDED) return measured((size) => Promise.resolve({ PORTICO_DATA: path.join(FOLDER, 'embedded', size, 'data') }));
  // The PostgreSQL of an earlier run, or one with other settings.
  const running = process.env.BENCH_POSTGRES;
  const bin = findPostgres();
  if (running === undefined && bin === undefined) return [{ what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
  const postgres =
    running === undefined ? await startPostgres(bin ?? '', path.join(FOLDER, 'postgres'), undefined, { isDurable: true }) : undefined;
  const cluster = running ?? postgres?.url ?? '';
  try {
    return await measured(async (size) => ({ DATABASE_URL: await databaseIn(cluster, size) }));
  } finally {
    await postgres?.stop();
  }
}

/** @typedef {'large' | 'huge'} Size */

/** @param {(size: Size) => Promise<{ PORTICO_DATA: string } | { DATABASE_URL: string }>} storageOf */
async function measured(storageOf) {
  const large = await timesOf('large', await storageOf('large'));
  const huge = await timesOf('huge', await storageOf('huge'));
  return [...huge].flatMap(([what, { name, ms }]) => rowsOf(what, name, ms, large.get(what)?.ms ?? 0));
}

/** @returns {Row[]} */
function rowsOf(/** @type {string} */ what, /** @type {string} */ name, /** @type {number} */ ms, /** @type {number} */ before) {
  return [
    { what: `${what}: slowest (${name.slice(0, 60)})`, measured: ms, unit: 'ms', digits: 1 },
    {
      what: `${what}: beside a tenth of the data`,
      measured: ms / Math.max(before, UNNOTICED_MS / AT_MOST),
      unit: 'times',
      digits: 2,
      budget: AT_MOST,
    },
  ];
}

/**
 * The slowest median of each kind of call.
 *
 * @param {Size} size
 * @param {{ PORTICO_DATA: string } | { DATABASE_URL: string }} storage
 */
async function timesOf(size, storage) {
  const env = largeIn(path.join(FOLDER, IS_EMBEDDED ? 'embedded' : '', size), storage, size);
  const server = await startPortico({ cli: SERVER, args: ['serve', '--port', '0'], env });
  /** @type {Map<string, { name: string, ms: number }>} */
  const slowest = new Map();
  try {
    for (const username of CALLERS) {
      const get = await signIn(server.url, username);
      for (const call of [...(await callsOf(get, env.PORTICO_NOW)), ...slowCalls()]) {
        const times = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const began = performance.now();
          const { status } = await get(call.path);
          times.push(performance.now() - began);
          if (status !== 200) throw new Error(`${call.path} answered ${String(status)}`);
        }
        const ms = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
        const what = `${username}: ${call.name.split(' ')[0] ?? ''}${/\Wq=/.test(call.path) && call.name !== 'find' ? ' by q' : ''}`;
        if (ms > (slowest.get(what)?.ms ?? 0)) slowest.set(what, { name: call.name, ms });
      }
    }
    return slowest;
  } finally {
    await server.stop();
  }
}

/** The database of that name; created if it doesn't exist. */
async function databaseIn(/** @type {string} */ cluster, /** @type {string} */ name) {
  const client = new Client(cluster);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name} template template0 encoding 'UTF8'`);
  } finally {
    await client.end();
  }
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}
