import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import { SERVER } from '../../scripts/paths.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { freeUdpPort } from '../support/run/udpPort.mjs';
import { signIn } from './calls.mjs';
import { connection } from './httpClient.mjs';
import { processorTimes } from './processorTime.mjs';
import { login, prepare, report, send } from './radiusUnits.mjs';

export const title =
  'What a packet and a call cost on PostgreSQL: processor time of Portico and of PostgreSQL, statements, transactions, bytes of its log';

/** @typedef {{ what: string, measured: number, unit: string, digits?: number }} Row */

/** Sessions that are measured and others before them, packets on their way at the same time, calls of a kind, and clients that call at once. */
const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 2000);
const SESSIONS_BEFORE = SESSIONS;
const AT_ONCE = 32;
const CALLS = Number(process.env.BENCH_CALLS ?? 1000);
const CLIENTS = 10;

/** Calls before those that count, as the first are slower. */
const FIRST_CALLS = 300;

/** @type {[what: string, port: 'auth' | 'acct', packet: (code: string, nth: number) => Buffer][]} */
const PACKETS = [
  ['first log-in', 'auth', login],
  ['log-in again', 'auth', login],
  ['start', 'acct', (code, nth) => report(code, nth, 1, 0)],
  ['report', 'acct', (code, nth) => report(code, nth, 3, 300)],
  ['stop', 'acct', (code, nth) => report(code, nth, 2, 400)],
];

const READS = {
  vouchers: '/api/vouchers/1?limit=25',
  guests: '/api/users?limit=25',
  sessions: '/api/sessions?limit=25',
  'ended sessions': '/api/histories?limit=25',
  dashboard: '/api/stats/dashboard?tz=UTC',
  'preferences of a hotspot': '/api/preferences/hotspots/1',
  'plan of the caller, the least of calls': '/api/preferences/accounts/1',
};

export async function run() {
  const bin = findPostgres();
  if (bin === undefined) return [{ what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
  const settings = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=top'];
  const postgres = await startPostgres(bin, undefined, undefined, { isDurable: true, settings });
  const client = new Client(postgres.url);
  try {
    await client.connect();
    await client.query('create extension pg_stat_statements');
    return await measured(postgres.url, client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/**
 * @param {string} url
 * @param {Client} client
 */
async function measured(url, client) {
  const cli = process.env.BENCH_SERVER ?? SERVER;
  const env = { DATABASE_URL: url, PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'error' };
  execFileSync(process.execPath, [cli, 'seed', '--size', 'small', '--yes'], { env: { ...process.env, ...env } });
  const ports = { auth: await freeUdpPort(), acct: await freeUdpPort() };
  const radius = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${String(ports.auth)},${String(ports.acct)}` };
  const server = await startPortico({ cli, args: ['serve', '--port', '0'], env: { ...env, ...radius } });
  try {
    const admin = await signIn(server.url, 'admin');
    const codes = await prepare(admin, SESSIONS_BEFORE + SESSIONS);
    /** @type {Row[]} */
    const rows = [];
    for (const [, port, packet] of PACKETS) await send(ports[port], codes.map(packet).slice(0, SESSIONS_BEFORE), { atOnce: AT_ONCE });
    for (const [what, port, packet] of PACKETS) {
      const packets = codes.map(packet).slice(SESSIONS_BEFORE);
      rows.push(...(await costOf(client, what, SESSIONS, async () => void (await send(ports[port], packets, { atOnce: AT_ONCE })))));
    }
    for (const [what, path] of Object.entries(READS)) {
      await repeatCall(server.url, path, admin.token, FIRST_CALLS);
      rows.push(...(await costOf(client, what, CALLS, () => repeatCall(server.url, path, admin.token, CALLS))));
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/**
 * What each of `many` costs.
 *
 * @param {Client} client
 * @param {string} what
 * @param {number} many
 * @param {() => Promise<void>} work
 * @returns {Promise<Row[]>}
 */
async function costOf(client, what, many, work) {
  const before = { times: processorTimes(), ...(await countsOf(client)) };
  await work();
  const after = { times: processorTimes(), ...(await countsOf(client)) };
  const time = (/** @type {string} */ name) => ((after.times.get(name) ?? 0) - (before.times.get(name) ?? 0)) / many;
  const each = (/** @type {'statements' | 'transactions' | 'log'} */ key) => (after[key] - before[key]) / many;
  return [
    { what: `${what}: Portico`, measured: time('node'), unit: 'ms', digits: 3 },
    { what: `${what}: PostgreSQL`, measured: time('postgres'), unit: 'ms', digits: 3 },
    { what: `${what}: statements, each a round trip`, measured: each('statements'), unit: '', digits: 2 },
    { what: `${what}: transactions`, measured: each('transactions'), unit: '', digits: 2 },
    { what: `${what}: log of PostgreSQL`, measured: each('log'), unit: 'bytes' },
  ];
}

/** @param {Client} client */
async function countsOf(client) {
  const { rows } = await client.query(
    `select (select sum(calls) from pg_stat_statements) as statements, (select sum(xact_commit) from pg_stat_database) as transactions,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`,
  );
  const { statements, transactions, log } = rows[0];
  return { statements: Number(statements), transactions: Number(transactions), log: Number(log) };
}

/**
 * @param {string} url
 * @param {string} path
 * @param {string} token
 * @param {number} many
 */
async function repeatCall(url, path, token, many) {
  const headers = { Token: token, 'X-Portico-Console': '1', 'Accept-Encoding': 'gzip' };
  let remaining = many;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = await connection(url);
      while (remaining-- > 0) {
        const status = await client.send({ method: 'GET', path, headers });
        if (status !== 200) throw new Error(`${path}: ${String(status)}`);
      }
      client.close();
    }),
  );
}
