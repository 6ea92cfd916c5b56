/** The faults that `portico doctor` reports: each from its facts, and the facts from a machine, a network and a database that have them. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isFirstStart, whyTooLittleMemory } from '../../src/server/cli/servedWarnings';
import { readConfig, type Config } from '../../src/server/config';
import { failing_destinations, sessions, unit_refusals, units } from '../../src/server/database/schema';
import { databaseFacts } from '../../src/server/doctor/queries';
import type { DatabaseFacts, Examined, MachineFacts, SiteFacts } from '../../src/server/doctor/examined';
import { FAULTS, findFaults, type FaultName } from '../../src/server/doctor/faults';
import { machineFacts } from '../../src/server/doctor/machine';
import { networkFacts } from '../../src/server/doctor/network';
import { freeradiusConfig } from '../../src/server/radius/freeradiusConfig';
import { newAuthority } from '../support/peers/certificates';
import { newPlace, using } from '../support/server/database';
import { afterThisTest } from '../support/server/leftovers';

const NOW = new Date('2026-11-24T12:00:00Z');
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

const SITE: SiteFacts = {
  problem: null,
  isUnknownName: false,
  hasIpv6Address: false,
  isOurs: true,
  policy: "default-src 'self';style-src 'self'",
  certificateEnds: later(60),
};

const SERVER = { version: 170_002, encoding: 'UTF8', isStandby: false, isReadOnly: false, mayCreate: true, connectionsLeft: 90 };

/** An installation without faults: units, mail, TLS by a proxy, and a user of its own. */
const HEALTHY: Examined = {
  config: readConfig({
    PORTICO_DATA: '/var/lib/portico/data',
    PORTICO_BACKUPS: '/srv/portico-backups',
    PORTICO_TRUST_PROXY: 'loopback',
    PORTICO_RADIUS: 'on',
    PORTICO_RADIUS_HOST: '0.0.0.0',
    PORTICO_PUBLIC_URL: 'https://wifi.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'wifi@example.com',
    PORTICO_ZONE: 'Europe/Rome',
    PORTICO_RETENTION_DAYS: '400',
  }),
  machine: {
    now: NOW,
    nodeVersion: 'v24.11.0',
    memory: 2 ** 31,
    openFiles: 65_536,
    entropy: 256,
    zone: 'Etc/UTC',
    smallestMtu: { name: 'eth0', mtu: 1500 },
    hasIpv6: true,
    isRemote: false,
    free: { data: 2 ** 35, backups: 2 ** 35 },
    dataSize: 2 ** 30,
    notOwned: null,
    dataNotWritable: null,
    backupsNotWritable: null,
    backup: { file: '/srv/portico-backups/data-2026-11-24T03-00-00Z.backup', made: new Date('2026-11-24T03:00:00Z'), problem: null },
    readableByOthers: [],
    files: [],
    olderFreeradiusFiles: [],
  },
  network: { takenPorts: [], unnamedProxy: null, publicSite: SITE, radsecCertificateEnds: null, mailProblem: null, smsProblem: null },
  database: {
    applied: 5,
    known: 5,
    clock: NOW.toISOString(),
    newest: '2026-11-24T11:59:00.000Z',
    hasRetention: true,
    adminWaiting: null,
    wrongSecrets: [],
    failing: [],
    server: null,
  },
  databaseProblem: null,
};

const having = {
  config: (config: Partial<Config>): Examined => ({ ...HEALTHY, config: { ...HEALTHY.config, ...config } }),
  machine: (machine: Partial<MachineFacts>): Examined => ({ ...HEALTHY, machine: { ...HEALTHY.machine, ...machine } }),
  network: (network: Partial<Examined['network']>): Examined => ({ ...HEALTHY, network: { ...HEALTHY.network, ...network } }),
  site: (site: Partial<SiteFacts>): Examined => ({ ...HEALTHY, network: { ...HEALTHY.network, publicSite: { ...SITE, ...site } } }),
  database: (database: Partial<DatabaseFacts>): Examined => ({ ...HEALTHY, database: { ...HEALTHY.database!, ...database } }),
};

/** For each fault, an installation with this one and no other. A fault without a row doesn't compile. */
const SEEDS: Record<FaultName, Examined> = {
  node_version: having.machine({ nodeVersion: 'v21.7.0' }),
  memory_low: having.machine({ memory: 2 ** 29 }),
  open_files_low: having.machine({ openFiles: 1024 }),
  entropy_low: having.machine({ entropy: 20 }),
  mtu_small: having.machine({ smallestMtu: { name: 'wg0', mtu: 1200 } }),
  disk_low: having.machine({ free: { data: 2 ** 35, backups: 2 ** 29 } }),
  data_foreign: having.machine({ notOwned: 'The database in /var/lib/portico/data belongs to root.' }),
  data_unwritable: having.machine({ dataNotWritable: 'permission denied' }),
  data_remote: having.machine({ isRemote: true }),
  data_relative: having.config({ data: './data' }),
  backups_unwritable: having.machine({ backupsNotWritable: 'permission denied' }),
  backup_old: having.machine({ backup: null }),
  backup_broken: having.machine({ backup: { ...HEALTHY.machine.backup!, problem: 'it ends too early.' } }),
  secrets_readable: having.machine({ readableByOthers: ['/etc/portico/portico.env'] }),
  file_unusable: having.machine({ files: [{ setting: 'PORTICO_RADSEC_KEY', problem: '/nope: there is no such file or folder.' }] }),
  setting_unknown: having.config({ warnings: ['PORTICO_COLOUR is set, but there is no such setting: it is ignored'] }),
  clock_stopped: having.config({ now: NOW }),
  clock_behind: having.database({ newest: later(1).toISOString() }),
  clocks_differ: having.database({ clock: later(-1).toISOString() }),
  zone_unset: having.config({ zone: 'Etc/UTC' }),
  port_taken: having.network({ takenPorts: [{ setting: 'PORT', port: 8080 }] }),
  radius_local: having.config({ radius: { ...HEALTHY.config.radius!, host: '127.0.0.1' } }),
  secrets_wrong: having.database({ wrongSecrets: ['lobby'] }),
  freeradius_outdated: having.machine({ olderFreeradiusFiles: ['/etc/freeradius/3.0/mods-enabled/portico'] }),
  proxy_untrusted: having.config({ trustProxy: [] }),
  proxy_too_wide: having.config({ trustProxy: ['loopback', '0.0.0.0/0'] }),
  public_url_unset: { ...having.config({ publicUrl: undefined }), network: { ...HEALTHY.network, publicSite: null } },
  public_url_plain: having.config({ publicUrl: 'http://wifi.example.com' }),
  public_name_unknown: having.site({ isUnknownName: true, isOurs: false }),
  public_url_wrong: having.site({ isOurs: false }),
  policy_changed: having.site({ policy: null }),
  certificate_expiring: having.site({ certificateEnds: later(3) }),
  ipv6_unserved: { ...having.site({ hasIpv6Address: true }), machine: { ...HEALTHY.machine, hasIpv6: false } },
  social_plain: having.config({ social: { facebook: { id: 'id', secret: 'a-secret' } }, portalOrigin: 'http://guests.example.com' }),
  mail_refused: having.network({ mailProblem: 'Invalid login: 535 5.7.8 authentication failed' }),
  mail_unset: having.config({ smtpUrl: undefined }),
  sms_unreachable: having.network({ smsProblem: 'connect ECONNREFUSED 192.0.2.1:443' }),
  messages_failing: having.database({ failing: ['webhook'] }),
  database_unreachable: { ...HEALTHY, database: null, databaseProblem: 'The database portico on db:5432 cannot be used.' },
  database_unsuitable: having.database({ server: { ...SERVER, encoding: 'SQL_ASCII' } }),
  database_newer: having.database({ applied: 6 }),
  migrations_missing: having.database({ applied: 4 }),
  connections_few: having.database({ server: { ...SERVER, connectionsLeft: 5 } }),
  retention_undecided: {
    ...having.database({ hasRetention: false }),
    config: { ...HEALTHY.config, retentionDays: undefined },
  },
  admin_waiting: having.database({ adminWaiting: 'admin' }),
  sign_in_unlimited: having.config({ loginLimit: 0 }),
  own_password_unconfirmed: having.config({ confirmsPassword: false }),
};

const namesIn = (it: Examined) => findFaults(it).map(({ fault }) => fault);

test('an installation without a fault has no finding', () => {
  expect(findFaults(HEALTHY)).toEqual([]);
});

test.each(Object.keys(FAULTS) as FaultName[])('the fault %s is named, it alone, with what is wrong and how to mend it', (name) => {
  const findings = findFaults(SEEDS[name]);
  expect(findings).toEqual([
    { fault: name, stops: expect.any(Boolean), breaks: expect.any(Boolean), wrong: expect.any(String), mend: expect.any(String) },
  ]);
  expect(findings[0]?.wrong).toMatch(/^.{20}/);
  expect(findings[0]?.mend).toMatch(/^(?:[A-Z].{10}|chmod )/);
});

test('a proxy that requests come from is named, also where another one is trusted', () => {
  const seen: Examined = { ...HEALTHY, network: { ...HEALTHY.network, unnamedProxy: '10.0.0.5' } };
  expect(findFaults(seen)).toMatchObject([
    {
      fault: 'proxy_untrusted',
      wrong: expect.stringMatching(/^Requests come from 10\.0\.0\.5 .*PORTICO_TRUST_PROXY names loopback only/),
      mend: expect.stringContaining('10.0.0.5'),
    },
  ]);
});

test.each([
  ['0.0.0.0/0', ['proxy_too_wide']],
  ['128.0.0.0/1', ['proxy_too_wide']],
  ['::/0', ['proxy_too_wide']],
  ['10.0.0.0/8', []],
  ['fc00::/7', []],
  ['2001:db8::7', []],
  ['uniquelocal', []],
])('trust in proxies at %s is reported as %j', (network, faults) => {
  expect(namesIn(having.config({ trustProxy: [network] }))).toEqual(faults);
});

test.each([
  ['./data', 'PORTICO_DATA is ./data: another working directory means other data.'],
  ['/tmp/data', 'PORTICO_DATA is /tmp/data: a restart of the machine may empty it.'],
])('says what happens to data in %s', (data, wrong) => {
  expect(findFaults(having.config({ data }))).toMatchObject([{ fault: 'data_relative', wrong }]);
});

test('a first start in too little memory is warned about beforehand, and no other', () => {
  const inData = readConfig({ PORTICO_DATA: '/nowhere/data' });
  expect(isFirstStart(inData)).toBe(true);
  expect(isFirstStart({ ...inData, databaseUrl: 'postgres://portico@db/portico' })).toBe(false);
  expect(whyTooLittleMemory(512 * 1_048_576)).toBe(
    'There are 512 MB of memory, and a first start needs 900 MB: the system may end it. Raise the limit, or set DATABASE_URL.',
  );
  expect(whyTooLittleMemory(2 ** 30)).toBeNull();
});

test('no finding contains a secret', () => {
  const config = readConfig({
    SMTP_URL: 'smtp://user:secret-of-mail@mail.example.com',
    MAIL_FROM: 'wifi@example.com',
    PORTICO_PUBLIC_URL: 'http://wifi.example',
    DATABASE_URL: 'postgres://portico:secret-of-database@db/portico',
    OAUTH_FACEBOOK: 'id:secret-of-app',
    PORTICO_LOGIN_LIMIT: '0',
    SMS_URL: 'twilio://SID:secret-of-sms@api.twilio.com?from=%2B15550100',
    PORTICO_FREERADIUS_TOKEN: 'secret-of-freeradius',
  });
  const all = Object.values(SEEDS).flatMap((seed) => findFaults({ ...seed, config: { ...config, warnings: seed.config.warnings } }));
  expect(all.length).toBeGreaterThan(40);
  expect(JSON.stringify(all)).not.toContain('secret-of');
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-doctor-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterThisTest(async () => {
    const closed = once(server, 'close');
    server.close();
    if ('closeAllConnections' in server) (server as unknown as { closeAllConnections: () => void }).closeAllConnections();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

describe('the facts of a machine', () => {
  const facts = (settings: Record<string, string>, places = { freeradius: '/nowhere', settings: '/nowhere' }) =>
    machineFacts(readConfig(settings), places);

  test('are gathered on any machine, also where folders are missing', async () => {
    const found = await facts({ PORTICO_DATA: path.join(newFolder(), 'none', 'yet') });
    expect(found).toMatchObject({ dataSize: 0, notOwned: null, dataNotWritable: null, backup: null, files: [], olderFreeradiusFiles: [] });
    expect(found.memory).toBeGreaterThan(0);
    expect(found.free.data).toBeGreaterThan(0);
  });

  test('a file in the place of a folder, readable secrets, and a broken newest backup are seen', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'file'), '');
    const settings = path.join(folder, 'portico.env');
    writeFileSync(settings, 'SMTP_URL=smtp://user:password@host');
    chmodSync(settings, 0o644);
    mkdirSync(path.join(folder, 'backups'));
    writeFileSync(path.join(folder, 'backups', 'data-2026-11-20T03-00-00Z.backup'), 'rubbish');
    const found = await facts({ PORTICO_DATA: path.join(folder, 'data') }, { freeradius: '/nowhere', settings });
    expect(found.readableByOthers).toEqual([settings]);
    expect(found.backup).toMatchObject({ made: new Date('2026-11-20T03:00:00Z'), problem: expect.stringMatching(/not a backup/) });
    const elsewhere = await facts({ PORTICO_DATA: path.join(folder, 'file/data'), PORTICO_BACKUPS: path.join(folder, 'file/backups') });
    expect(elsewhere).toMatchObject({
      dataNotWritable: 'a part of its path is a file',
      backupsNotWritable: 'a part of its path is a file',
    });
  });

  test('files of RadSec that are missing, and files of FreeRADIUS that another version wrote, are seen', async () => {
    const freeradius = newFolder();
    const settings = { PORTICO_FREERADIUS_TOKEN: 'a-token-of-freeradius', PORTICO_RADIUS: 'on' };
    const files = freeradiusConfig({
      url: 'https://portico.example.com',
      token: settings.PORTICO_FREERADIUS_TOKEN,
      clients: [{ uuid: 'lobby', address: '192.0.2.7', secret: 'of-the-lobby', mayBeUnsigned: false }],
    });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(freeradius, name)), { recursive: true });
      writeFileSync(path.join(freeradius, name), text);
    }
    expect(await facts(settings, { freeradius, settings: '/nowhere' })).toMatchObject({ olderFreeradiusFiles: [], files: [] });
    const site = path.join(freeradius, 'sites-enabled/portico');
    writeFileSync(site, (files['sites-enabled/portico'] ?? '').replace('&Message-Authenticator := 0x00', ''));
    const radsec = { PORTICO_RADSEC_CERT: '/nope', PORTICO_RADSEC_KEY: '/nope' };
    expect(await facts({ ...settings, ...radsec }, { freeradius, settings: '/nowhere' })).toMatchObject({
      olderFreeradiusFiles: [site],
      files: [{ setting: 'PORTICO_RADSEC_CERT', problem: '/nope: there is no such file or folder.' }],
    });
  });
});

describe('the facts of a network', () => {
  const faultsOf = async (settings: Record<string, string>, isServing = true) => {
    const config = readConfig({ ...settings });
    const network = await networkFacts(config, { isServing });
    return namesIn({ ...HEALTHY, config: { ...HEALTHY.config, publicUrl: config.publicUrl ?? HEALTHY.config.publicUrl }, network });
  };

  test('ports of other programs are seen, unless a server of these settings has them', async () => {
    const tcp = await listening(createServer());
    const udp = createSocket('udp4').bind(0, '127.0.0.1');
    await once(udp, 'listening');
    afterThisTest(async () => void (await once(udp.close(), 'close')));
    const settings = { PORT: String(tcp), PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `0,${udp.address().port}` };
    const { takenPorts } = await networkFacts(readConfig(settings), { isServing: false });
    expect(takenPorts).toEqual([
      { setting: 'PORT', port: tcp },
      { setting: 'PORTICO_RADIUS_PORTS', port: udp.address().port },
    ]);
    expect((await networkFacts(readConfig(settings), { isServing: true })).takenPorts).toEqual([]);
    expect(await faultsOf({ PORT: '0' }, false)).toEqual([]);
  });

  test('a public address at which nobody, somebody else, or Portico without its policy answers, or whose name is unknown, is seen', async () => {
    const other = await listening(createHttp((_, answer) => answer.end('<title>Welcome to nginx</title>')));
    const stripped = await listening(createHttp((_, answer) => answer.end('{"backend":"portico"}')));
    const kept = createHttp((_, answer) => answer.setHeader('Content-Security-Policy', "default-src 'self';").end('{"backend":"portico"}'));
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await once(gone.close(), 'close');
    expect(await faultsOf({ PORTICO_PUBLIC_URL: `http://127.0.0.1:${other}` })).toEqual(['public_url_wrong']);
    expect(await faultsOf({ PORTICO_PUBLIC_URL: `http://127.0.0.1:${stripped}` })).toEqual(['policy_changed']);
    expect(await faultsOf({ PORTICO_PUBLIC_URL: `http://127.0.0.1:${await listening(kept)}` })).toEqual([]);
    expect(await faultsOf({ PORTICO_PUBLIC_URL: `http://127.0.0.1:${port}` })).toEqual(['public_url_wrong']);
    // `.invalid` is reserved: no name below it ever has an address.
    expect(await faultsOf({ PORTICO_PUBLIC_URL: 'http://wifi.invalid' })).toEqual(['public_url_plain', 'public_name_unknown']);
  });

  test('the end of a certificate is read, also of one that no browser accepts', async () => {
    const { cert, key } = newAuthority('Portico doctor').issue('127.0.0.1');
    const port = await listening(createHttps({ cert, key }, (_, answer) => answer.end('{"backend":"portico"}')));
    const folder = newFolder();
    writeFileSync(path.join(folder, 'cert.pem'), cert);
    writeFileSync(path.join(folder, 'key.pem'), key);
    const radsec = { PORTICO_RADSEC_CERT: path.join(folder, 'cert.pem'), PORTICO_RADSEC_KEY: path.join(folder, 'key.pem') };
    const config = readConfig({ PORTICO_PUBLIC_URL: `https://127.0.0.1:${port}`, ...radsec });
    const { publicSite, radsecCertificateEnds } = await networkFacts(config, { isServing: true });
    expect(publicSite).toMatchObject({ certificateEnds: radsecCertificateEnds, problem: expect.stringMatching(/certificate/) });
    // The certificate is valid for two days.
    expect(radsecCertificateEnds!.getTime() - Date.now()).toBeLessThan(3 * 86_400_000);
  });

  test('a mail server that refuses the log-in, and an SMS gateway that takes no connection, are seen', async () => {
    const refusing = createServer((socket) => {
      socket.on('error', () => undefined).write('554 5.7.1 No service for you\r\n');
    });
    const port = await listening(refusing);
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port: closed } = gone.address() as AddressInfo;
    await once(gone.close(), 'close');
    const network = await networkFacts(
      readConfig({
        SMTP_URL: `smtp://user:a-password@127.0.0.1:${port}`,
        MAIL_FROM: 'wifi@example.com',
        SMS_URL: `http+template://127.0.0.1:${closed}/?to={number}&text={text}`,
      }),
      { isServing: true },
    );
    expect(network.mailProblem).toMatch(/554/);
    expect(network.smsProblem).toMatch(/ECONNREFUSED/);
    expect(namesIn({ ...HEALTHY, network: { ...network, publicSite: SITE } })).toEqual(['mail_refused', 'sms_unreachable']);
  });
});

test('of a database are seen: wrong secrets of units, entries of the future, messages that nobody takes, and what PostgreSQL is like', async () => {
  const place = await newPlace('fixture');
  afterThisTest(place.remove);
  await using(place, async (db) => {
    const engine = place.url === undefined ? 'embedded' : 'postgres';
    const before = await databaseFacts(db, engine, NOW);
    expect(before).toMatchObject({ wrongSecrets: [], failing: [], adminWaiting: null });
    expect(before.applied).toBe(before.known);
    if (engine === 'postgres')
      expect(before.server).toMatchObject({ encoding: 'UTF8', isStandby: false, isReadOnly: false, mayCreate: true });
    else expect(before.server).toBeNull();

    const [unit] = await db.select({ id: units.id, name: units.name }).from(units).limit(1);
    const refused = { address: '192.0.2.9', outcome: 'wrong_secret' as const, packets: 7, last: NOW };
    await db.insert(unit_refusals).values({ unit_id: unit!.id, ...refused });
    const hourAgo = new Date(NOW.getTime() - 3_600_001);
    await db.insert(failing_destinations).values({ name: 'mail', reason: 'refused', since: hourAgo, last: NOW });
    const after = await databaseFacts(db, engine, NOW);
    expect(after.wrongSecrets).toEqual([unit!.name]);
    expect(after.failing).toEqual(['mail']);
    expect(namesIn({ ...HEALTHY, database: { ...after, clock: NOW.toISOString(), newest: null, hasRetention: true } })).toEqual([
      'secrets_wrong',
      'messages_failing',
    ]);
    await db.update(sessions).set({ start_time: later(9000) });
    expect((await databaseFacts(db, engine, NOW)).newest).toBe(later(9000).toISOString());
  });
});
