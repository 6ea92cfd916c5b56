import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf, signIn } from './calls.mjs';
import { onBothEngines } from './radiusServer.mjs';
import { ACCESS, AT_ONCE, TOO_LATE_MS, attribute, login, identityOf, packetOf, prepare, report, send, share } from './radiusUnits.mjs';

export const title = 'Units that ask by RADIUS: logins and reports a second';

/** @typedef {import('./radiusServer.mjs').Row} Row */

const GUESTS = 2000;
const LEAST = { PostgreSQL: { logins: 300, reports: 1000 }, PGlite: { logins: 150, reports: 400 } };
const P99_MS = 50;

/** Logins during a flood, and as many before it. */
const FLOODED = 400;

/** How often units send a packet that isn't answered, and after how many milliseconds; the default of most units. */
const UNITS_TRY = { tries: 3, after: 2000 };

export const run = () => onBothEngines(measure);

/** @param {import('./radiusServer.mjs').Served} served */
async function measure({ engine, url, authentication, accounting }) {
  const codes = await prepare(await signIn(url, 'admin'), 2 * GUESTS);
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
  rows.push(...(await flooded(engine, url, authentication, some.map(login))));
  return rows;
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
    packetOf(ACCESS, nth, randomBytes(16), [attribute(80, randomBytes(16)), ...identityOf('x', nth)]),
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
 * Sends this many packets per second, whether or not they are answered. With a fixed number of concurrent packets, the time per packet
 * would only be another way to state the rate of answers.
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
