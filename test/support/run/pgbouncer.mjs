import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, unprivileged } from './postgres.mjs';
import { startTethered } from './tethered.mjs';

/** Path of PgBouncer; undefined if it isn't installed. */
export function findPgbouncer() {
  return [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'].map((folder) => path.join(folder, 'pgbouncer')).find(existsSync);
}

/**
 * Starts PgBouncer in front of a PostgreSQL on a free loopback port. Each transaction may get another connection, as in most installations.
 *
 * @param {string} program its path
 * @param {string} url of PostgreSQL, of which it uses host and port
 * @param {string[]} [settings] more lines of its configuration
 */
export async function startPgbouncer(program, url, settings = []) {
  const { hostname, port: serverPort, username, pathname } = new URL(url);
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-pgbouncer-'));
  const user = unprivileged();
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${String(port)}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = any',
    'pool_mode = transaction',
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  if (user) for (const each of [folder, file]) chownSync(each, user.uid, user.gid);
  const { stop } = await startTethered({
    name: 'PgBouncer',
    command: program,
    args: [file],
    options: { cwd: folder, ...user },
    ready: /process up/,
    secondsToStart: 20,
    stopBy: 'SIGINT',
    secondsToStop: 10,
    forget: folder,
  });
  return { url: `postgres://${username}@127.0.0.1:${String(port)}${pathname}`, stop };
}
