import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { SERVER } from '../../scripts/paths.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { freeUdpPort } from '../support/run/udpPort.mjs';
import { signIn } from './calls.mjs';
import { newGuests, offered } from './offeredLoad.mjs';
import { login, prepare, report, send, share } from './radiusUnits.mjs';

/** Duration, and calls and packets per second on each engine. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 60);
const CALLS = Number(process.env.BENCH_CALLS ?? 20);
const PACKETS = Number(process.env.BENCH_PACKETS ?? 20);

export const title = `${String(MINUTES)} minutes of ${String(CALLS)} calls and ${String(PACKETS)} packets a second on both engines at once, on disks that keep commits`;

/** @typedef {import('./radiusServer.mjs').Row} Row */
/** @typedef {{ name: 'PostgreSQL' | 'embedded', url: string, ports: { auth: number, acct: number }, memory: string, disk: () => Promise<Map<string, number>>, stop: () => Promise<void> }} Server */
/** @typedef {Awaited<ReturnType<typeof signIn>>} Admin */
/** @typedef {(what: string, work: () => Promise<string | null>) => Promise<void>} Timed notes how long it took, or the error that it gave */
/** @typedef {{ at: number, rss: number, heap: number, external: number }} Memory */

/** A session consists of a login, a start, this many reports and a stop, with this many seconds between its packets. */
const REPORTS = 6;
const OF_SESSION = REPORTS + 3;
const BETWEEN_S = 20;

/**
 * How often, in seconds, a guest logs in at the portal by a code and a member of staff signs in, and how many calls a guest's login takes.
 */
const GUEST_EVERY_S = 3;
const GUEST_CALLS = 4;
const SIGN_IN_EVERY_S = 60;

/** Minutes before memory is measured, and by how many MB per hour it may grow afterwards. */
const SETTLED_AFTER = Math.min(10, MINUTES / 4);
const GROWTH_MB = 5;

const STAY_MS = 180_000;

const VOUCHER = {
  ...{ num_vouchers: 1, code: '', type: 'normal', auto_login: false, remain_use: 1, time: 'duration', duration: 3 },
  ...{ expiration: 0, max_time: 0, max_traffic: 0, bandwidth_down: 0, bandwidth_up: 0 },
};

const MB = 1_000_000;
const PROBE = path.join(import.meta.dirname, 'memoryProbe.mjs');

const READS = [
  '/api/sessions?limit=25',
  '/api/users?limit=25&state=online',
  '/api/units?limit=25&live=true',
  '/api/histories?limit=25',
  '/api/hotspots?limit=25',
  '/api/devices?limit=25',
  '/api/vouchers/1?limit=25',
  '/api/preferences/hotspots/1',
];

export async function run() {
  const bin = findPostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-hour-'));
  const postgres = bin === undefined ? undefined : await startPostgres(bin, undefined, undefined, { isDurable: true });
  /** @type {Server[]} */
  const servers = [];
  try {
    servers.push(await start('embedded', folder, { PORTICO_DATA: path.join(folder, 'data') }, () => foldersIn(path.join(folder, 'data'))));
    if (postgres !== undefined)
      servers.push(await start('PostgreSQL', folder, { DATABASE_URL: postgres.url }, () => tablesOf(postgres.url)));
    const rows = await Promise.all(servers.map(measure));
    return rows.flat();
  } finally {
    for (const server of servers) await server.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Server['name']} name
 * @param {string} folder
 * @param {Record<string, string>} storage
 * @param {Server['disk']} disk
 * @returns {Promise<Server>}
 */
async function start(name, folder, storage, disk) {
  const cli = process.env.BENCH_SERVER ?? SERVER;
  const memory = path.join(folder, `memory-${name}`);
  mkdirSync(memory);
  const env = { ...storage, PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'error' };
  execFileSync(process.execPath, [cli, 'seed', '--size', 'small', '--yes'], { env: { ...process.env, ...env } });
  const ports = { auth: await freeUdpPort(), acct: await freeUdpPort() };
  const measured = { BENCH_MEMORY: memory, NODE_OPTIONS: `--expose-gc --import=${PROBE} --heapsnapshot-signal=SIGUSR2` };
  const radius = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${String(ports.auth)},${String(ports.acct)}` };
  const server = await startPortico({ cli, args: ['serve', '--port', '0'], env: { ...env, ...radius, ...measured } });
  return { name, url: server.url, ports, memory, disk, stop: server.stop };
}

/**
 * All of the load on one server.
 *
 * @param {Server} server
 * @returns {Promise<Row[]>}
 */
async function measure(server) {
  const { name, url, ports, disk } = server;
  const admin = await signIn(url, 'admin');
  const sessions = Math.ceil((MINUTES * 60 * PACKETS) / OF_SESSION);
  const codes = await prepare(admin, sessions);
  const diskBefore = await disk();
  const began = performance.now();
  const ends = began + MINUTES * 60_000;
  /** @type {Map<string, number[]>} */
  const times = new Map();
  /** @type {Map<string, number>} */
  const errors = new Map();
  /** @type {Timed} */
  const timed = async (what, work) => {
    const sent = performance.now();
    const error = await work().catch(String);
    if (error !== null) errors.set(`${what}: ${error}`, (errors.get(`${what}: ${error}`) ?? 0) + 1);
    else
      times
        .set(what, times.get(what) ?? [])
        .get(what)
        ?.push(performance.now() - sent);
  };
  const offering = [
    offered(CALLS - GUEST_CALLS / GUEST_EVERY_S, ends, (nth) => staffCall(admin, nth, timed)),
    offered(1 / SIGN_IN_EVERY_S, ends, () =>
      timed('staff who sign in', async () => ((await signIn(url, 'admin')).token === '' ? 'no token' : null)),
    ),
    offered(1 / GUEST_EVERY_S, ends - STAY_MS, await guests(admin, server, timed)),
    offered(PACKETS / OF_SESSION, ends - OF_SESSION * BETWEEN_S * 1000, (nth) => session(ports, codes[nth] ?? '', nth, timed)),
  ];
  const telling = setInterval(() => {
    const { length } = [...times.values()].flat();
    const failed = JSON.stringify([...errors]);
    process.stderr.write(`${name} ${((performance.now() - began) / 60_000).toFixed(0)} min: ${String(length)} answered, ${failed}\n`);
  }, 60_000);
  await Promise.all(offering);
  clearInterval(telling);
  return rowsOf(server, times, errors, diskBefore);
}

/** Four of five read; the others make vouchers, remove them again, or change a preference. */
function staffCall(/** @type {Admin} */ call, /** @type {number} */ nth, /** @type {Timed} */ timed) {
  if (nth % 5 !== 4) return timed('calls that read', () => refused(call(READS[nth % READS.length] ?? '/')));
  if (nth % 3 === 0)
    return timed('calls that write', () =>
      refused(call('/api/preferences/hotspots/2', { method: 'PUT', body: { key: 'captive_2_title', value: `Title ${String(nth)}` } })),
    );
  return timed('calls that write', async () => {
    const { status, body } = await call('/api/vouchers', { method: 'POST', body: { ...VOUCHER, hotspot_id: 1 } });
    if (status >= 300) return String(status);
    if (nth % 3 === 1) return null;
    return refused(call(`/api/vouchers/voucher/${String(body.vouchers[0].id)}`, { method: 'DELETE' }));
  });
}

async function refused(/** @type {ReturnType<Admin>} */ answer) {
  const { status, body } = await answer;
  return status < 300 ? null : `${String(status)} ${JSON.stringify(body).slice(0, 200)}`;
}

/**
 * Guests who leave some minutes after they logged in.
 *
 * @param {Admin} admin
 * @param {Server} server
 * @param {Timed} timed
 */
async function guests(admin, server, timed) {
  const newGuest = await newGuests(admin, server);
  return async (/** @type {number} */ nth) => {
    const guest = newGuest(nth);
    await timed('guests from opening a page to being online, five calls and two packets', guest.logIn);
    await pause(STAY_MS);
    await guest.leave();
  };
}

/**
 * A session of a unit that asks by RADIUS.
 *
 * @param {Server['ports']} ports
 * @param {string} code
 * @param {number} nth
 * @param {Timed} timed
 */
async function session(ports, code, nth, timed) {
  const began = performance.now();
  for (let packet = 0; packet < OF_SESSION; packet += 1) {
    const seconds = packet * BETWEEN_S;
    await pause(Math.max(0, began + seconds * 1000 - performance.now()));
    const [what, port, bytes] =
      packet === 0
        ? /** @type {const} */ (['log-ins by RADIUS', ports.auth, login(code, nth)])
        : packet === 1
          ? /** @type {const} */ (['starts', ports.acct, report(code, nth, 1, 0)])
          : packet <= REPORTS + 1
            ? /** @type {const} */ (['reports', ports.acct, report(code, nth, 3, seconds)])
            : /** @type {const} */ (['stops', ports.acct, report(code, nth, 2, seconds)]);
    await timed(what, async () => ((await send(port, [bytes])).lost === 0 ? null : 'no answer'));
  }
}

/**
 * @param {Server} server
 * @param {Map<string, number[]>} times
 * @param {Map<string, number>} errors
 * @param {Map<string, number>} diskBefore
 * @returns {Promise<Row[]>}
 */
async function rowsOf({ name, memory, disk }, times, errors, diskBefore) {
  const failed = [...errors].map(([what, many]) => ({ what: `${name}, error: ${what}`, measured: many, unit: '', budget: 0 }));
  const answered = [...times].flatMap(([what, all]) => [
    { what: `${name}: ${what}`, measured: all.length, unit: 'answered' },
    { what: `${name}: ${what}, p50`, measured: share(all, 0.5), unit: 'ms', digits: 1 },
    { what: `${name}: ${what}, p99`, measured: share(all, 0.99), unit: 'ms', digits: 1 },
  ]);
  const grown = [...(await disk())]
    .map(([what, bytes]) => ({ what, bytes, more: bytes - (diskBefore.get(what) ?? 0) }))
    .filter(({ more }) => Math.abs(more) > MB / 10)
    .sort((one, other) => other.more - one.more)
    .map(({ what, bytes, more }) => ({
      what: `${name}, disk: ${what}, now ${(bytes / MB).toFixed(1)} MB, grown by`,
      measured: more / MB,
      unit: 'MB',
      digits: 1,
    }));
  const errorsInAll = [...errors.values()].reduce((sum, many) => sum + many, 0);
  return [
    { what: `${name}: errors`, measured: errorsInAll, unit: '', budget: 0 },
    ...failed,
    ...answered,
    ...memoryOf(name, memory),
    ...grown,
  ];
}

/** @returns {Row[]} how the memory of the processes of a server grew after they had settled, each and in all */
function memoryOf(/** @type {string} */ name, /** @type {string} */ folder) {
  const processes = readdirSync(folder).map((file) => ({
    pid: path.basename(file, '.jsonl'),
    notes: readFileSync(path.join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => /** @type {Memory} */ (JSON.parse(line))),
  }));
  return /** @type {const} */ (['heap', 'external', 'rss']).flatMap((kind) => {
    const each = processes.map(({ pid, notes }) => {
      const settled = notes.slice(SETTLED_AFTER);
      return { pid, first: settled[0]?.[kind] ?? 0, last: settled.at(-1)?.[kind] ?? 0, slope: slopeOf(settled, kind) };
    });
    const sum = (/** @type {'first' | 'last' | 'slope'} */ what) => each.reduce((all, one) => all + one[what], 0) / MB;
    const slopes = each.map(({ pid, slope }) => `${pid}: ${(slope / MB).toFixed(1)}`).join(', ');
    return [
      { what: `${name}, memory: ${kind} of all processes once settled`, measured: sum('first'), unit: 'MB', digits: 1 },
      { what: `${name}, memory: ${kind} of all processes in the end`, measured: sum('last'), unit: 'MB', digits: 1 },
      { what: `${name}, memory: ${kind} grows by (${slopes})`, measured: sum('slope'), unit: 'MB/h', digits: 1, budget: GROWTH_MB },
    ];
  });
}

/** Growth in bytes per hour, by least squares. */
function slopeOf(/** @type {readonly Memory[]} */ notes, /** @type {'rss' | 'heap' | 'external'} */ kind) {
  const mean = (/** @type {(note: Memory) => number} */ of) => notes.reduce((sum, note) => sum + of(note), 0) / Math.max(1, notes.length);
  const [at, value] = [mean((note) => note.at), mean((note) => note[kind])];
  const spread = mean((note) => (note.at - at) ** 2);
  return spread === 0 ? 0 : (mean((note) => (note.at - at) * (note[kind] - value)) / spread) * 3_600_000;
}

/** Bytes of each table with its indexes, and of the write-ahead log. */
async function tablesOf(/** @type {string} */ url) {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select 'table ' || relname as what, pg_total_relation_size(oid)::float8 as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       union all select 'write-ahead log', sum(size)::float8 from pg_ls_waldir()`,
    );
    return new Map(rows.map(({ what, bytes }) => [String(what), Number(bytes)]));
  } finally {
    await client.end();
  }
}

/** Bytes of each folder of the embedded database. */
async function foldersIn(/** @type {string} */ folder) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const subfolder = path.relative(folder, entry.parentPath).split(path.sep).slice(0, 2).join('/');
    const what = subfolder === '' ? entry.name : subfolder;
    sizes.set(what, (sizes.get(what) ?? 0) + statSync(path.join(entry.parentPath, entry.name)).size);
  }
  return sizes;
}
