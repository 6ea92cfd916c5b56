import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from './calls.mjs';
import { connection } from './httpClient.mjs';
import { onBothEngines } from './radiusServer.mjs';
import { login, prepare, report, send, share } from './radiusUnits.mjs';

/** Milliseconds by which each sync takes longer. */
const SLOW_MS = Number(process.env.BENCH_SYNC_MS ?? 50);

export const title = `A disk that takes ${String(SLOW_MS)} ms for each sync`;

/** @typedef {import('./radiusServer.mjs').Row} Row */

const SESSIONS = 1000;
const AT_ONCE = 64;

/** Number of clients that call without a pause, for how many seconds, and every how many calls is a change. */
const CLIENTS = 20;
const SECONDS = 15;
const CHANGE_EVERY = 5;
const P99_MS = 1500;

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-slow-'));
  const library = path.join(folder, 'slowSync.so');
  try {
    execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, path.join(import.meta.dirname, 'slowSync.c'), '-ldl']);
    return await onBothEngines(measure, { LD_PRELOAD: library, SLOW_SYNC_MS: String(SLOW_MS) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import('./radiusServer.mjs').Served} served
 * @returns {Promise<Row[]>}
 */
async function measure({ engine, url, authentication, accounting }) {
  const admin = await signIn(url, 'admin');
  const codes = await prepare(admin, SESSIONS);
  /** @type {Row[]} */
  const rows = [];
  for (const [what, port, packet] of /** @type {const} */ ([
    ['log-ins', authentication, login],
    ['starts', accounting, (/** @type {string} */ code, /** @type {number} */ nth) => report(code, nth, 1, 0)],
    ['reports', accounting, (/** @type {string} */ code, /** @type {number} */ nth) => report(code, nth, 3, 300)],
    ['stops', accounting, (/** @type {string} */ code, /** @type {number} */ nth) => report(code, nth, 2, 400)],
  ])) {
    const { perSecond, p99, lost } = await send(port, codes.map(packet), { atOnce: AT_ONCE });
    rows.push(
      { what: `${engine}: ${what}, ${String(AT_ONCE)} at a time`, measured: perSecond, unit: 'a second' },
      { what: `${engine}: ${what}, p99`, measured: p99, unit: 'ms' },
      { what: `${engine}: ${what} without an answer in time`, measured: lost, unit: '', budget: 0 },
    );
  }
  const { answered, failed, times } = await calls(url, admin.token);
  return [
    ...rows,
    { what: `${engine}: ${String(CLIENTS)} clients, answered`, measured: answered, unit: 'a second' },
    { what: `${engine}: ${String(CLIENTS)} clients, p50`, measured: share(times, 0.5), unit: 'ms' },
    { what: `${engine}: ${String(CLIENTS)} clients, p99`, measured: share(times, 0.99), unit: 'ms', budget: P99_MS },
    { what: `${engine}: ${String(CLIENTS)} clients, longest`, measured: Math.max(...times), unit: 'ms' },
    { what: `${engine}: ${String(CLIENTS)} clients, not answered well`, measured: failed, unit: '', budget: 0 },
  ];
}

/** Four calls of five read a list, the fifth makes a voucher. */
async function calls(/** @type {string} */ url, /** @type {string} */ token) {
  const headers = { Token: token, 'X-Portico-Console': '1', 'Accept-Encoding': 'gzip' };
  const body = JSON.stringify({ hotspot_id: 1, num_vouchers: 1, duration: 1, remain_use: 1 });
  const ends = performance.now() + SECONDS * 1000;
  /** @type {number[]} */
  const times = [];
  let failed = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      let peer = await connection(url);
      for (let nth = client; performance.now() < ends; nth += 1) {
        const sent = performance.now();
        const call =
          nth % CHANGE_EVERY === 0
            ? { method: 'POST', path: '/api/vouchers', headers, body }
            : { method: 'GET', path: '/api/sessions?limit=25', headers };
        const status = await peer.send(call).catch(() => 0);
        if (status >= 200 && status < 300) times.push(performance.now() - sent);
        else failed += 1;
        if (!peer.isClosed()) continue;
        peer.close();
        await pause(50);
        peer = await connection(url);
      }
      peer.close();
    }),
  );
  return { answered: times.length / SECONDS, failed, times };
}
