import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostgres, freePort, unprivileged } from './postgres.mjs';
import { startTethered } from './tethered.mjs';

const NODES = ['one', 'two', 'three'];

/** Seconds after which the leader loses its key unless it renews it, and between two checks of each node: Patroni's minimum. */
const TTL = 20;
const LOOP_WAIT = 3;
const RETRY_TIMEOUT = 3;

/** Whether Patroni, etcd and PostgreSQL are installed. */
export const hasPatroni = () => ['patroni', 'etcd'].every((name) => existsSync(`/usr/bin/${name}`)) && findPostgres() !== undefined;

/** Starts three PostgreSQL nodes under Patroni, with an etcd. A change is confirmed once a second node has it. */
export async function startPatroni() {
  const bin = findPostgres() ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-patroni-'));
  const user = unprivileged();
  const own = (/** @type {string} */ entry) => user && chownSync(entry, user.uid, user.gid);
  own(folder);
  const options = { cwd: folder, ...user };
  const [client, peer] = [await freePort(), await freePort()];
  const etcdUrl = `http://127.0.0.1:${String(client)}`;
  const peerUrl = `http://127.0.0.1:${String(peer)}`;
  const etcd = await startTethered({
    name: 'etcd',
    command: '/usr/bin/etcd',
    args: [
      ...['--data-dir', path.join(folder, 'etcd'), '--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`],
    ],
    options,
    ready: /ready to serve client requests|serving insecure client requests/,
    secondsToStart: 60,
    stopBy: 'SIGTERM',
    secondsToStop: 20,
    forget: folder,
  });
  /** @type {{ name: string, port: number, api: number, stop: () => Promise<void> }[]} */
  const nodes = [];
  for (const name of NODES) {
    const [port, api] = [await freePort(), await freePort()];
    const file = path.join(folder, `${name}.yml`);
    writeFileSync(file, configuration({ name, port, api, folder, bin, etcd: `127.0.0.1:${String(client)}` }));
    own(file);
    const { stop } = await startTethered({
      name: `Patroni ${name}`,
      command: '/usr/bin/patroni',
      args: [file],
      options,
      ready: /no action\. I am/,
      secondsToStart: 120,
      stopBy: 'SIGTERM',
      secondsToStop: 60,
    });
    nodes.push({ name, port, api, stop });
  }
  const hosts = nodes.map(({ port }) => `127.0.0.1:${String(port)}`).join(',');

  /** Waits for a node that reports this role: `primary`, or `sync` for the one that has everything that was confirmed. */
  const nodeThatIs = async (/** @type {'primary' | 'sync'} */ role) => {
    for (;;) {
      for (const node of nodes) {
        const answer = await fetch(`http://127.0.0.1:${String(node.api)}/${role}`).catch(() => undefined);
        if (answer?.status === 200) return node;
      }
      await pause(100);
    }
  };
  return {
    url: `postgres://portico@${hosts}/postgres?target_session_attrs=read-write`,
    nodeThatIs,
    urlOf: (/** @type {{ port: number }} */ { port }) => `postgres://portico@127.0.0.1:${String(port)}/postgres`,
    /** Kills a node's Patroni and PostgreSQL, as if its machine had failed. */
    kill: (/** @type {{ name: string, stop: () => Promise<void> }} */ { name, stop }) => {
      const [postmaster] = readFileSync(path.join(folder, name, 'postmaster.pid'), 'utf8').split('\n');
      for (const pid of [...pidsOf(path.join(folder, `${name}.yml`)), Number(postmaster)]) process.kill(pid, 'SIGKILL');
      // Ignore the outcome: it was killed, so it doesn't end well.
      void stop().catch(() => undefined);
    },
    stop: async () => {
      // Ignore failures: a node may have been killed, and etcd reports the signal.
      await Promise.allSettled(nodes.map((node) => node.stop()));
      await Promise.allSettled([etcd.stop()]);
    },
  };
}

/** The processes of Patroni that were started with this file. */
function pidsOf(/** @type {string} */ file) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words.includes(file) && words.includes('/usr/bin/patroni');
      } catch {
        return false;
      }
    })
    .map(Number);
}

function configuration(
  /** @type {{ name: string, port: number, api: number, folder: string, bin: string, etcd: string }} */ {
    name,
    port,
    api,
    folder,
    bin,
    etcd,
  },
) {
  const data = path.join(folder, name);
  return JSON.stringify({
    scope: 'portico',
    name,
    restapi: { listen: `127.0.0.1:${String(api)}`, connect_address: `127.0.0.1:${String(api)}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ttl: TTL,
        loop_wait: LOOP_WAIT,
        retry_timeout: RETRY_TIMEOUT,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 60 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { username: 'portico' }, { auth: 'trust' }, 'data-checksums', 'no-sync'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${String(port)}`,
      connect_address: `127.0.0.1:${String(port)}`,
      data_dir: data,
      bin_dir: bin,
      pgpass: path.join(folder, `${name}.pgpass`),
      authentication: { superuser: { username: 'portico' }, replication: { username: 'portico' } },
      parameters: { unix_socket_directories: folder, shared_buffers: '32MB' },
    },
  });
}
