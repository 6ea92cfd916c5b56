import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER } from '../../scripts/paths.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { memoryOf, signIn } from './calls.mjs';
import { embeddedLarge, largeIn } from './large.mjs';

export const title = 'Calls at 1,000,000 ended sessions, 40,000 guests, 240 hotspots, in milliseconds';

/** An account that sees everything, a reseller with a fifth of all rows, and the owner of the largest hotspot. */
export const CALLERS = ['admin', 'reseller1', 'customer1'];
const ROUNDS = 8;
const STAFF = 50;
const MIXED_SECONDS = 60;
const BUDGET = { list: 20, search: 50, report: 50 };
const REPORTS = [
  'current',
  'sessions',
  'traffic',
  'avg_user_traffic',
  'avg_user_duration',
  'avg_conn_traffic',
  'avg_conn_duration',
  'sms_year',
  'sms_history',
  'account_types_pie',
  'account_types_graph',
];
const MEMORY_MB = 450;

/** @typedef {{ what: string, measured: number, unit: string, budget?: number, digits?: number }} Row */
/** @typedef {(path: string, call?: { method?: string, body?: object }) => Promise<{ status: number, headers: Headers, body: any }>} Get */
/** Calls with the same first word and budget share a row of the table.
 * @typedef {{ name: string, path: string, budget?: number }} Call */

export async function run() {
  const rows = await measure('PGlite', embeddedLarge(), MEMORY_MB);
  const bin = findPostgres();
  if (bin === undefined) return [...rows, { what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
  // The unprivileged user PostgreSQL runs as must be able to reach the folder.
  const dataFolder = path.join(tmpdir(), 'portico-bench-postgres');
  const postgres = await startPostgres(bin, dataFolder);
  try {
    rows.push(...(await measure('PostgreSQL', largeIn(dataFolder, { DATABASE_URL: postgres.url }))));
  } finally {
    await postgres.stop();
  }
  return rows;
}

/**
 * @param {string} engine
 * @param {Record<string, string> & { PORTICO_NOW: string }} env
 * @param {number} [memoryBudget]
 */
async function measure(engine, env, memoryBudget) {
  const now = env.PORTICO_NOW;
  const server = await startPortico({ cli: SERVER, args: ['serve', '--port', '0'], env });
  try {
    /** @type {Row[]} */
    const rows = [];
    /** @type {Map<string, { budget: number | undefined, times: { ms: number, name: string }[] }>} */
    const groups = new Map();
    for (const username of CALLERS) {
      const get = await signIn(server.url, username);
      for (const call of [...(await callsOf(get, now)), ...slowCalls()]) {
        const group = `${engine}, ${username}: ${call.name.split(' ')[0] ?? ''}${/\Wq=/.test(call.path) && call.name !== 'find' ? ' by q' : ''}`;
        const { times } = groups.get(group) ?? { times: [] };
        for (let round = 0; round < ROUNDS; round += 1) {
          const began = performance.now();
          const { status } = await get(call.path);
          times.push({ ms: performance.now() - began, name: call.name });
          if (status !== 200) throw new Error(`${call.path} answered ${String(status)}`);
        }
        groups.set(group, { budget: call.budget, times });
      }
    }
    for (const [what, { budget, times }] of groups) rows.push(...summary(what, times, budget));
    const { failed, refused, times } = await mixedLoad(server.url, now);
    for (const [kind, all] of Object.entries(times)) {
      rows.push(...summary(`${engine}, ${String(STAFF)} staff at once for ${String(MIXED_SECONDS)} s, ${kind}`, all));
      rows.push({ what: `${engine}, the same, ${kind}: p99 of ${String(all.length)}`, measured: at(all, 0.99), unit: 'ms' });
    }
    rows.push({ what: `${engine}, the same: told to come again`, measured: refused, unit: '' });
    rows.push({ what: `${engine}, the same: failed`, measured: failed, unit: '', budget: 0 });
    rows.push({
      what: `${engine}, memory of the server after that`,
      measured: memoryOf(server.url),
      unit: 'MB',
      ...(memoryBudget !== undefined && { budget: memoryBudget }),
    });
    return rows;
  } finally {
    await server.stop();
  }
}

/**
 * Typical calls of staff, on the caller's own rows.
 *
 * @param {(path: string) => Promise<{ status: number, body: any, headers: Headers }>} get
 * @param {string} now
 * @returns {Promise<Call[]>}
 */
export async function callsOf(get, now) {
  const day = (/** @type {number} */ ago) => new Date(Date.parse(now) - ago * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const lately = `from=${encodeURIComponent(day(14))}&to=${encodeURIComponent(day(0))}`;
  const { body: some } = await get('/api/histories?limit=25&page=40');
  const row = some.data[0];
  const far = await get('/api/histories?limit=25&page=400');
  const cursor = far.headers.get('x-cursor-last');
  const list = (/** @type {string} */ name, /** @type {string} */ query) => ({
    name: `${name} ?${query}`,
    path: `/api/${name}?limit=25&${query}`,
    budget: BUDGET.list,
  });
  const search = (/** @type {string} */ name, /** @type {string} */ q, query = '') => ({
    ...list(name, `q=${encodeURIComponent(q)}${query}`),
    budget: BUDGET.search,
  });
  const sorts = (/** @type {string} */ name, /** @type {string[]} */ columns, query = '') =>
    columns.flatMap((sort) => ['asc', 'desc'].map((order) => list(name, `sort=${sort}&order=${order}${query}`)));
  const reports = (/** @type {string} */ query) =>
    REPORTS.map((type) => ({
      name: `reports ${type} ?${query}`,
      path: `/api/stats/reports/${type}/graph?${query}`,
      budget: BUDGET.report,
    }));
  const historySorts = ['start_time', 'username', 'bytes_up', 'bytes_down', 'duration'];
  return [
    { name: 'dashboard', path: '/api/stats/dashboard?tz=Europe/Rome', budget: BUDGET.report },
    { name: 'alerts', path: '/api/attention', budget: BUDGET.report },
    list('hotspots', 'page=1'),
    ...sorts('hotspots', ['name', 'trouble', 'guests_online', 'vouchers_left'], '&board=true'),
    list('units', 'page=1'),
    list('units', 'live=true'),
    ...sorts('users', ['id', 'name', 'email', 'username', 'account_type', 'valid_from', 'valid_until', 'created']),
    list('users', 'page=40'),
    list('users', 'type=mac'),
    list('users', 'state=online&used=true&tz=Europe/Rome'),
    list('users', 'used=true&tz=Europe/Rome'),
    list('users', 'marketing=true'),
    list('users', `hotspot=${row.hotspot_id}`),
    ...sorts('users_expired', ['id', 'name', 'valid_until']),
    list('users_expired', 'state=all&used=true&tz=Europe/Rome'),
    ...['rossi', 'gmail', '1024', 'example.org', row.username.slice(0, 12)].map((q) => search('users', q)),
    ...sorts('devices', ['id', 'mac_address', 'ip_address', 'created']),
    list('devices', `user=${row.user_id}`),
    ...['06-00', 'rossi', row.device_mac].map((q) => search('devices', q)),
    ...sorts('sessions', ['start_time', 'update_time', 'username', 'bytes_down', 'duration']),
    list('sessions', 'live=true&sums=true'),
    ...['rossi', 'ap-1', '10.1.'].map((q) => search('sessions', q)),
    ...sorts('histories', historySorts),
    ...sorts('histories', historySorts, `&${lately}`),
    ...sorts('histories', ['start_time', 'bytes_down'], `&hotspot=${row.hotspot_id}`),
    ...sorts('histories', ['start_time', 'bytes_down'], `&unit=${row.unit_id}`),
    ...sorts('histories', ['start_time', 'bytes_down'], `&user=${row.user_id}`),
    list('histories', 'page=40'),
    list('histories', 'page=400'),
    list('histories', `sort=bytes_down&order=desc&page=400`),
    ...(cursor === null ? [] : [list('histories', `after=${cursor}`), list('histories', `before=${cursor}`)]),
    list('histories', 'end=true'),
    ...[row.username, row.username.slice(0, 10), 'rossi', 'ap-1-2', '10.1.2.3', 'example.org', 'nobody-is-called-so'].map((q) =>
      search('histories', q),
    ),
    search('histories', 'rossi', `&${lately}`),
    { name: 'find', path: `/api/find?q=${encodeURIComponent(row.username.slice(0, 8))}`, budget: BUDGET.search },
    { name: 'find', path: '/api/find?q=rossi', budget: BUDGET.search },
    ...reports('range=30&tz=Europe/Rome'),
    ...reports('range=7'),
    ...reports(`range=30&tz=America/New_York&hotspot=${row.hotspot_id}`),
  ];
}

/**
 * Calls without a budget that still shouldn't take forever: a whole year, and a time zone the sums don't cover.
 *
 * @returns {Call[]}
 */
export function slowCalls() {
  const reports = (/** @type {string} */ name, /** @type {string} */ query) =>
    REPORTS.map((type) => ({ name: `${name} ${type}`, path: `/api/stats/reports/${type}/graph?${query}` }));
  return [...reports('reports-of-a-year', 'range=365&tz=Europe/Rome'), ...reports('reports-in-Kolkata', 'range=30&tz=Asia/Kolkata')];
}

/**
 * Simulates staff who each read lists and reports without pauses and, after every tenth call, rename a guest to its own name, create a
 * voucher and mark it as printed. Who is told that the server is busy comes again when it said, like the console.
 *
 * @param {string} url
 * @param {string} now
 */
async function mixedLoad(url, now) {
  /** @type {Record<'lists' | 'reports' | 'changes', { ms: number, name: string }[]>} */
  const times = { lists: [], reports: [], changes: [] };
  let failed = 0;
  let refused = 0;
  const callers = await Promise.all(
    Array.from({ length: STAFF }, async (_, n) => {
      const get = await signIn(
        url,
        n % 10 === 0 ? (CALLERS[n % 2] ?? 'admin') : `${n % 2 === 0 ? 'customer' : 'desk'}${String(1 + n * 4)}`,
      );
      // A desk has no dashboard.
      const calls = (await callsOf(get, now)).filter(({ path }) => n % 2 === 0 || n % 10 === 0 || !/stats\/dashboard|attention/.test(path));
      return { get, calls };
    }),
  );
  /** @type {(get: Get, kind: keyof typeof times, call: { path: string, status?: number, method?: string, body?: object }) => Promise<any>} */
  const timed = async (get, kind, call) => {
    for (;;) {
      const began = performance.now();
      const answer = await get(call.path, call).catch(() => undefined);
      if (answer?.status === 503 && answer.body.code === 'busy') {
        refused += 1;
        await pause(Number(answer.headers.get('retry-after')) * 1000);
        continue;
      }
      times[kind].push({ ms: performance.now() - began, name: `${call.method ?? 'GET'} ${call.path}` });
      if (answer?.status !== (call.status ?? 200)) failed += 1;
      return answer?.body;
    }
  };
  const until = performance.now() + MIXED_SECONDS * 1000;
  await Promise.all(
    callers.map(async ({ get, calls }, n) => {
      for (let i = n * 7; performance.now() < until; i += 1) {
        const call = calls[i % calls.length];
        if (call === undefined) return;
        await timed(get, /^\/api\/(stats\/reports|find)/.test(call.path) ? 'reports' : 'lists', call);
        if (i % 10 !== 0) continue;
        for (const write of await writesOf((path) => timed(get, 'lists', { path }))) await timed(get, 'changes', write);
      }
    }),
  );
  return { failed, refused, times };
}

/**
 * The writes for `mixedLoad`, based on the caller's first guest and its hotspot.
 *
 * @param {(path: string) => Promise<any>} read Returns the body.
 */
async function writesOf(read) {
  const guest = (await read('/api/users?limit=1')).data[0];
  if (guest === undefined) return [];
  const [voucher] = await read(`/api/vouchers/${String(guest.hotspot_id)}?limit=1`);
  return [
    { method: 'PUT', path: `/api/users/${String(guest.id)}`, body: { name: guest.name }, status: 200 },
    {
      method: 'POST',
      path: '/api/vouchers',
      body: { hotspot_id: guest.hotspot_id, num_vouchers: 1, remain_use: -1, duration: 7 },
      status: 201,
    },
    ...(voucher === undefined
      ? []
      : [{ method: 'PUT', path: '/api/vouchers', body: { voucher_ids: [voucher.id], printed: true }, status: 200 }]),
  ];
}

/**
 * @param {{ ms: number }[]} times
 * @param {number} share
 */
function at(times, share) {
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * @param {string} what
 * @param {{ ms: number, name: string }[]} times
 * @param {number} [budget]
 * @returns {Row[]}
 */
function summary(what, times, budget) {
  /** @type {Map<string, number[]>} */
  const byName = new Map();
  for (const { ms, name } of times) byName.set(name, [...(byName.get(name) ?? []), ms]);
  const medians = [...byName].map(([name, all]) => ({ name, ms: all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0 }));
  const slowest = medians.sort((a, b) => b.ms - a.ms)[0];
  return [
    {
      what: `${what}: p95 (p50 ${at(times, 0.5).toFixed(1)}; slowest ${slowest?.ms.toFixed(1) ?? ''}: ${slowest?.name.slice(0, 60) ?? ''})`,
      measured: at(times, 0.95),
      unit: 'ms',
      digits: 1,
      ...(budget !== undefined && { budget }),
    },
  ];
}
