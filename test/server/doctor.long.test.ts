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
import { eq } from 'drizzle-orm';
import { whyTooLittleMemory } from '../../src/server/cli/servedWarnings';
import { isFirstStart } from '../../src/server/database/firstStart';
import { readConfig } from '../../src/server/config';
import {
  failing_destinations,
  integrations,
  portal_codes,
  sessions,
  unit_contacts,
  unit_refusals,
  units,
} from '../../src/server/database/schema';
import { databaseFacts } from '../../src/server/doctor/queries';
import type { Examined } from '../../src/server/doctor/examined';
import { FAULTS, findFaults, type FaultName } from '../../src/server/doctor/faults';
import { machineFacts } from '../../src/server/doctor/machine';
import { networkFacts } from '../../src/server/doctor/network';
import { freeradiusConfig } from '../../src/server/radius/freeradiusConfig';
import { newAuthority } from '../support/peers/certificates';
import { newTestDatabase, using } from '../support/server/database';
import { HEALTHY, having, later, NOW, SEEDS, SITE } from '../support/server/faultSeeds';
import { afterThisTest } from '../support/server/leftovers';

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
  const facts = (settings: Record<string, string>, paths = { freeradius: '/nowhere', settings: '/nowhere' }) =>
    machineFacts(readConfig(settings), paths);

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
    expect(found.backup).toMatchObject({ createdAt: new Date('2026-11-20T03:00:00Z'), problem: expect.stringMatching(/not a backup/) });
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
    const consoleServer = createHttp((_, answer) =>
      answer.setHeader('Content-Security-Policy', "default-src 'self';").end('{"backend":"portico"}'),
    );
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await once(gone.close(), 'close');
    expect(await faultsOf({ PORTICO_PUBLIC_URL: `http://127.0.0.1:${other}` })).toEqual(['public_url_wrong']);
    expect(await faultsOf({ PORTICO_PUBLIC_URL: `http://127.0.0.1:${stripped}` })).toEqual(['policy_changed']);
    expect(await faultsOf({ PORTICO_PUBLIC_URL: `http://127.0.0.1:${await listening(consoleServer)}` })).toEqual([]);
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

  test('fixed addresses of units that this machine has a way to are no finding, nor what is no address', async () => {
    const settings = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: '0,0,0' };
    for (const PORTICO_RADIUS_HOST of ['0.0.0.0', '127.0.0.1', '::']) {
      const config = readConfig({ ...settings, PORTICO_RADIUS_HOST });
      expect(await networkFacts(config, { isServing: true, unitAddresses: ['127.0.0.9', 'no address'] })).toMatchObject({ unroutable: [] });
    }
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
  const testDatabase = await newTestDatabase('fixture');
  afterThisTest(testDatabase.remove);
  await using(testDatabase, async (db) => {
    const engine = testDatabase.url === undefined ? 'embedded' : 'postgres';
    const before = await databaseFacts(db, engine, NOW);
    expect(before).toMatchObject({ wrongSecrets: [], failing: [], adminWaiting: null });
    expect(before.applied).toBe(before.known);
    if (engine === 'postgres')
      expect(before.server).toMatchObject({ encoding: 'UTF8', foldsLetters: true, isStandby: false, isReadOnly: false, mayCreate: true });
    else expect(before.server).toBeNull();

    const [unit] = await db.select({ id: units.id, name: units.name }).from(units).limit(1);
    const refused = { address: '192.0.2.9', outcome: 'wrong_secret' as const, packets: 7, last: NOW };
    await db.insert(unit_refusals).values({ unit_id: unit!.id, ...refused });
    const hourAgo = new Date(NOW.getTime() - 3_600_001);
    await db.insert(failing_destinations).values({ name: 'mail', reason: 'refused', since: hourAgo, last: NOW });
    const after = await databaseFacts(db, engine, NOW);
    expect(after.wrongSecrets).toEqual([unit!.name]);
    expect(after.failing).toEqual(['mail']);
    // The recorded integrations are called on this machine.
    expect(after.httpWebhooks).toEqual([]);
    const urls = [
      'http://10.0.0.9/hook',
      'http://[::1]:9099/hook',
      'https://example.com/hook',
      'HTTP://example.com/hook',
      'http://8.8.8.8/',
    ];
    await db.insert(integrations).values(urls.map((webhook_url) => ({ name: `to ${webhook_url}`, webhook_url })));
    const { httpWebhooks } = await databaseFacts(db, engine, NOW);
    expect(new Set(httpWebhooks)).toEqual(new Set(['to http://8.8.8.8/', 'to HTTP://example.com/hook']));
    expect(
      namesIn({
        ...HEALTHY,
        database: { ...after, clock: NOW.toISOString(), newest: null, hasRetention: true, units: HEALTHY.database!.units },
      }),
    ).toEqual(['secrets_wrong', 'messages_failing']);
    const { registered } = after.units;
    expect(registered).toBeGreaterThan(0);
    await db.update(units).set({ address: '192.0.2.9' }).where(eq(units.id, unit!.id));
    const contact = { heard: NOW, address: '192.0.2.9', kind: 'mikrotik' };
    await db
      .insert(unit_contacts)
      .values({ unit_id: unit!.id, ...contact })
      .onConflictDoUpdate({ target: unit_contacts.unit_id, set: contact });
    const contactFacts = await databaseFacts(db, engine, NOW);
    expect(contactFacts.units).toMatchObject({ registered, heard: NOW.toISOString(), addresses: expect.arrayContaining(['192.0.2.9']) });
    const silent = {
      ...HEALTHY,
      machine: { ...HEALTHY.machine, now: later(2) },
      database: { ...HEALTHY.database!, units: contactFacts.units },
    };
    expect(namesIn(silent)).toContain('units_unheard');

    const unused = { hotspot_id: 1, network: 'n', code_hash: '', wants_marketing: false, wants_survey: false, created: hourAgo };
    await db
      .insert(portal_codes)
      .values(['facebook', 'facebook', 'facebook', 'linkedin'].map((method) => ({ ...unused, way: method as 'facebook', recipient: '' })));
    expect((await databaseFacts(db, engine, NOW)).unreturned).toEqual([{ site: 'facebook', guests: 3 }]);
    await db.insert(portal_codes).values({ ...unused, way: 'facebook', recipient: '', used: NOW });
    expect((await databaseFacts(db, engine, NOW)).unreturned).toEqual([]);
    await db.update(sessions).set({ start_time: later(9000) });
    expect((await databaseFacts(db, engine, NOW)).newest).toBe(later(9000).toISOString());
  });
});
