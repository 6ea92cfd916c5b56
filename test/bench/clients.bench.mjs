import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from './calls.mjs';
import { connection } from './httpClient.mjs';
import { onBothEngines } from './radiusServer.mjs';
import { prepare, report, send, share } from './radiusUnits.mjs';

export const title = 'Many clients that call without a pause and ignore Retry-After: 80 reads to 20 writes; takes 4 minutes';

/** @typedef {import('./radiusServer.mjs').Row} Row */

const CLIENTS = (process.env.BENCH_CLIENTS ?? '10,50,100,200,500,1000').split(',').map(Number);

/** Seconds before counting begins, and for which clients are counted. */
const WARM_UP = 2;
const COUNTED = 6;

/** Staff whose sessions the clients share. */
const STAFF = 20;

/** The rate of answers must stay above this share of the best one, and no answer may take longer. */
const LEAST_OF_BEST = 0.9;
const P99_MS = 1500;

/** Number of clients that flood, and how long others may wait meanwhile. */
const FLOOD = 200;
const OTHERS_P99_MS = 500;
const BESIDE_SECONDS = 8;
const SESSIONS = 500;

/** Statuses for too many requests at once, and too many from one network. */
const REFUSALS = [503, 429];

const READS = [
  '/api/sessions?limit=25',
  '/api/users?limit=25',
  '/api/units?limit=25',
  '/api/histories?limit=25',
  '/api/hotspots?limit=25',
  '/api/devices?limit=25',
  '/api/vouchers/1?limit=25',
  '/api/preferences/hotspots/1',
];

export const run = () => onBothEngines(measure);

/** @param {import('./radiusServer.mjs').Served} served */
async function measure({ engine, url, accounting }) {
  const admin = await signIn(url, 'admin');
  const tokens = await Promise.all(Array.from({ length: STAFF }, async (_, nth) => (nth === 0 ? admin : signIn(url, 'admin')))).then(
    (all) => all.map((call) => call.token),
  );
  /** @type {Row[]} */
  const rows = [];
  let best = 0;
  for (const many of CLIENTS) {
    const { answered, refused, failed, p50, p99 } = await flood(url, many, (nth) => staffCall(tokens, nth));
    best = Math.max(best, answered);
    const what = `${engine}, ${many.toLocaleString('en')} clients`;
    rows.push({ what: `${what}: answered`, measured: answered, unit: 'a second', least: LEAST_OF_BEST * best });
    rows.push({ what: `${what}: p50`, measured: p50, unit: 'ms' });
    rows.push({ what: `${what}: p99`, measured: p99, unit: 'ms', budget: P99_MS });
    rows.push({ what: `${what}: refused`, measured: refused, unit: '%', digits: 1 });
    if (failed > 0) rows.push({ what: `${what}: failed`, measured: failed, unit: '', budget: 0 });
  }
  return [...rows, ...(await sharing({ engine, url, accounting, tokens, admin }))];
}

/** A call of staff: four of five read, the fifth makes a voucher. */
function staffCall(/** @type {readonly string[]} */ tokens, /** @type {number} */ nth) {
  const headers = { Token: tokens[nth % tokens.length] ?? '', 'X-Portico-Console': '1', 'Accept-Encoding': 'gzip' };
  if (nth % 5 !== 4) return { method: 'GET', path: READS[nth % READS.length] ?? '/', headers };
  const body = { hotspot_id: 1, num_vouchers: 1, duration: 1, remain_use: 1 };
  return { method: 'POST', path: '/api/vouchers', headers, body: JSON.stringify(body) };
}

/**
 * Clients with a connection each, which send the next call as soon as the last one is answered.
 *
 * @param {string} url
 * @param {number} many
 * @param {(nth: number) => import('./httpClient.mjs').Call} callOf
 * @param {{ warmUp?: number, counted?: number, from?: (client: number) => string }} [how]
 */
async function flood(url, many, callOf, { warmUp = WARM_UP, counted = COUNTED, from = () => '127.0.0.1' } = {}) {
  const begins = performance.now() + warmUp * 1000;
  const ends = begins + counted * 1000;
  /** @type {number[]} */
  const times = [];
  /** @type {Map<number, number>} */
  const statuses = new Map();
  let failed = 0;
  await Promise.all(
    Array.from({ length: many }, async (_, client) => {
      let peer = await connection(url, from(client));
      for (let nth = client; performance.now() < ends; nth += 1) {
        const sent = performance.now();
        const status = await peer.send(callOf(nth)).catch(() => 0);
        const now = performance.now();
        if (now > begins && now < ends) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 200 && status < 300) times.push(now - sent);
        }
        if (status === 0 || peer.isClosed()) {
          if (status === 0) failed += 1;
          peer.close();
          peer = await connection(url, from(client)).catch(async () => {
            await pause(50);
            return peer;
          });
        }
      }
      peer.close();
    }),
  );
  const all = [...statuses.values()].reduce((sum, one) => sum + one, 0);
  const refused = REFUSALS.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
  const others = [...statuses].filter(([status]) => status >= 300 && !REFUSALS.includes(status));
  if (others.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(others)}`);
  return {
    answered: times.length / counted,
    refused: (100 * refused) / Math.max(1, all),
    failed,
    p50: share(times, 0.5),
    p99: share(times, 0.99),
  };
}

/**
 * Staff of one tenant flood, and guests and units of others come; then guests of one network flood, and staff and units come.
 *
 * @param {{ engine: string, url: string, accounting: number, tokens: string[], admin: Awaited<ReturnType<typeof signIn>> }} served
 * @returns {Promise<Row[]>}
 */
async function sharing({ engine, url, accounting, tokens, admin }) {
  const codes = await prepare(admin, SESSIONS);
  const portal = `/portal/bench-unit-0?mac=02-BE-00-00-00-01`;
  const kinds = {
    staff: (/** @type {number} */ nth) => staffCall(tokens, nth),
    guests: () => ({ method: 'GET', path: portal, headers: { 'Accept-Encoding': 'gzip' } }),
  };
  /** @type {Row[]} */
  const rows = [];
  for (const [flooding, other] of /** @type {const} */ ([
    ['staff', 'guests'],
    ['guests', 'staff'],
  ])) {
    const flooded = flood(url, FLOOD, kinds[flooding], { warmUp: 0, counted: BESIDE_SECONDS });
    await pause(1000);
    const until = performance.now() + (BESIDE_SECONDS - 2) * 1000;
    /** @type {number[]} */
    const times = [];
    let refused = 0;
    const calling = Promise.all(
      Array.from({ length: 4 }, async (_, client) => {
        const peer = await connection(url, `127.0.1.${String(client + 1)}`);
        for (let nth = client; performance.now() < until; nth += 1) {
          const sent = performance.now();
          const status = await peer.send(kinds[other](nth));
          times.push(performance.now() - sent);
          if (status >= 300) refused += 1;
          await pause(50);
        }
        peer.close();
      }),
    );
    /** @type {number[]} */
    const reports = [];
    let lost = 0;
    for (let nth = 0; performance.now() < until; nth += 1) {
      const which = nth % SESSIONS;
      const done = await send(accounting, [report(codes[which] ?? '', which, nth < SESSIONS ? 1 : 3, Math.floor(nth / SESSIONS))]);
      reports.push(done.p99);
      lost += done.lost;
      await pause(10);
    }
    await calling;
    await flooded;
    const what = `${engine}, ${String(FLOOD)} clients as ${flooding} beside`;
    rows.push({
      what: `${what}: ${other}, p99 of ${String(times.length)}`,
      measured: share(times, 0.99),
      unit: 'ms',
      budget: OTHERS_P99_MS,
    });
    rows.push({ what: `${what}: ${other} refused`, measured: refused, unit: '', budget: 0 });
    const reported = `units' reports, p99 of ${String(reports.length)}`;
    rows.push({ what: `${what}: ${reported}`, measured: share(reports, 0.99), unit: 'ms', budget: OTHERS_P99_MS });
    rows.push({ what: `${what}: units' reports without an answer`, measured: lost, unit: '', budget: 0 });
  }
  return rows;
}
