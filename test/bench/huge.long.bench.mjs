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

export const title =
  'Calls at 10,000,000 ended sessions, 400,000 guests, 2,400 hotspots on PostgreSQL, beside a tenth of that; fills 10 GB of disk, once';

/** @typedef {{ what: string, measured: number, unit: string, budget?: number, digits?: number }} Row */

const ROUNDS = 5;

/** By which factor calls may be slower than with a tenth of the data, and the milliseconds below which nobody notices. */
const AT_MOST = 2;
const UNNOTICED_MS = 50;

export async function run() {
  const folder = path.join(tmpdir(), 'portico-bench-huge');
  // The PostgreSQL of an earlier run, or one with other settings.
  const running = process.env.BENCH_POSTGRES;
  const bin = findPostgres();
  if (running === undefined && bin === undefined) return [{ what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
  const postgres =
    running === undefined ? await startPostgres(bin ?? '', path.join(folder, 'postgres'), undefined, { isDurable: true }) : undefined;
  const cluster = running ?? postgres?.url ?? '';
  try {
    const large = await timesOf('large', cluster, folder);
    const huge = await timesOf('huge', cluster, folder);
    return [...huge].flatMap(([what, { name, ms }]) => rowsOf(what, name, ms, large.get(what)?.ms ?? 0));
  } finally {
    await postgres?.stop();
  }
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
 * @param {'large' | 'huge'} size
 * @param {string} cluster
 * @param {string} folder
 */
async function timesOf(size, cluster, folder) {
  const env = largeIn(path.join(folder, size), { DATABASE_URL: await databaseIn(cluster, size) }, size);
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
