import { readdir, readFile, readlink } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from './calls.mjs';
import { onBothEngines } from './radiusServer.mjs';
import { prepare, report, send, share } from './radiusUnits.mjs';

export const title = 'Units that report by RADIUS beside staff who read lists: takes 13 minutes';

/** @typedef {import('./radiusServer.mjs').Row} Row */

const P99_MS = 50;

/** Number of running sessions, how often each is reported, and how many staff read lists meanwhile. */
const RUNNING = 10_000;
const EVERY_SECONDS = 300;
const STAFF = 20;

/** How long staff read: in a whole interval each session is reported once. And by how many MB the server may grow in that time. */
const BESIDE_SECONDS = { usual: EVERY_SECONDS, other: 60 };
const GROWTH_MB = 50;
const MEMORY_EVERY_MS = 5000;

/** Seconds that a list may take on the server (one of the steps of the server's own histogram), and the percentage of lists that must. */
const LIST = { within: 0.02, percent: 95 };

const LISTS = ['/api/sessions?limit=25', '/api/users?limit=25&state=online', '/api/units?limit=25&live=true', '/api/histories?limit=25'];

/** Average milliseconds for which somebody looks at a list: as quick people do, and quicker than anybody can. */
const LOOKS_MS = { quick: 2000, tooQuick: 500 };

export const run = () => onBothEngines(measure);

/** @param {import('./radiusServer.mjs').Served} served */
async function measure({ engine, url, accounting }) {
  const codes = await prepare(await signIn(url, 'admin'), RUNNING);
  await send(
    accounting,
    codes.map((code, nth) => report(code, nth + RUNNING, 1, 0)),
  );
  const { quick, tooQuick } = LOOKS_MS;
  return [
    ...(await beside(engine, url, accounting, codes, { looks: quick, isUsual: true, intervals: 1 })),
    ...(await beside(engine, url, accounting, codes, { looks: tooQuick, isUsual: false, intervals: 2 })),
  ];
}

/**
 * The number of lists that the server has answered, and how many of them within the time allowed, by its own metrics (PORTICO_METRICS).
 *
 * @param {string} url
 */
async function listsCounted(url) {
  const lines = (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('portico_http_request_seconds_'));
  const routes = LISTS.map((list) => `route="${list.replace(/\?.*/, '')}"`);
  const sum = (/** @type {string} */ text) =>
    lines
      .filter((line) => line.includes(text) && line.includes('method="GET"') && routes.some((route) => line.includes(route)))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return { all: sum('_count{'), quick: sum(`le="${String(LIST.within)}"`) };
}

/**
 * Reports of all sessions, spread evenly over their interval, while staff read lists.
 *
 * @param {string} engine
 * @param {string} url
 * @param {number} port
 * @param {string[]} codes of the sessions that run
 * @param {{ looks: number, isUsual: boolean, intervals: number }} how `looks`: milliseconds that somebody looks at a list; `isUsual`:
 *   whether budgets apply; `intervals`: how long the sessions have lasted when they are reported
 * @returns {Promise<Row[]>}
 */
async function beside(engine, url, port, codes, { looks, isUsual, intervals }) {
  const seconds = isUsual ? BESIDE_SECONDS.usual : BESIDE_SECONDS.other;
  const server = await processAt(url);
  /** @type {number[]} */
  const lists = [];
  let failed = 0;
  const staff = await Promise.all(Array.from({ length: STAFF }, () => signIn(url, 'admin')));
  const counted = await listsCounted(url);
  const start = performance.now();
  const until = start + seconds * 1000;
  const reading = staff.map(async (call, who) => {
    await pause(looks * Math.random());
    for (let nth = who; performance.now() < until; nth += 1) {
      const began = performance.now();
      const { status } = await call(LISTS[nth % LISTS.length] ?? '/');
      lists.push(performance.now() - began);
      if (status !== 200) failed += 1;
      // Each person looks for a different time; otherwise all would send requests at the same moments.
      await pause(looks * (0.5 + Math.random()));
    }
  });
  const times = /** @type {number[]} */ ([]);
  let lost = 0;
  const reporting = (async () => {
    const gap = (EVERY_SECONDS * 1000) / RUNNING;
    const sent = [];
    const reports = Math.round((seconds * 1000) / gap);
    for (let nth = 0; nth < reports; nth += 1) {
      const wait = start + nth * gap - performance.now();
      if (wait > 1) await pause(wait);
      sent.push(
        send(port, [report(codes[nth % codes.length] ?? '', (nth % codes.length) + RUNNING, 3, intervals * EVERY_SECONDS)]).then((done) => {
          times.push(done.p99);
          lost += done.lost;
        }),
      );
    }
    await Promise.all(sent);
  })();
  /** @type {number[]} */
  const memory = [];
  const watching = (async () => {
    for (; performance.now() < until; await pause(MEMORY_EVERY_MS)) memory.push(await residentIn(server));
  })();
  await Promise.all([...reading, reporting, watching]);
  const who = `${String(STAFF)} staff who look at a list for ${String(looks / 1000)} s`;
  const what = `${engine}, ${RUNNING.toLocaleString('en')} sessions reported each ${String(EVERY_SECONDS)} s beside ${who}`;
  const { all, quick } = await listsCounted(url);
  return [
    {
      what: `${what}: lists that the server answered within ${String(LIST.within * 1000)} ms`,
      measured: (100 * (quick - counted.quick)) / (all - counted.all),
      unit: '%',
      ...(isUsual && { least: LIST.percent }),
      digits: 1,
    },
    { what: `${what}: the same lists here, p50 of ${String(lists.length)}`, measured: share(lists, 0.5), unit: 'ms', digits: 1 },
    { what: `${what}: the same lists here, p95`, measured: share(lists, 0.95), unit: 'ms', digits: 1 },
    {
      what: `${what}: reports, p99 of ${String(times.length)}`,
      measured: share(times, 0.99),
      unit: 'ms',
      ...(isUsual && { budget: P99_MS }),
      digits: 1,
    },
    { what: `${what}: failed or without an answer`, measured: failed + lost, unit: '', budget: 0 },
    {
      what: `${what}: memory of the server grew in ${String(seconds)} s by`,
      measured: growthIn(memory),
      unit: 'MB',
      ...(isUsual && { budget: GROWTH_MB }),
    },
  ];
}

/** Growth of memory without short-term fluctuation: from the minimum in the first fifth of the time to the minimum in the last fifth. */
function growthIn(/** @type {number[]} */ memory) {
  const many = Math.max(1, Math.floor(memory.length / 5));
  return Math.min(...memory.slice(-many)) - Math.min(...memory.slice(0, many));
}

/**
 * The id of the process that listens there. (`memoryOf` looks it up each time, which takes too long during a measurement.)
 *
 * @param {string} url
 */
async function processAt(url) {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const sockets = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
  const inode = sockets
    .find((line) => line.includes(`:${port} `) && / 0A /.test(line))
    ?.trim()
    .split(/\s+/)[9];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // Processes of other users can't be examined.
    const files = await readdir(`/proc/${id}/fd`).catch(() => []);
    const open = await Promise.all(files.map((file) => readlink(`/proc/${id}/fd/${file}`).catch(() => '')));
    if (open.includes(`socket:[${inode ?? ''}]`)) return id;
  }
  throw new Error(`nobody listens at ${url}`);
}

/** Resident memory of a process in MB. */
async function residentIn(/** @type {string} */ id) {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;
}
