/** Units for the benchmarks, as RADIUS clients: the data that they need, and the packets that they send. */
import { Buffer } from 'node:buffer';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {(path: string, call?: { method?: string, body?: object }) => Promise<{ status: number, body: any }>} ApiCall */

/** Number of concurrent packets, as from as many units. */
export const AT_ONCE = 16;

export const TOO_LATE_MS = 5000;

export const SECRET = 'secret-of-the-benchmark';

/** Guests are spread over this many hotspots, each with a unit. */
const HOTSPOTS = 5;
const unitOf = (/** @type {number} */ nth) => `bench-unit-${String(nth % HOTSPOTS)}`;

/** Number of devices; after the last one the first comes back. */
const DEVICES = 10_000;

/** Creates units, and vouchers whose guests log in automatically: the first for the first unit, the second for the second, and so on. */
export async function prepare(/** @type {ApiCall} */ call, /** @type {number} */ many) {
  /** @type {string[][]} */
  const each = [];
  for (const { id: hotspot_id } of (await ok(call(`/api/hotspots?limit=${String(HOTSPOTS)}`))).data) {
    const uuid = unitOf(each.length);
    const unit = { uuid, name: uuid, mac_address: `02-BE-00-00-01-0${String(each.length)}`, hotspot_id, secret: SECRET };
    await ok(call('/api/units', { method: 'POST', body: unit }));
    await ok(call(`/api/preferences/hotspots/${String(hotspot_id)}`, { method: 'PUT', body: { key: 'voucher_login', value: 'true' } }));
    /** @type {string[]} */
    const codes = [];
    while (codes.length < many / HOTSPOTS) {
      const body = { hotspot_id, num_vouchers: 500, type: 'auth', user_name: 'Guest', remain_use: 1, duration: 3, max_time: 7200 };
      const { vouchers } = await ok(call('/api/vouchers', { method: 'POST', body }));
      codes.push(...vouchers.map((/** @type {{ code: string }} */ { code }) => code));
    }
    each.push(codes);
  }
  return Array.from({ length: many }, (_, nth) => each[nth % HOTSPOTS]?.[Math.floor(nth / HOTSPOTS)] ?? '');
}

/**
 * Sends all, some at the same time, each once, or until it is answered as units do. `again` is how often a packet was repeated; the times
 * are those of packets that needn't be.
 *
 * @param {number} port
 * @param {Buffer[]} packets
 * @param {{ tries?: number, after?: number, atOnce?: number }} [how]
 */
export async function send(port, packets, { tries = 1, after = TOO_LATE_MS, atOnce = AT_ONCE } = {}) {
  /** @type {number[]} */
  const times = [];
  let next = 0;
  let lost = 0;
  let again = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, packets.length) }, async () => {
      const socket = createSocket('udp4');
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
      for (let packet = packets[next++]; packet !== undefined; packet = packets[next++]) {
        const sent = performance.now();
        let isAnswered = false;
        let tried = 0;
        for (; tried < tries && !isAnswered; tried += 1) {
          socket.send(packet, port, '127.0.0.1');
          isAnswered = (await Promise.race([once(socket, 'message'), pause(after, undefined, { ref: false })])) !== undefined;
        }
        again += tried - 1;
        if (!isAnswered) lost += 1;
        else if (tried === 1) times.push(performance.now() - sent);
      }
      socket.close();
    }),
  );
  return { perSecond: packets.length / ((performance.now() - began) / 1000), p99: share(times, 0.99), lost, again };
}

/** The body of an answer, which must not be a refusal. */
export async function ok(/** @type {ReturnType<ApiCall>} */ answer) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
  return body;
}

/** Packet codes. */
export const ACCESS = 1;
const ACCOUNTING = 4;
const deviceOf = (/** @type {number} */ nth) =>
  `02-BE-${nth
    .toString(16)
    .padStart(8, '0')
    .toUpperCase()
    .replace(/(..)(..)(..)(..)/, '$1-$2-$3-$4')}`;

/** An Access-Request with a hidden password, signed. */
export function login(/** @type {string} */ code, /** @type {number} */ nth) {
  const authenticator = randomBytes(16);
  const padded = Buffer.alloc(Math.max(16, Math.ceil(code.length / 16) * 16));
  padded.write(code);
  let before = authenticator;
  const blocks = [];
  for (let at = 0; at < padded.length; at += 16) {
    const mask = createHash('md5').update(SECRET).update(before).digest();
    before = Buffer.from(padded.subarray(at, at + 16).map((byte, i) => byte ^ (mask[i] ?? 0)));
    blocks.push(before);
  }
  const packet = packetOf(ACCESS, nth, authenticator, [
    attribute(80, Buffer.alloc(16)),
    ...identityOf(code, nth),
    attribute(2, Buffer.concat(blocks)),
  ]);
  createHmac('md5', SECRET).update(packet).digest().copy(packet, 22);
  return packet;
}

/** An Accounting-Request; 1 is a start, 2 a stop, 3 a report. */
export function report(/** @type {string} */ code, /** @type {number} */ nth, /** @type {number} */ status, /** @type {number} */ seconds) {
  const packet = packetOf(ACCOUNTING, nth, Buffer.alloc(16), [
    ...identityOf(code, nth),
    attribute(40, number(status)),
    attribute(44, Buffer.from(`bench-${String(nth)}`)),
    attribute(46, number(seconds)),
    attribute(42, number(seconds * 1000)),
    attribute(43, number(seconds * 9000)),
  ]);
  createHash('md5').update(packet).update(SECRET).digest().copy(packet, 4);
  return packet;
}

export const identityOf = (/** @type {string} */ code, /** @type {number} */ nth) => [
  attribute(1, Buffer.from(code)),
  attribute(32, Buffer.from(unitOf(nth))),
  attribute(31, Buffer.from(deviceOf(nth % DEVICES))),
];

export const attribute = (/** @type {number} */ type, /** @type {Buffer} */ value) =>
  Buffer.concat([Buffer.of(type, value.length + 2), value]);

function number(/** @type {number} */ value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * @param {number} code
 * @param {number} id
 * @param {Buffer} authenticator
 * @param {Buffer[]} attributes
 */
export function packetOf(code, id, authenticator, attributes) {
  const list = Buffer.concat(attributes);
  const header = Buffer.of(code, id % 256, 0, 0);
  header.writeUInt16BE(20 + list.length, 2);
  return Buffer.concat([header, authenticator, list]);
}

export function share(/** @type {number[]} */ all, /** @type {number} */ part) {
  const sorted = [...all].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
