import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER } from '../../scripts/paths.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { freeUdpPort } from '../support/run/udpPort.mjs';
import { memoryOf, signIn } from './calls.mjs';
import { ACCESS, AT_ONCE, TOO_LATE_MS, attribute, login, named, packetOf, prepare, report, send, share } from './radiusUnits.mjs';

export const title = 'Units that ask by RADIUS: logins and reports a second, and beside staff who read lists';

/** @typedef {{ what: string, measured: number, unit: string, budget?: number, least?: number, digits?: number }} Row */

const GUESTS = 2000;
const LEAST = { PostgreSQL: { logins: 300, reports: 1000 }, PGlite: { logins: 150, reports: 400 } };
const P99_MS = 50;

/** The running sessions, how often each is reported, and who reads lists beside. */
const RUNNING = 10_000;
const EVERY_SECONDS = 300;
const STAFF = 20;

/** How long staff read: in one whole interval each session is reported once. And by how many MB the server may grow in it. */
const BESIDE_SECONDS = { usual: EVERY_SECONDS, other: 60 };
const GROWTH_MB = 50;
const MEMORY_EVERY_MS = 5000;

/** What a list may take on the server, in seconds: one of the steps by which the server counts its answers; and the percentage that must. */
const LIST = { within: 0.02, percent: 95 };

const LISTS = ['/api/sessions?limit=25', '/api/users?limit=25&state=online', '/api/units?limit=25&live=true', '/api/histories?limit=25'];

/** Milliseconds for which somebody looks at a list, on average: as quick people do, and quicker than anybody can. */
const LOOKS_MS = { quick: 2000, tooQuick: 500 };

/** Logins during a flood, and as many before it. */
const FLOODED = 400;

/** How often units send a packet that isn't answered, and after how many milliseconds, by default of most. */
const UNITS_TRY = { tries: 3, after: 2000 };

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-radius-'));
  try {
    const rows = await measure('PGlite', { PORTICO_DATA: path.join(folder, 'data') });
    const bin = findPostgres();
    if (bin === undefined) return [...rows, { what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
    const postgres = await startPostgres(bin);
    try {
      return [...rows, ...(await measure('PostgreSQL', { DATABASE_URL: postgres.url }))];
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {'PGlite' | 'PostgreSQL'} engine
 * @param {Record<string, string>} place
 */
async function measure(engine, place) {
  const env = { ...place, PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'error' };
  execFileSync(process.execPath, [SERVER, 'seed', '--size', 'small', '--yes'], { env: { ...process.env, ...env } });
  const [authentication, accounting] = [await freeUdpPort(), await freeUdpPort()];
  const radius = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${String(authentication)},${String(accounting)}` };
  const server = await startPortico({ cli: SERVER, args: ['serve', '--port', '0'], env: { ...env, ...radius, PORTICO_METRICS: 'on' } });
  try {
    const ask = await signIn(server.url, 'admin');
    const codes = await prepare(ask, RUNNING);
    const [some, more] = [codes.slice(0, GUESTS), codes.slice(GUESTS, 2 * GUESTS)];
    const least = LEAST[engine];
    /** @type {Row[]} */
    const rows = [];
    const burst = async (
      /** @type {string} */ what,
      /** @type {number} */ port,
      /** @type {(code: string, nth: number) => Buffer} */ packetFor,
      /** @type {number} */ most,
    ) => {
      const atOnce = await send(port, some.map(packetFor));
      const offered = await offer(
        port,
        more.map((code, nth) => packetFor(code, nth + GUESTS)),
        most,
      );
      const lost = atOnce.lost + offered.lost;
      rows.push(
        { what: `${engine}: ${what}, ${String(AT_ONCE)} at a time`, measured: atOnce.perSecond, unit: 'a second', least: most },
        { what: `${engine}: ${what}, ${String(AT_ONCE)} at a time, p99`, measured: atOnce.p99, unit: 'ms', digits: 1 },
        { what: `${engine}: ${what}, ${String(most)} a second, p99`, measured: offered.p99, unit: 'ms', budget: P99_MS, digits: 1 },
      );
      if (lost > 0) rows.push({ what: `${engine}: ${what}, without an answer`, measured: lost, unit: '', budget: 0 });
    };
    await burst('first logins', authentication, login, least.logins);
    await burst('logins', authentication, login, least.logins);
    await burst('starts', accounting, (code, nth) => report(code, nth, 1, 0), least.reports);
    await burst('reports', accounting, (code, nth) => report(code, nth, 3, 300), least.reports);
    await burst('stops', accounting, (code, nth) => report(code, nth, 2, 400), least.reports);
    rows.push(...(await flooded(engine, server.url, authentication, some.map(login))));
    await send(
      accounting,
      codes.map((code, nth) => report(code, nth + RUNNING, 1, 0)),
    );
    const { quick, tooQuick } = LOOKS_MS;
    rows.push(...(await beside(engine, server.url, accounting, codes, { looks: quick, isUsual: true, intervals: 1 })));
    rows.push(...(await beside(engine, server.url, accounting, codes, { looks: tooQuick, isUsual: false, intervals: 2 })));
    return rows;
  } finally {
    await server.stop();
  }
}

/**
 * The lists that the server has answered, and how many of them within their time, by its own count (PORTICO_METRICS).
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
  const reading = staff.map(async (ask, who) => {
    await pause(looks * Math.random());
    for (let nth = who; performance.now() < until; nth += 1) {
      const began = performance.now();
      const { status } = await ask(LISTS[nth % LISTS.length] ?? '/');
      lists.push(performance.now() - began);
      if (status !== 200) failed += 1;
      // People look at what they read, each for a time of their own: without that all would ask at the same moments.
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

/** By how much memory grew, without what comes and goes: from the least in the first fifth of the time to the least in the last. */
function growthIn(/** @type {number[]} */ memory) {
  const many = Math.max(1, Math.floor(memory.length / 5));
  return Math.min(...memory.slice(-many)) - Math.min(...memory.slice(0, many));
}

/**
 * The id of the process that listens there. (`memoryOf` looks for it each time, which takes too long beside what is measured.)
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
    // Those of others can't be looked at.
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

/**
 * Logins of units while another address sends packets under a wrong secret as fast as this process can, as multiples of those in peace.
 *
 * @param {string} engine
 * @param {string} url
 * @param {number} port
 * @param {Buffer[]} logins
 * @returns {Promise<Row[]>}
 */
async function flooded(engine, url, port, logins) {
  const [first, second] = [logins.slice(0, FLOODED), logins.slice(FLOODED, 2 * FLOODED)];
  const quiet = await send(port, first);
  const before = memoryOf(url);
  const forged = Array.from({ length: 256 }, (_, nth) =>
    packetOf(ACCESS, nth, randomBytes(16), [attribute(80, randomBytes(16)), ...named('x', nth)]),
  );
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.2');
  await once(socket, 'listening');
  let sent = 0;
  const state = { isOver: false };
  const began = performance.now();
  const flood = (async () => {
    while (!state.isOver) {
      for (const packet of forged) socket.send(packet, port, '127.0.0.1');
      sent += forged.length;
      await pause(5);
    }
  })();
  await pause(2000);
  const served = await send(port, second, UNITS_TRY);
  await pause(2000);
  state.isOver = true;
  await flood;
  socket.close();
  const what = `${engine}, ${Math.round(sent / ((performance.now() - began) / 1000)).toLocaleString('en')} forged packets a second from one address`;
  return [
    { what: `${what}: logins of others without an answer, of ${String(second.length)}`, measured: served.lost, unit: '', budget: 0 },
    { what: `${what}: packets of theirs that had to be sent again`, measured: served.again, unit: '' },
    { what: `${what}: their p99 against that in peace`, measured: served.p99 / quiet.p99, unit: 'times', budget: 10, digits: 1 },
    {
      what: `${what}: their number a second against that in peace`,
      measured: served.perSecond / quiet.perSecond,
      unit: 'times',
      least: 0.1,
      digits: 2,
    },
    { what: `${what}: memory of the server grew by`, measured: memoryOf(url) - before, unit: 'MB' },
  ];
}

/**
 * Sends so many a second, whatever becomes of them: the goal's number, since with some always on their way the time that one takes is only
 * another word for how many are answered.
 */
async function offer(/** @type {number} */ port, /** @type {Buffer[]} */ packets, /** @type {number} */ perSecond) {
  /** @type {number[]} */
  const times = [];
  const sockets = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const socket = createSocket('udp4');
      /** @type {Map<number, number>} */
      const sent = new Map();
      socket.on('message', (answer) => {
        const began = sent.get(answer[1] ?? -1);
        if (began !== undefined && sent.delete(answer[1] ?? -1)) times.push(performance.now() - began);
      });
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
      return { socket, sent };
    }),
  );
  const began = performance.now();
  for (const [nth, packet] of packets.entries()) {
    const wait = began + (nth * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    const its = sockets[nth % sockets.length];
    its?.sent.set(packet[1] ?? 0, performance.now());
    its?.socket.send(packet, port, '127.0.0.1');
  }
  const end = performance.now() + TOO_LATE_MS;
  while (times.length < packets.length && performance.now() < end) await pause(20);
  for (const { socket } of sockets) socket.close();
  return { p99: share(times, 0.99), lost: packets.length - times.length };
}
