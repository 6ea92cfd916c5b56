/**
 * Each fault that `portico doctor` knows is made for real, named by the command, mended as it says, and gone. Left to the facts of
 * faultSeeds.ts are a version of Node that isn't supported, and a data folder on a network's file system.
 */
import { execFileSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, request } from 'node:http';
import { createServer as createHttps, type Server } from 'node:https';
import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { openDatabase } from '../../../src/server/database/client';
import { FAULTS, type FaultName, type Finding } from '../../../src/server/doctor/faults';
import { freeradiusConfig } from '../../../src/server/radius/freeradiusConfig';
import { FIXTURE_FILE } from '../../support/backEnd/recordings';
import { newAuthority } from '../../support/peers/certificates';
import { mailSink } from '../../support/peers/mailSink';
import { freePort } from '../../support/run/postgres.mjs';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { commandOf, portico, served } from '../../support/server/command';
import { cli, emptyDatabase, newTestDatabase, onServer } from '../../support/server/database';
import { afterThisTest, takenTcpPort } from '../../support/server/leftovers';
import { callerOf, login } from '../../support/server/server';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FAKETIME');

/** An installation: its settings, and what is done first in namespaces of its own. */
interface Installation {
  settings?: Record<string, string>;
  /** Lines of a shell with mounts, and without any network but the ones they add if `isAlone`. */
  before?: string[];
  isAlone?: boolean;
}

interface Seeded extends Installation {
  says: RegExp;
  /** Mends it, and returns what is different then. */
  mend: () => Installation | Promise<Installation>;
}

let folder = '';
/** A data folder with the recorded rows. */
let filled = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-faults-'));
  filled = path.join(folder, 'data');
  const seeding = portico(['seed', '--yes', '--fixture', FIXTURE_FILE], { PORTICO_DATA: filled });
  expect(await seeding.ended).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function doctor({ settings = {}, before = [], isAlone = false }: Installation): Promise<Finding[]> {
  const all = { PORTICO_DATA: path.join(folder, 'none/data'), PORT: '0', ...settings };
  const namespaces = ['--mount', ...(isAlone ? ['--net'] : [])];
  const lines = [...before, 'exec "$@"'].join('\n');
  const command =
    before.length === 0 && !isAlone
      ? portico(['doctor', '--json'], all)
      : commandOf('unshare', [...namespaces, 'sh', '-ec', lines, 'sh', process.execPath, cli(), 'doctor', '--json'], all);
  await command.ended;
  expect(command.log()).toMatch(/^\[/);
  return JSON.parse(command.log()) as Finding[];
}

const file = (name: string, content: string | Buffer = ''): string => {
  const faultFile = path.join(mkdtempSync(path.join(folder, 'file-')), name);
  writeFileSync(faultFile, content);
  return faultFile;
};

const sentTo = (socket: Socket, port: number, bytes: Buffer) =>
  new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve()));

/** What settings alone make and mend. */
const bySettings =
  (settings: Record<string, string>, says: RegExp, mended: Record<string, string> = {}) =>
  (): Seeded => ({
    settings,
    says,
    mend: () => ({ settings: mended }),
  });

/** Puts a file in the place of one of the kernel's. */
const instead = (target: string, content: string) => `mount --bind ${file('instead', content)} ${target}`;

async function listening(server: TcpServer | Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterThisTest(async () => void (await once(server.close(), 'close')));
  return (server.address() as AddressInfo).port;
}

/** A database on the PostgreSQL server with the recorded rows, and a connection to it. */
async function recorded(): Promise<{ settings: Record<string, string>; query: Client['query'] }> {
  const testDatabase = await newTestDatabase('fixture');
  const client = new Client({ connectionString: testDatabase.url });
  await client.connect();
  afterThisTest(async () => {
    await client.end();
    await testDatabase.remove();
  });
  return { settings: { DATABASE_URL: testDatabase.url ?? '' }, query: client.query.bind(client) };
}

/** What statements in the recorded rows make and mend. */
const byRows =
  (statements: { fault: string; mend: string }, says: RegExp, settings: Record<string, string> = {}) =>
  async (): Promise<Seeded> => {
    const database = await recorded();
    await database.query(statements.fault);
    return {
      settings: { ...database.settings, ...settings },
      says,
      mend: async () => {
        await database.query(statements.mend);
        return { settings: { ...database.settings, ...settings } };
      },
    };
  };

async function namedDatabase(options: string): Promise<Record<string, string>> {
  const { name, url, remove } = await emptyDatabase();
  const other = `${name}_other`;
  await onServer((server) => server.query(`create database ${other} ${options} template template0`));
  afterThisTest(async () => {
    await onServer((server) => server.query(`drop database ${other} with (force)`));
    await remove();
  });
  return { DATABASE_URL: url.replace(name, other) };
}

const RADIUS = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_HOST: '0.0.0.0', PORTICO_RADIUS_PORTS: '0,0,0' };
const OWN = () => ({ PORTICO_DATA: filled, PORTICO_BACKUPS: path.join(folder, 'backups') });
const backupNow = () => path.join(folder, 'backups', `data-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`);

async function backedUp(): Promise<void> {
  mkdirSync(path.join(folder, 'backups'), { recursive: true });
  const saving = portico(['backup', '--replace', backupNow()], OWN());
  expect({ code: await saving.ended, output: saving.output() }).toMatchObject({ code: 0 });
}

const UNIT = 'select id from units order by id limit 1';

const SEEDED: Record<Exclude<FaultName, 'node_version' | 'data_remote'>, () => Seeded | Promise<Seeded>> = {
  memory_low: () => ({
    before: [instead('/proc/meminfo', 'MemTotal: 409600 kB\nMemAvailable: 409600 kB\nMemFree: 409600 kB\n')],
    says: /400 MB of memory/,
    mend: () => ({ before: [instead('/proc/meminfo', 'MemTotal: 4096000 kB\nMemAvailable: 4096000 kB\nMemFree: 4096000 kB\n')] }),
  }),
  open_files_low: () => ({ before: ['ulimit -n 1000'], says: /1000 files/, mend: () => ({ before: ['ulimit -n 4096'] }) }),
  entropy_low: () => ({
    before: [instead('/proc/sys/kernel/random/entropy_avail', '17\n')],
    says: /17 bits/,
    mend: () => ({ before: [instead('/proc/sys/kernel/random/entropy_avail', '256\n')] }),
  }),
  mtu_small: () => {
    const tunnel = (mtu: number) => [
      'ip link add tunnel0 type veth peer name tunnel1',
      'ip link set tunnel1 up',
      `ip link set tunnel0 mtu ${mtu} up`,
      'ip address add 10.9.8.7/24 dev tunnel0',
      'mount -t sysfs sysfs /sys',
    ];
    return { isAlone: true, before: tunnel(1100), says: /^tunnel0 .* 1100 bytes/, mend: () => ({ isAlone: true, before: tunnel(1280) }) };
  },
  disk_low: () => {
    const disk = mkdtempSync(path.join(folder, 'disk-'));
    const settings = { PORTICO_DATA: path.join(disk, 'data') };
    const sized = (size: string): Installation => ({ settings, before: [`mount -t tmpfs -o size=${size} tmpfs ${disk}`] });
    return { ...sized('100m'), says: /^100 MB are free/, mend: () => sized('600m') };
  },
  data_foreign: () => {
    const PORTICO_DATA = path.join(mkdtempSync(path.join(folder, 'foreign-')), 'data');
    mkdirSync(path.join(PORTICO_DATA, 'postgres'), { recursive: true });
    chownSync(PORTICO_DATA, 12_345, 12_345);
    chownSync(path.join(PORTICO_DATA, 'postgres'), 12_345, 12_345);
    return {
      settings: { PORTICO_DATA },
      says: /12345/,
      mend: () => {
        for (const directory of [PORTICO_DATA, path.join(PORTICO_DATA, 'postgres')]) chownSync(directory, 0, 0);
        return { settings: { PORTICO_DATA } };
      },
    };
  },
  folder_in_use: async () => {
    const server = await served(OWN());
    // As from another container, whose socket this one doesn't reach.
    rmSync(path.join(filled, 'portico.socket'));
    return {
      settings: OWN(),
      says: /is in use by process \d+ on /,
      mend: async () => {
        server.kill('SIGTERM');
        await server.ended;
        return { settings: OWN() };
      },
    };
  },
  other_server: async () => {
    const [PORT, other] = [String(await freePort()), String(await freePort())];
    const server = await served({ ...OWN(), PORT });
    return {
      settings: { ...OWN(), PORT: other },
      says: new RegExp(`listen on 127\\.0\\.0\\.1:${PORT}, and these settings say 127\\.0\\.0\\.1:${other}`),
      mend: async () => {
        server.kill('SIGTERM');
        await server.ended;
        await served({ ...OWN(), PORT: other });
        return { settings: { ...OWN(), PORT: other } };
      },
    };
  },
  data_missing: async () => {
    await backedUp();
    const disk = `mount -t tmpfs tmpfs ${filled}`;
    const starting = commandOf('unshare', ['--mount', 'sh', '-ec', `${disk}\nexec "$@"`, 'sh', process.execPath, cli(), 'serve'], {
      ...OWN(),
      PORT: '0',
    });
    expect(await starting.ended).toBe(1);
    expect(starting.toPerson()).toMatch(/^There is no database in \S+, but a backup of one: \S+\.backup\. See that its disk is mounted/);
    return { settings: OWN(), before: [disk], says: /but a backup of one/, mend: () => ({ settings: OWN(), before: ['true'] }) };
  },
  data_unwritable: () => bySettings({ PORTICO_DATA: path.join(file('a-file'), 'data') }, /a part of its path is a file/)(),
  data_relative: bySettings({ PORTICO_DATA: './data-of-portico' }, /another working directory/, {
    PORTICO_DATA: '/var/lib/portico-none/data',
  }),
  backups_unwritable: () => bySettings({ PORTICO_BACKUPS: path.join(file('a-file'), 'backups') }, /a part of its path is a file/)(),
  backup_old: () => {
    rmSync(path.join(folder, 'backups'), { recursive: true, force: true });
    return {
      settings: OWN(),
      says: /There is no backup in /,
      mend: async () => {
        await backedUp();
        return { settings: OWN() };
      },
    };
  },
  backup_broken: async () => {
    await backedUp();
    const broken = backupNow().replace('Z.backup', 'Z-before-update.backup');
    writeFileSync(broken, 'rubbish');
    return {
      settings: OWN(),
      says: /is not a backup of Portico/,
      mend: () => {
        rmSync(broken);
        return { settings: OWN() };
      },
    };
  },
  restore_untried: async () => {
    await backedUp();
    return {
      settings: OWN(),
      says: /has ever been restored/,
      mend: async () => {
        const trying = portico(['restore', '--try'], OWN());
        expect({ code: await trying.ended, output: trying.output() }).toEqual({
          code: 0,
          output: expect.stringMatching(
            /^\S+\.backup can be restored: \d+ rows, as they were on \S+, in \d+ seconds\. Nothing was changed\.\n$/,
          ),
        });
        return { settings: OWN() };
      },
    };
  },
  secrets_readable: () => {
    const { cert, key } = newAuthority('Portico doctor').issue('radius');
    const settings = { ...RADIUS, PORTICO_RADSEC_CERT: file('cert.pem', cert), PORTICO_RADSEC_KEY: file('key.pem', key) };
    chmodSync(settings.PORTICO_RADSEC_KEY, 0o644);
    return {
      settings,
      says: /Every user .* can read .*key\.pem/,
      mend: () => {
        execFileSync('chmod', ['o=', settings.PORTICO_RADSEC_KEY]);
        return { settings };
      },
    };
  },
  file_unusable: bySettings(
    { ...RADIUS, PORTICO_RADSEC_CERT: '/nope', PORTICO_RADSEC_KEY: '/nope' },
    /\/nope: there is no such file/,
    RADIUS,
  ),
  setting_unknown: bySettings({ PORTICO_COLOUR: 'red' }, /PORTICO_COLOUR/),
  clock_stopped: bySettings({ PORTICO_NOW: '2026-01-01T00:00:00Z' }, /2026-01-01/),
  clock_behind: byRows(
    {
      fault: "update sessions set start_time = now() + interval '2 days'",
      mend: 'update sessions set start_time = now()',
    },
    /the clock is behind, or was ahead/,
  ),
  clocks_differ: async () => {
    const { settings } = await recorded();
    const wrong = { ...settings, LD_PRELOAD: process.env.PORTICO_TEST_FAKETIME ?? '', FAKETIME: '-1d', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    return { settings: wrong, says: /on the database's machine/, mend: () => ({ settings }) };
  },
  zone_unset: bySettings({ ...RADIUS, TZ: 'UTC' }, /UTC, the machine's/, { ...RADIUS, TZ: 'UTC', PORTICO_ZONE: 'Europe/Rome' }),
  port_taken: async () => {
    const PORT = String(await takenTcpPort());
    return { settings: { PORT }, says: new RegExp(`port ${PORT}`), mend: () => ({}) };
  },
  radius_local: bySettings({ PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: '0,0,0' }, /127\.0\.0\.1 only/, RADIUS),
  unit_unroutable: async () => {
    const database = portico(['migrate'], OWN());
    await database.ended;
    const settings = { ...OWN(), ...RADIUS };
    await inFolder(`update units set address = '10.20.0.7' where id = (${UNIT})`);
    const tunnel = [
      'ip link add tunnel0 type veth peer name tunnel1',
      'ip link set tunnel0 up',
      'ip link set tunnel1 up',
      'ip address add 10.20.0.1/24 dev tunnel0',
    ];
    return { isAlone: true, settings, says: /no way to 10\.20\.0\.7/, mend: () => ({ isAlone: true, settings, before: tunnel }) };
  },
  packets_unread: async () => {
    const [authentication, accounting] = [await freeUdpPort(), await freeUdpPort()];
    const settings = { ...OWN(), ...RADIUS, PORTICO_RADIUS_PORTS: `${authentication},${accounting},0` };
    const server = await served(settings);
    // It reads nothing while it stands still.
    process.kill(server.pid, 'SIGSTOP');
    const unit = createSocket('udp4');
    for (let sent = 0; sent < 8000; sent += 1) await sentTo(unit, accounting, Buffer.alloc(4096));
    unit.close();
    process.kill(server.pid, 'SIGCONT');
    return {
      settings,
      says: /\d{4} RADIUS packets got lost/,
      mend: async () => {
        server.kill('SIGTERM');
        await server.ended;
        await served(settings);
        return { settings };
      },
    };
  },
  units_unheard: byRows(
    {
      fault: 'delete from unit_contacts',
      mend: `insert into unit_contacts (unit_id, heard, address, kind) values ((${UNIT}), now(), '192.0.2.9', 'mikrotik')`,
    },
    /No unit has ever reached/,
    RADIUS,
  ),
  secrets_wrong: byRows(
    {
      fault: `insert into unit_refusals (unit_id, address, outcome, packets, last) values ((${UNIT}), '192.0.2.9', 'wrong_secret', 7, now())`,
      mend: `insert into unit_contacts (unit_id, heard, address, kind) values ((${UNIT}), now(), '192.0.2.9', 'mikrotik')
        on conflict (unit_id) do update set heard = now()`,
    },
    /wrong secret/,
  ),
  freeradius_outdated: () => {
    const token = 'a-token-of-freeradius';
    const directory = mkdtempSync(path.join(folder, 'freeradius-'));
    const write = (change: (text: string) => string) => {
      for (const [name, text] of Object.entries(freeradiusConfig({ url: 'https://wifi.example.com', token, clients: [] }))) {
        mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
        writeFileSync(path.join(directory, name), change(text));
      }
    };
    write((text) => text.replace('&Message-Authenticator := 0x00', ''));
    const installed: Installation = {
      settings: { PORTICO_FREERADIUS_TOKEN: token },
      before: ['mount -t tmpfs tmpfs /etc/freeradius', 'mkdir /etc/freeradius/3.0', `mount --bind ${directory} /etc/freeradius/3.0`],
    };
    return {
      ...installed,
      says: /sites-enabled\/portico/,
      mend: () => {
        write((text) => text);
        return installed;
      },
    };
  },
  proxy_untrusted: () =>
    bySettings({ PORTICO_PUBLIC_URL: 'https://127.0.0.1:1' }, /none is trusted/, {
      PORTICO_PUBLIC_URL: 'https://127.0.0.1:1',
      PORTICO_TRUST_PROXY: 'loopback',
    })(),
  proxy_too_wide: bySettings({ PORTICO_TRUST_PROXY: '0.0.0.0/0' }, /trusts 0\.0\.0\.0\/0/, { PORTICO_TRUST_PROXY: 'loopback' }),
  public_url_unset: bySettings(RADIUS, /is not set/, { ...RADIUS, PORTICO_PUBLIC_URL: 'https://127.0.0.1:1' }),
  public_url_plain: bySettings({ PORTICO_PUBLIC_URL: 'http://wifi.invalid' }, /not encrypted/, {
    PORTICO_PUBLIC_URL: 'https://127.0.0.1:1',
  }),
  public_name_unknown: bySettings({ PORTICO_PUBLIC_URL: 'https://wifi.invalid' }, /no address for the name wifi\.invalid/, {
    PORTICO_PUBLIC_URL: 'https://127.0.0.1:1',
  }),
  public_url_wrong: async () => {
    const other = await listening(createHttp((_, answer) => answer.end('<title>Welcome to nginx</title>')));
    const { url } = await served(OWN());
    const at = (address: string) => ({ PORTICO_PUBLIC_URL: address });
    return {
      settings: at(`http://127.0.0.1:${other}`),
      says: /something else than Portico answers/,
      mend: () => ({ settings: at(url) }),
    };
  },
  policy_changed: async () => {
    const { url } = await served(OWN());
    let isStripping = true;
    const proxy = createHttp((incoming, answer) => {
      incoming.pipe(
        request(`${url}${incoming.url ?? ''}`, { method: incoming.method, headers: incoming.headers }, (answered) => {
          const headers = { ...answered.headers };
          if (isStripping) delete headers['content-security-policy'];
          answer.writeHead(answered.statusCode ?? 500, headers);
          answered.pipe(answer);
        }),
      );
    });
    const settings = { PORTICO_PUBLIC_URL: `http://127.0.0.1:${await listening(proxy)}` };
    return {
      settings,
      says: /arrives as nothing/,
      mend: () => {
        isStripping = false;
        return { settings };
      },
    };
  },
  certificate_expiring: async () => {
    const { cert, key } = newAuthority('Portico doctor').issue('127.0.0.1');
    const port = await listening(createHttps({ cert, key }, (_, answer) => answer.end('{"backend":"portico"}')));
    const settings = { PORTICO_PUBLIC_URL: `https://127.0.0.1:${port}` };
    return {
      settings,
      says: /ends in [12] days/,
      mend: async () => {
        const longer = path.dirname(file('longer'));
        const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=127.0.0.1'];
        execFileSync('openssl', [...options, '-keyout', `${longer}/key.pem`, '-out', `${longer}/cert.pem`, '-days', '60'], {
          stdio: 'pipe',
        });
        const pair = { cert: readFileSync(`${longer}/cert.pem`), key: readFileSync(`${longer}/key.pem`) };
        const renewed = await listening(createHttps(pair, (_, answer) => answer.end('{"backend":"portico"}')));
        return { settings: { PORTICO_PUBLIC_URL: `https://127.0.0.1:${renewed}` } };
      },
    };
  },
  ipv6_unserved: bySettings({ PORTICO_PUBLIC_URL: 'http://[::1]:1' }, /has an IPv6 address/, { PORTICO_PUBLIC_URL: 'http://127.0.0.1:1' }),
  social_plain: bySettings(
    { OAUTH_FACEBOOK: 'id:a-secret', PORTICO_PORTAL_ORIGIN: 'http://guests.invalid', PORTICO_PUBLIC_URL: 'https://127.0.0.1:1' },
    /http:\/\/guests\.invalid/,
    { OAUTH_FACEBOOK: 'id:a-secret', PORTICO_PORTAL_ORIGIN: 'https://guests.invalid', PORTICO_PUBLIC_URL: 'https://127.0.0.1:1' },
  ),
  social_unreturned: byRows(
    {
      fault: `insert into portal_codes (hotspot_id, way, email, network, code_hash, wants_marketing, wants_survey, created)
        select 1, 'facebook', '', '192.0.2.0', '', false, false, now() - interval '1 hour' from generate_series(1, 4)`,
      mend: "update portal_codes set used = now() where way = 'facebook'",
    },
    /Of 4 guests who left for Facebook/,
    { OAUTH_FACEBOOK: 'id:a-secret', PORTICO_PUBLIC_URL: 'https://127.0.0.1:1' },
  ),
  mail_refused: async () => {
    const port = await listening(createServer((socket) => socket.on('error', () => undefined).end('554 5.7.1 No service for you\r\n')));
    return {
      settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'wifi@example.com' },
      says: /554/,
      mend: async () => {
        const { sink } = mailSink();
        await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
        afterThisTest(() => new Promise<void>((resolve) => sink.close(resolve)));
        const { port: taking } = sink.server.address() as AddressInfo;
        return { settings: { SMTP_URL: `smtp://127.0.0.1:${taking}`, MAIL_FROM: 'wifi@example.com' } };
      },
    };
  },
  mail_unset: bySettings({}, /No mail is sent/, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'wifi@example.com' }),
  sms_unreachable: async () => {
    const open = await listening(createServer((socket) => socket.on('error', () => undefined).end()));
    const at = (port: number) => ({ SMS_URL: `http+template://127.0.0.1:${port}/?to={number}&text={text}` });
    return { settings: at(1), says: /ECONNREFUSED/, mend: () => ({ settings: at(open) }) };
  },
  messages_failing: byRows(
    {
      fault: "insert into failing_destinations (name, reason, since, last) values ('mail', 'refused', now() - interval '2 hours', now())",
      mend: 'delete from failing_destinations',
    },
    /nobody has taken: mail/,
  ),
  database_unreachable: async () => {
    const { settings } = await recorded();
    return {
      settings: { DATABASE_URL: 'postgres://portico:a-secret@127.0.0.1:1/portico' },
      says: /does not answer: ECONNREFUSED/,
      mend: () => ({ settings }),
    };
  },
  database_unsuitable: async () => {
    const settings = await namedDatabase("encoding 'SQL_ASCII' locale 'C'");
    const mended = await namedDatabase("encoding 'UTF8'");
    return { settings, says: /as SQL_ASCII, not as UTF8/, mend: () => ({ settings: mended }) };
  },
  database_locale: async () => {
    const settings = await namedDatabase("encoding 'UTF8' locale 'C'");
    const mended = await namedDatabase("encoding 'UTF8' locale 'C.UTF-8'");
    return { settings, says: /pairs capitals/, mend: () => ({ settings: mended }) };
  },
  database_newer: byRows(
    {
      fault: "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)",
      mend: "delete from drizzle.__drizzle_migrations where hash = 'later'",
    },
    /newer version/,
  ),
  migrations_missing: async () => {
    const { url, remove } = await emptyDatabase();
    afterThisTest(remove);
    return {
      settings: { DATABASE_URL: url },
      says: /older version of Portico, or there are none/,
      mend: async () => {
        expect(await portico(['migrate'], { DATABASE_URL: url }).ended).toBe(0);
        return { settings: { DATABASE_URL: url } };
      },
    };
  },
  connections_few: async () => {
    const { settings } = await recorded();
    return {
      settings: { ...settings, PORTICO_WORKERS: '64' },
      says: /this server opens 641/,
      mend: () => ({ settings: { ...settings, PORTICO_WORKERS: '1' } }),
    };
  },
  retention_undecided: async () => {
    const { settings } = await recorded();
    return { settings, says: /kept for ever/, mend: () => ({ settings: { ...settings, PORTICO_RETENTION_DAYS: '400' } }) };
  },
  admin_waiting: async () => {
    const PORTICO_DATA = path.join(mkdtempSync(path.join(folder, 'new-')), 'data');
    const server = await served({ PORTICO_DATA });
    const [, password = ''] = /one-time password (\w+)/.exec(server.output()) ?? [];
    return {
      settings: { PORTICO_DATA },
      says: /one-time password of admin is unused/,
      mend: async () => {
        const token = await login(
          callerOf(() => server.url),
          'admin',
          password,
        );
        const admin = callerOf(
          () => server.url,
          async () => token,
        );
        expect(await admin.put('/api/accounts/1', { password: 'a long day at the sea' })).toMatchObject({ status: 200 });
        return { settings: { PORTICO_DATA } };
      },
    };
  },
  sign_in_unlimited: bySettings({ PORTICO_LOGIN_LIMIT: '0' }, /without limit/),
  webhooks_plain: byRows(
    {
      fault: `insert into integrations (name, webhook_url) values ('Mailer', 'http://mailer.example.com/portico')`,
      mend: `update integrations set webhook_url = 'https://mailer.example.com/portico' where name = 'Mailer'`,
    },
    /go guests' data and a token to: Mailer/,
  ),
  own_password_unconfirmed: bySettings({ PORTICO_OWN_PASSWORD: 'unconfirmed' }, /take over its account/),
};

/** Runs a statement in the data folder, which nobody has open. */
async function inFolder(statement: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, folder: filled });
  try {
    await db.execute(sql.raw(statement));
  } finally {
    await close();
  }
}

test.each(Object.keys(SEEDED) as (keyof typeof SEEDED)[])(
  'the doctor names the fault %s, and no longer once it is mended',
  async (name) => {
    const { says, mend, ...seeded } = await SEEDED[name]();
    const found = (await doctor(seeded)).find(({ fault }) => fault === name);
    expect(found).toEqual({
      fault: name,
      stops: expect.any(Boolean),
      breaks: expect.any(Boolean),
      wrong: expect.stringMatching(says),
      mend: expect.any(String),
    });
    expect((await doctor(await mend())).map(({ fault }) => fault)).not.toContain(name);
  },
);

test('only two faults are tried by their facts alone', () => {
  expect(Object.keys(FAULTS).filter((name) => !(name in SEEDED))).toEqual(['node_version', 'data_remote']);
});
