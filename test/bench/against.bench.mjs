import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { SERVER } from '../../scripts/paths.mjs';
import { schemaFile, sqlModule } from '../support/radius/freeradiusSql.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { startFreeradiusIn } from '../support/radius/startFreeradius.mjs';
import { freeUdpPort } from '../support/run/udpPort.mjs';
import { signIn } from './calls.mjs';
import { processorTimes } from './processorTime.mjs';
import { SECRET, login, prepare, report, send } from './radiusUnits.mjs';

export const title =
  'Units that ask by RADIUS, on a PostgreSQL that keeps its commits (fsync, synchronous_commit), beside FreeRADIUS with its own SQL';

/** @typedef {{ what: string, measured: number, unit: string, budget?: number, least?: number, digits?: number }} Row */

/**
 * Concurrent packets, sessions per turn, and the number of turns. The servers take turns, so that none gets all the quiet moments. The first
 * turns aren't counted: a server that has just started is still compiling its code, which it does once in weeks. No device comes twice.
 */
const AT_ONCE = Number(process.env.BENCH_AT_ONCE ?? 32);
const MANY = 1000;
const WARM_UP = 3;
const TURNS = 6;
const SESSIONS = MANY * (WARM_UP + TURNS);

/** @type {{ what: string, port: 'auth' | 'acct', packet: (code: string, nth: number) => Buffer }[]} */
const PHASES = [
  { what: 'first log-ins', port: 'auth', packet: login },
  { what: 'log-ins', port: 'auth', packet: login },
  { what: 'starts', port: 'acct', packet: (code, nth) => report(code, nth, 1, 0) },
  { what: 'reports', port: 'acct', packet: (code, nth) => report(code, nth, 3, 300) },
  { what: 'stops', port: 'acct', packet: (code, nth) => report(code, nth, 2, 400) },
];

/** Folders with FreeRADIUS' own schema and queries: of Debian's freeradius-postgresql, and of other systems. */
const CONFIGURATIONS = ['/etc/freeradius/3.0', '/etc/raddb'];

/**
 * A server that is measured: its ports, and the codes that are right there.
 *
 * @typedef {{ name: string, ports: { auth: number, acct: number }, codes: string[], stop: () => Promise<void> }} Measured
 */

export async function run() {
  const bin = findPostgres();
  if (bin === undefined) return [{ what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
  const postgres = await startPostgres(bin, undefined, undefined, { isDurable: true });
  /** @type {Measured[]} */
  const servers = [];
  try {
    const portico = await startMeasured('Portico', SERVER, postgres.url);
    servers.push(portico);
    // Another build, such as that of an earlier release.
    const other = process.env.BENCH_OTHER;
    if (other !== undefined) servers.push(await startMeasured('the other build', other, postgres.url));
    const configuration = CONFIGURATIONS.find((folder) => existsSync(schemaFile(folder)));
    if (configuration !== undefined) servers.push(await startFreeradius(configuration, postgres.url, portico.codes));
    return await measured(servers);
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

/**
 * Measures each phase on the servers in turns. Returns each server's figures, and their ratio to the others'.
 *
 * @param {readonly Measured[]} servers
 */
async function measured(servers) {
  /** @type {Row[]} */
  const rows = [];
  /** @param {Measured} server @param {typeof PHASES[number]} phase @param {number} turn */
  const take = ({ ports, codes }, { port, packet }, turn) => {
    const packets = codes.slice(turn * MANY, (turn + 1) * MANY).map((code, nth) => packet(code, turn * MANY + nth));
    return send(ports[port], packets, { atOnce: AT_ONCE });
  };
  for (const phase of PHASES) for (let turn = 0; turn < WARM_UP; turn += 1) for (const server of servers) await take(server, phase, turn);
  for (const phase of PHASES) {
    const { what } = phase;
    const figures = servers.map(({ name }) => ({ name, seconds: 0, p99: 0, lost: 0, ofPostgres: 0, ofServer: 0 }));
    for (let turn = WARM_UP; turn < WARM_UP + TURNS; turn += 1) {
      for (const [which, server] of servers.entries()) {
        const before = processorTimes();
        const { perSecond, p99, lost } = await take(server, phase, turn);
        const figure = figures[which];
        if (!figure) continue;
        for (const [program, milliseconds] of processorTimes()) {
          // The other servers do nothing meanwhile.
          figure[program === 'postgres' ? 'ofPostgres' : 'ofServer'] += milliseconds - (before.get(program) ?? 0);
        }
        figure.seconds += MANY / perSecond;
        figure.p99 = Math.max(figure.p99, p99);
        figure.lost += lost;
      }
    }
    const [ours] = figures;
    if (!ours) continue;
    for (const { name, seconds, p99, lost, ofPostgres, ofServer } of figures) {
      rows.push({ what: `${name}: ${what}, ${String(AT_ONCE)} at a time`, measured: (MANY * TURNS) / seconds, unit: 'a second' });
      rows.push({ what: `${name}: ${what}, p99`, measured: p99, unit: 'ms', digits: 1 });
      const each = 1000 / (MANY * TURNS);
      rows.push({ what: `${name}: ${what}, processor time of the server, each`, measured: ofServer * each, unit: 'µs' });
      rows.push({ what: `${name}: ${what}, processor time of PostgreSQL, each`, measured: ofPostgres * each, unit: 'µs' });
      if (lost > 0) rows.push({ what: `${name}: ${what}, without an answer`, measured: lost, unit: '', budget: 0 });
      if (name !== ours.name)
        rows.push({ what: `Portico against ${name}: ${what}`, measured: seconds / ours.seconds, unit: 'times', digits: 2 });
    }
  }
  return rows;
}

/**
 * @param {string} name
 * @param {string} cli
 * @param {string} cluster
 * @returns {Promise<Measured>}
 */
async function startMeasured(name, cli, cluster) {
  const url = await newDatabase(cluster, name.replaceAll(' ', '_').toLowerCase());
  const env = { DATABASE_URL: url, PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'error' };
  execFileSync(process.execPath, [cli, 'seed', '--size', 'small', '--yes'], { env: { ...process.env, ...env } });
  const ports = { auth: await freeUdpPort(), acct: await freeUdpPort() };
  const radius = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${String(ports.auth)},${String(ports.acct)}` };
  const server = await startPortico({ cli, args: ['serve', '--port', '0'], env: { ...env, ...radius } });
  const call = await signIn(server.url, 'admin');
  return { name, ports, codes: await prepare(call, SESSIONS), stop: server.stop };
}

/** @param {string} cluster @param {string} name */
async function newDatabase(cluster, name) {
  const url = new URL(cluster);
  await query(cluster, `create database ${name} template template0 encoding 'UTF8'`);
  url.pathname = `/${name}`;
  return url.href;
}

/** @param {string} url @param {string} text @param {unknown[]} [values] */
async function query(url, text, values) {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

/**
 * FreeRADIUS as its package sets it up: passwords and limits in `radcheck` and `radreply`, decisions in `radpostauth`, sessions in `radacct`.
 *
 * @param {string} configuration
 * @param {string} cluster
 * @param {readonly string[]} codes
 * @returns {Promise<Measured>}
 */
async function startFreeradius(configuration, cluster, codes) {
  const url = await newDatabase(cluster, 'freeradius');
  await query(url, readFileSync(schemaFile(configuration), 'utf8'));
  await query(
    url,
    `insert into radcheck (username, attribute, op, value) select c, 'Cleartext-Password', ':=', c from unnest($1::text[]) c`,
    [codes],
  );
  await query(
    url,
    `insert into radreply (username, attribute, op, value) select c, 'Session-Timeout', ':=', '7200' from unnest($1::text[]) c`,
    [codes],
  );
  const ports = { auth: await freeUdpPort(), acct: await freeUdpPort() };
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-freeradius-'));
  mkdirSync(path.join(folder, 'certs'));
  const listen = (/** @type {'auth' | 'acct'} */ type) =>
    `listen {\n type = ${type}\n ipaddr = 127.0.0.1\n port = ${String(ports[type])}\n }\n`;
  writeFileSync(
    path.join(folder, 'radiusd.conf'),
    `
prefix = /usr
libdir = /usr/lib/freeradius
logdir = ${folder}
run_dir = ${folder}
pidfile = ${folder}/radiusd.pid
max_requests = 16384
security {
  status_server = yes
}
client here {
  ipaddr = 127.0.0.1
  secret = "${SECRET}"
}
policy {
  $INCLUDE ${path.join(configuration, 'policy.d/accounting')}
}
modules {
  preprocess {
  }
  expr {
  }
  pap {
  }
  ${sqlModule({ configuration, url, connections: 32 })}
}
thread pool {
  start_servers = 32
  max_servers = 32
}
server here {
  ${listen('auth')}
  ${listen('acct')}
  authorize {
    preprocess
    sql
    pap
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
  }
  post-auth {
    sql
  }
  preacct {
    preprocess
    acct_unique
  }
  accounting {
    sql
  }
}
`,
  );
  const { stop } = await startFreeradiusIn(folder);
  return { name: 'FreeRADIUS with SQL', ports, codes: [...codes], stop };
}
