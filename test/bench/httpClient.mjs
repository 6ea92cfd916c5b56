/** A cheap HTTP client, so that the server is what is measured: one connection, one call at a time, bodies aren't read. */
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect } from 'node:net';

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body?: string }} Call */

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/**
 * A connection that stays open. `send` resolves to the status, and rejects when the connection is lost.
 *
 * @param {string} url
 * @param {string} [localAddress]
 */
export async function connection(url, localAddress = '127.0.0.1') {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true });
  /** @type {Buffer[]} */
  let parts = [];
  /** @type {{ resolve: (status: number) => void, reject: (error: Error) => void } | null} */
  let waiting = null;
  let closes = false;
  socket.on('data', (part) => {
    parts.push(part);
    const all = parts.length === 1 ? part : Buffer.concat(parts);
    parts = [all];
    const status = statusOfWhole(all);
    if (status === null || waiting === null) return;
    closes = all.toString('latin1', 0, all.indexOf(END_OF_HEAD)).toLowerCase().includes('connection: close');
    parts = [];
    const { resolve } = waiting;
    waiting = null;
    resolve(status);
  });
  const lose = () => {
    closes = true;
    waiting?.reject(new Error('the connection was lost'));
    waiting = null;
  };
  await once(socket, 'connect');
  socket.on('error', lose);
  socket.on('close', lose);
  return {
    send: (/** @type {Call} */ { method, path, headers, body = '' }) =>
      new Promise((/** @type {(status: number) => void} */ resolve, reject) => {
        if (closes) {
          reject(new Error('the connection is closed'));
          return;
        }
        waiting = { resolve, reject };
        const type = body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
        const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers, ...type }).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
      }),
    isClosed: () => closes,
    close: () => socket.destroy(),
  };
}

/** The status of an answer once it has arrived completely; null before. */
function statusOfWhole(/** @type {Buffer} */ bytes) {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const isWhole = length === undefined ? bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : bytes.length >= end + 4 + Number(length);
  return isWhole ? Number(head.slice(9, 12)) : null;
}
