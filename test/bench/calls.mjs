/** Calls to the server that is measured, and its memory. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PASSWORD } from './large.mjs';

/**
 * Signs in a manager of the benchmark data.
 *
 * @param {string} url
 * @param {string} username
 */
export async function signIn(url, username) {
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const { token } = await login.json();
  if (login.status !== 201) throw new Error(`${username} could not log in: ${String(login.status)}`);
  const call = async (/** @type {string} */ path, /** @type {{ method?: string, body?: object }} */ { method = 'GET', body } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { Token: token, 'X-Portico-Console': '1', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: /** @type {any} */ (await answer.json()) };
  };
  return Object.assign(call, { token: String(token) });
}

/**
 * The first unit of a hotspot. Lists don't have the secret.
 *
 * @param {(path: string, options?: { method?: string, body?: object }) => Promise<{ body: any }>} call
 * @param {number} hotspot
 */
export async function unitOf(call, hotspot) {
  const { body: units } = await call(`/api/units?hotspot=${String(hotspot)}&page=1&limit=1`);
  const { id, uuid, mac_address: mac } = units.data[0];
  const { body: shown } = await call(`/api/units/${String(id)}/secret`, { method: 'POST', body: {} });
  return { uuid, mac, secret: shown.secret };
}

/**
 * Resident memory of the listening process, as reported by the system.
 *
 * @param {string} url
 */
export function memoryOf(url) {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const listening = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((line) => line.includes(`:${port} `) && / 0A /.test(line));
  const inode = listening?.trim().split(/\s+/)[9] ?? '';
  const find = `for p in /proc/[0-9]*; do ls -l $p/fd 2>/dev/null | grep -q 'socket:\\[${inode}\\]' && grep VmRSS $p/status; done | head -1`;
  const found = execFileSync('sh', ['-c', find], { encoding: 'utf8' });
  return Number(/\d+/.exec(found)?.[0] ?? 0) / 1024;
}
