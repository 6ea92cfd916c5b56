import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTethered } from './tethered.mjs';

/** Nothing is needed after the run, so don't wait for the disk. */
const FAST = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'];

/** As in production: a power cut loses nothing that was confirmed. For measurements. */
const DURABLE = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'];

/** Without it, a restarted PostgreSQL may lose confirmed commits. */
const KEEPS_COMMITS = ['synchronous_commit=on'];
const FORGETS_COMMITS = ['synchronous_commit=off'];

/** Folder of the latest installed PostgreSQL's programs; undefined if there is none. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')));
}

/**
 * Starts a PostgreSQL for this run only: on a free loopback port, in a temporary folder.
 *
 * @param {string} bin the folder of its programs
 * @param {string} [dataFolder] a folder that is kept, and reused if it exists
 * @param {{ port?: number }} [again] for restarts: the port it had before; it then keeps confirmed commits
 * @param {{ isDurable?: boolean, settings?: string[], stopBy?: NodeJS.Signals, env?: NodeJS.ProcessEnv }} [how] whether it waits for the
 *   disk, settings that go before ours, the signal that stops it (SIGINT closes connections and writes a checkpoint, SIGQUIT is like a
 *   crash), and its environment
 */
export async function startPostgres(bin, dataFolder, again, { isDurable = false, settings: own = [], stopBy = 'SIGINT', env } = {}) {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const folder = dataFolder ?? mkdtempSync(path.join(tmpdir(), 'portico-postgres-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = { cwd: folder, ...user };
  const initdb = ['-D', data, '-U', 'portico', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--lc-messages=C', '--no-sync'];
  if (!existsSync(data)) execFileSync(path.join(bin, 'initdb'), initdb, { ...options, stdio: 'pipe' });

  const port = again?.port ?? (await freePort());
  const commits = again === undefined ? FORGETS_COMMITS : KEEPS_COMMITS;
  const settings = [
    ...(isDurable ? DURABLE : [...FAST, ...commits]),
    'listen_addresses=127.0.0.1',
    `port=${String(port)}`,
    `unix_socket_directories=${folder}`,
    ...own,
  ];
  const { stop } = await startTethered({
    name: 'PostgreSQL',
    command: path.join(bin, 'postgres'),
    args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    options,
    ...(env !== undefined && { env }),
    ready: /ready to accept (?:read-only )?connections/,
    secondsToStart: 60,
    stopBy,
    secondsToStop: 20,
    ...(dataFolder === undefined && { forget: folder }),
  });
  return { url: `postgres://portico@127.0.0.1:${String(port)}/postgres`, stop };
}

/** PostgreSQL refuses to run as root, so use the user its package creates. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function freePort() {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  socket.close();
  await once(socket, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
