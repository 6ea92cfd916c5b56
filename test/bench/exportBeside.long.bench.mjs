import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { SERVER } from '../../scripts/paths.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { freeUdpPort } from '../support/run/udpPort.mjs';
import { signIn } from './calls.mjs';
import { PASSWORD, embeddedLarge, largeIn } from './large.mjs';
import { newGuests, offered } from './offeredLoad.mjs';
import { ok, prepare, report, send, share } from './radiusUnits.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 500_000);

export const title = `What others wait while one exports ${ROWS.toLocaleString('en')} ended sessions, at 1,000,000; on disks that keep commits`;

/** @typedef {import('./radiusServer.mjs').Row} Row */
/** @typedef {'lists' | 'guests' | 'reports'} Kind */

/** What others do, times per second, and how many turns without and with the export there are. */
const RATES = { lists: 10, guests: 2, reports: 20 };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Seconds of a turn without the export; one with it lasts as long as the export. */
const SECONDS = 40;

/** By which factor an export may slow others down. */
const AT_MOST = 2;

const HOTSPOTS = 5;
const SESSIONS = 500;

const LISTS = ['sessions', 'users', 'units', 'histories', 'hotspots', 'devices'].map((list) => `/api/${list}?limit=25`);
const READERS = ['reseller2', 'reseller3', 'customer5', 'customer9', 'desk7'];

const WHAT = { lists: 'lists', guests: 'guests who log in, from opening a page', reports: 'reports by RADIUS' };

export async function run() {
  const engines = (process.env.BENCH_ENGINES ?? 'PostgreSQL,embedded').split(',');
  return [...(engines.includes('PostgreSQL') ? await onPostgres() : []), ...(engines.includes('embedded') ? await onEmbedded() : [])];
}

/** On a copy of a database that the first run fills. */
async function onPostgres() {
  const bin = findPostgres();
  if (bin === undefined) return [{ what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
  const folder = path.join(tmpdir(), 'portico-bench-export');
  const postgres = await startPostgres(bin, folder, undefined, { isDurable: true });
  try {
    largeIn(folder, { DATABASE_URL: postgres.url });
    const client = new Client(Object.assign(new URL(postgres.url), { pathname: '/template1' }).href);
    await client.connect();
    await client.query('drop database if exists exported');
    await client.query('create database exported template postgres');
    await client.end();
    return await measure('PostgreSQL', { DATABASE_URL: Object.assign(new URL(postgres.url), { pathname: '/exported' }).href });
  } finally {
    await postgres.stop();
  }
}

async function onEmbedded() {
  const filled = embeddedLarge();
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-export-'));
  try {
    cpSync(/** @type {string} */ (filled.PORTICO_DATA), path.join(folder, 'data'), { recursive: true });
    return await measure('embedded', { PORTICO_DATA: path.join(folder, 'data') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} engine
 * @param {Record<string, string>} location
 * @returns {Promise<Row[]>}
 */
async function measure(engine, location) {
  const ports = { auth: await freeUdpPort(), acct: await freeUdpPort() };
  const radius = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${String(ports.auth)},${String(ports.acct)}` };
  const env = { ...location, ...radius, PORTICO_LOGIN_LIMIT: '0', PORTICO_TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' };
  const server = await startPortico({ cli: process.env.BENCH_SERVER ?? SERVER, args: ['serve', '--port', '0'], env });
  try {
    const { url } = server;
    const admin = await signIn(url, 'admin');
    const others = await othersAt({ url, ports }, await newReseller(url, admin));
    await others(SECONDS / 4);
    const turns = { without: /** @type {Turn[]} */ ([]), with: /** @type {Turn[]} */ ([]) };
    const exports = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      turns.without.push(await others(SECONDS));
      const began = performance.now();
      const over = new AbortController();
      const exporting = exported(url, admin.token).finally(() => over.abort());
      turns.with.push(await others(Infinity, over.signal));
      exports.push({ ...(await exporting), seconds: (performance.now() - began) / 1000 });
    }
    const middle = exports.sort((one, other) => one.seconds - other.seconds)[Math.floor(ROUNDS / 2)];
    return [
      ...rowsOf(engine, turns),
      { what: `${engine}: an export of ${ROWS.toLocaleString('en')} took`, measured: middle?.seconds ?? 0, unit: 's' },
      { what: `${engine}: its pages, compressed`, measured: (middle?.bytes ?? 0) / 1_000_000, unit: 'MB' },
      { what: `${engine}: its pages that were refused as busy`, measured: exports.reduce((sum, one) => sum + one.refused, 0), unit: '' },
    ];
  } finally {
    await server.stop();
  }
}

/** Another reseller with hotspots, as the plans of those that are there have no room for more units. */
async function newReseller(/** @type {string} */ url, /** @type {Awaited<ReturnType<typeof signIn>>} */ admin) {
  const privacy = { privacy_name: 'B', privacy_vat: '1', privacy_address: 'A', privacy_email: 'beside@example.com' };
  const reseller = {
    uuid: 'beside',
    username: 'beside',
    name: 'Beside',
    email: 'beside@example.com',
    type: 'reseller',
    subscription_plan_id: 4,
  };
  const { id } = await ok(admin('/api/accounts', { method: 'POST', body: { ...reseller, password: PASSWORD } }));
  const call = await signIn(url, reseller.username);
  await ok(call(`/api/accounts/${String(id)}`, { method: 'PUT', body: privacy }));
  for (let nth = 0; nth < HOTSPOTS; nth += 1) {
    const business = { business_name: 'B', business_vat: '1', business_address: 'A', business_email: reseller.email };
    await ok(call('/api/hotspots', { method: 'POST', body: { name: `beside-${String(nth)}`, description: 'Beside', ...business } }));
  }
  return call;
}

/** @returns {Promise<{ refused: number, bytes: number }>} */
async function exported(/** @type {string} */ url, /** @type {string} */ token) {
  const worker = new Worker(new URL('exporting.mjs', import.meta.url), { workerData: { url, token, rows: ROWS } });
  const [done] = await once(worker, 'message');
  return done;
}

/**
 * Milliseconds of what was answered, and what failed.
 *
 * @typedef {{ times: Record<Kind, number[]>, errors: string[] }} Turn
 */

/**
 * What others do: until a number of seconds is over, or a signal comes.
 *
 * @param {{ url: string, ports: { auth: number, acct: number } }} server
 * @param {Awaited<ReturnType<typeof signIn>>} reseller
 * @returns {Promise<(seconds: number, over?: AbortSignal) => Promise<Turn>>}
 */
async function othersAt(server, reseller) {
  const codes = await prepare(reseller, SESSIONS);
  await send(
    server.ports.acct,
    codes.map((code, nth) => report(code, nth, 1, 0)),
  );
  const readers = await Promise.all(READERS.map((username) => signIn(server.url, username)));
  const newGuest = await newGuests(reseller, server);
  let guests = 0;
  let reports = 0;
  return async (seconds, over) => {
    /** @type {Turn} */
    const turn = { times: { lists: [], guests: [], reports: [] }, errors: [] };
    const timed = async (/** @type {Kind} */ kind, /** @type {() => Promise<string | null>} */ work) => {
      const began = performance.now();
      const error = await work().catch(String);
      if (error === null) turn.times[kind].push(performance.now() - began);
      else turn.errors.push(`${kind}: ${error}`);
    };
    const ends = performance.now() + seconds * 1000;
    await Promise.all([
      offered(RATES.lists, ends, (nth) => timed('lists', () => failureOf(readers[nth % readers.length], LISTS[nth % LISTS.length])), over),
      offered(
        RATES.guests,
        ends,
        async () => {
          guests += 1;
          const guest = newGuest(guests, { 'X-Forwarded-For': `198.51.100.${String(guests % 250)}` });
          await timed('guests', guest.logIn);
          await guest.leave();
        },
        over,
      ),
      offered(
        RATES.reports,
        ends,
        async () => {
          const nth = reports % SESSIONS;
          reports += 1;
          const packet = report(codes[nth] ?? '', nth, 3, Math.ceil(reports / SESSIONS) * 60);
          await timed('reports', async () => ((await send(server.ports.acct, [packet])).lost === 0 ? null : 'no answer'));
        },
        over,
      ),
    ]);
    return turn;
  };
}

async function failureOf(/** @type {Awaited<ReturnType<typeof signIn>> | undefined} */ call, /** @type {string | undefined} */ list = '') {
  const { status } = (await call?.(list)) ?? { status: 0 };
  return status === 200 ? null : `${list} ${String(status)}`;
}

/** @returns {Row[]} */
function rowsOf(/** @type {string} */ engine, /** @type {Record<'without' | 'with', Turn[]>} */ turns) {
  const kinds = /** @type {const} */ (['lists', 'guests', 'reports']);
  const figures = kinds.flatMap((kind) => {
    const [before, beside] = [turns.without, turns.with].map((each) => each.flatMap(({ times }) => times[kind]));
    return /** @type {const} */ ([0.5, 0.99]).flatMap((part) => {
      const [alone, shared] = [share(before ?? [], part), share(beside ?? [], part)];
      const what = `${engine}: ${WHAT[kind]}, p${String(part * 100)}`;
      return [
        { what: `${what}, without`, measured: alone, unit: 'ms', digits: 1 },
        { what: `${what}, beside the export`, measured: shared, unit: 'ms', digits: 1 },
        { what: `${what}, ratio`, measured: shared / alone, unit: '', digits: 2, ...(part === 0.99 && { budget: AT_MOST }) },
      ];
    });
  });
  const errors = [...turns.without, ...turns.with].flatMap((turn) => turn.errors);
  for (const error of new Set(errors)) process.stderr.write(`${engine}: ${error}\n`);
  return [...figures, { what: `${engine}: not answered well`, measured: errors.length, unit: '', budget: 0 }];
}
