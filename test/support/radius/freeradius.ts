/** RADIUS peers that share no code with ours: FreeRADIUS as a server, and radclient. All on the loopback interface. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createSocket, type Socket } from 'node:dgram';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startFreeradiusIn } from './startFreeradius.mjs';
import { freeUdpPort } from '../run/udpPort.mjs';
import { emptyDatabase } from '../server/database';
import { schemaFile, sqlModule } from './freeradiusSql.mjs';

export const RADIUS_SECRET = 'testing123';

/** What radclient printed, and whether it got the answer that it expected. */
export interface RadclientRun {
  isGood: boolean;
  output: string;
}

/**
 * Sends one packet with radclient, given as lines of `Name = value`. It is sent once, and the answer is awaited for `seconds`: on a busy machine
 * the first takes some. Give fewer where none is expected.
 */
export async function radclient(
  kind: 'auth' | 'acct' | 'status' | 'coa' | 'disconnect',
  port: number,
  attributes: readonly string[],
  { secret = RADIUS_SECRET, seconds = 20 } = {},
): Promise<RadclientRun> {
  const client = spawn('radclient', ['-x', '-r', '1', '-t', String(seconds), `127.0.0.1:${port}`, kind, secret]);
  let output = '';
  client.stdout.on('data', (data: Buffer) => (output += data.toString()));
  client.stderr.on('data', (data: Buffer) => (output += data.toString()));
  client.stdin.end(`${attributes.join('\n')}\n`);
  const [code] = (await once(client, 'close')) as [number];
  return { isGood: code === 0, output };
}

/** A UDP socket on a free port that answers each datagram with the result of `answer`, or not at all if that is null. */
export async function answering(answer: (datagram: Buffer) => Buffer | null): Promise<{ port: number; close: () => void }> {
  const socket = await boundSocket();
  socket.on('message', (datagram, { port, address }) => {
    const bytes = answer(datagram);
    if (bytes) socket.send(bytes, port, address);
  });
  return { port: socket.address().port, close: () => void socket.close() };
}

/** Sends a datagram to a port of this machine, from one of its IP addresses, and waits for the answer. */
export async function exchanged(
  bytes: Buffer,
  port: number,
  from = '127.0.0.1',
  signal: AbortSignal = AbortSignal.timeout(5000),
): Promise<Buffer> {
  const socket = await boundSocket(from);
  try {
    socket.send(bytes, port, '127.0.0.1');
    const [answer] = (await once(socket, 'message', { signal })) as [Buffer];
    return answer;
  } finally {
    socket.close();
  }
}

async function boundSocket(address = '127.0.0.1'): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
}

export interface Freeradius {
  ports: { auth: number; acct: number; coa: number };
  stop: () => Promise<void>;
}

/** A row of `radacct`. */
interface RecordedSession {
  guest: string;
  up: number;
  down: number;
  seconds: number;
  started: Date;
  isOpen: boolean;
}

export interface FreeradiusWithSql extends Freeradius {
  /** The sessions whose id matches this pattern. */
  recorded: (sessions: string) => Promise<RecordedSession[]>;
}

/**
 * FreeRADIUS with one guest, `User` with the password `clientPass`, who gets an hour. It acknowledges accounting and disconnect requests.
 */
export async function startFreeradius(): Promise<Freeradius> {
  const ports = { auth: await freeUdpPort(), acct: await freeUdpPort(), coa: await freeUdpPort() };
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-freeradius-'));
  writeFileSync(path.join(folder, 'radiusd.conf'), configuration(folder, ports));
  writeFileSync(
    path.join(folder, 'users'),
    'User Cleartext-Password := "clientPass"\n\tSession-Timeout = 3600,\n\tMikrotik-Rate-Limit = "1M/4M"\n',
  );
  return { ports, stop: await started(folder) };
}

async function started(folder: string): Promise<() => Promise<void>> {
  const { stop } = await startFreeradiusIn(folder);
  return stop;
}

/** FreeRADIUS with these files in its folder, of which it reads `mods-enabled` and `sites-enabled`. */
export async function startFreeradiusWith(files: Readonly<Record<string, string>>, ports: Freeradius['ports']): Promise<Freeradius> {
  return { ports, stop: await started(folderWith(files)) };
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-freeradius-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const modules = 'modules {\n  $INCLUDE mods-enabled/\n}\n$INCLUDE sites-enabled/\n';
  writeFileSync(path.join(folder, 'radiusd.conf'), `${pathSettings(folder)}${modules}`);
  return folder;
}

const pathSettings = (folder: string) => `
prefix = /usr
libdir = /usr/lib/freeradius
logdir = ${folder}
run_dir = ${folder}
pidfile = ${folder}/radiusd.pid
security {
  status_server = yes
}
`;

function configuration(folder: string, { auth, acct, coa }: Freeradius['ports']): string {
  const listen = (type: string, port: number) => `  listen {\n    type = ${type}\n    ipaddr = 127.0.0.1\n    port = ${port}\n  }\n`;
  return `${pathSettings(folder)}
client here {
  ipaddr = 127.0.0.1
  secret = ${RADIUS_SECRET}
}
modules {
  files {
    usersfile = ${folder}/users
  }
  pap {
  }
  chap {
  }
  mschap {
    use_mppe = no
  }
  always ok {
    rcode = ok
  }
}
server here {
${listen('auth', auth)}${listen('acct', acct)}${listen('coa', coa)}
  authorize {
    chap
    mschap
    files
    pap
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
    Auth-Type CHAP {
      chap
    }
    Auth-Type MS-CHAP {
      mschap
    }
  }
  accounting {
    ok
  }
  recv-coa {
    ok
  }
  send-coa {
    ok
  }
}
`;
}

const RECORDED = `select username as guest, acctinputoctets::float8 as up, acctoutputoctets::float8 as down,
  coalesce(acctsessiontime, 0)::float8 as seconds, acctstarttime as started, acctstoptime is null as "isOpen" from radacct where acctsessionid like $1`;

async function connected<R>(url: string, work: (client: Client) => Promise<R>): Promise<R> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** FreeRADIUS that records accounting in a new PostgreSQL database, with the schema and the queries of `configuration`, its package's folder. */
export async function startFreeradiusWithSql(configuration: string, options: { secret: string }): Promise<FreeradiusWithSql> {
  const { folder, remove, ...rest } = await freeradiusSqlFolder(configuration, options);
  const stop = await started(folder);
  return {
    ...rest,
    stop: async () => {
      await stop();
      await remove();
    },
  };
}

/** The settings of such a FreeRADIUS in a folder, for `freeradius -d FOLDER`. */
export async function freeradiusSqlFolder(
  configuration: string,
  { secret }: { secret: string },
): Promise<Omit<FreeradiusWithSql, 'stop'> & { folder: string; remove: () => Promise<void> }> {
  const database = await emptyDatabase();
  const schema = readFileSync(schemaFile(configuration), 'utf8');
  await connected(database.url, (client) => client.query(schema));
  const ports = { auth: await freeUdpPort(), acct: await freeUdpPort(), coa: 0 };
  const files = {
    'mods-enabled/sql': `
preprocess {
}
expr {
}
always ok {
  rcode = ok
}
${sqlModule({ configuration, url: database.url, connections: 4 })}`,
    'sites-enabled/accounting': `
policy {
  $INCLUDE ${path.join(configuration, 'policy.d/accounting')}
}
client here {
  ipaddr = 127.0.0.1
  secret = "${secret}"
}
server here {
  listen {
    type = acct
    ipaddr = 127.0.0.1
    port = ${ports.acct}
  }
  preacct {
    preprocess
    acct_unique
  }
  # As in the package's site, what stands before SQL acknowledges a report that changes nothing.
  accounting {
    ok
    sql
  }
}
`,
  };
  const folder = folderWith(files);
  return {
    ports,
    folder,
    recorded: async (sessions) => {
      const { rows } = await connected(database.url, (client) => client.query<RecordedSession>(RECORDED, [sessions]));
      return rows;
    },
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      await database.remove();
    },
  };
}
