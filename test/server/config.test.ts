import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/server/config';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file for PORTICO_CONFIG. */
function configFile(content: string): string {
  const file = path.join(folder, 'config.json');
  writeFileSync(file, content);
  return file;
}

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
};

test('an empty configuration is a local server with a folder', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    data: './data',
    backups: path.resolve('backups'),
    retentionDays: undefined,
    radius: undefined,
    freeradiusToken: undefined,
    httpAaa: false,
    opennds: false,
    radsec: undefined,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    databaseUrl: undefined,
    workers: 1,
    now: undefined,
    trustProxy: [],
    basePath: '',
    secondFactor: 'optional',
    loginLimit: 10,
    smtpUrl: undefined,
    social: {},
    from: undefined,
    metrics: false,
    metricsToken: undefined,
    webhooksPrivate: false,
    webhooksHttp: false,
    confirmsPassword: true,
    drainSeconds: 0,
    logLevel: 'info',
    console: {
      api_base: '',
      wax_base: '',
      backend: 'portico',
      product: 'Portico',
      company: '',
      help_url: '',
      privacy_url: '',
      ways_off: [],
      allow_replay: false,
    },
    warnings: [],
  });
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', PORTICO_NOW: '' })).toEqual(readConfig({}));
});

test('set variables are read', () => {
  expect(
    readConfig({
      HOST: '::',
      PORT: '0',
      PORTICO_DATA: '/srv/portico',
      DATABASE_URL: 'postgresql://portico@db.example.com/portico',
      PORTICO_NOW: '2026-11-21T02:46:03+01:00',
      PORTICO_TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
      PORTICO_LOGIN_LIMIT: '0',
      LOG_LEVEL: 'silent',
      PORTICO_CONFIG: configFile('{"product": "Hotel WiFi", "help_url": "https://example.com/help"}'),
    }),
  ).toMatchObject({
    host: '::',
    port: 0,
    databaseUrl: 'postgresql://portico@db.example.com/portico',
    now: new Date('2026-11-21T01:46:03Z'),
    trustProxy: ['10.0.0.1', '10.1.0.0/16'],
    loginLimit: 0,
    console: { product: 'Hotel WiFi', help_url: 'https://example.com/help', backend: 'portico' },
  });
});

test.each(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'portico-1.internal'])('HOST=%s is accepted', (HOST) => {
  expect(readConfig({ HOST }).host).toBe(HOST);
});

test('proxies are addresses, networks or the names of some of them', () => {
  const PORTICO_TRUST_PROXY = 'loopback, 10.0.0.1,fd00::/8 , uniquelocal';
  expect(readConfig({ PORTICO_TRUST_PROXY }).trustProxy).toEqual(['loopback', '10.0.0.1', 'fd00::/8', 'uniquelocal']);
});

test('below a path the console calls that path unless configured otherwise', () => {
  for (const PORTICO_BASE_PATH of ['/portico', '/portico/']) {
    expect(readConfig({ PORTICO_BASE_PATH })).toMatchObject({
      basePath: '/portico',
      console: { api_base: '/portico', wax_base: '/portico' },
    });
  }
  expect(readConfig({ PORTICO_BASE_PATH: '/' })).toMatchObject({ basePath: '', console: { api_base: '' } });
  const PORTICO_CONFIG = configFile('{"api_base": "https://api.example.com"}');
  expect(readConfig({ PORTICO_BASE_PATH: '/a/b', PORTICO_CONFIG })).toMatchObject({
    console: { api_base: 'https://api.example.com', wax_base: '/a/b' },
  });
});

test('a token enables the metrics', () => {
  expect(readConfig({ PORTICO_METRICS_TOKEN: 'a-token-of-some-length' })).toMatchObject({ metrics: true });
});

describe('an unknown variable with our prefix', () => {
  test.each([
    ['PORTICO_TRUSTPROXY', 'PORTICO_TRUST_PROXY'],
    ['PORTICO_TRUST_PROXIES', 'PORTICO_TRUST_PROXY'],
    ['PORTICO_BACKUP', 'PORTICO_BACKUPS'],
    ['PORTICO_DTA', 'PORTICO_DATA'],
    ['PORTICO_RETENTION_DAY', 'PORTICO_RETENTION_DAYS'],
    ['portico_data', 'PORTICO_DATA'],
  ])('is refused when %s looks like a typo of %s', (name, meant) => {
    expect(messageOf({ [name]: 'x' })).toBe(`${name}: there is no such setting; ${meant} is meant, it seems`);
  });

  test('is warned about when it resembles none of ours', () => {
    const { warnings } = readConfig({ PORTICO_COLOUR: 'blue' });
    expect(warnings).toEqual(['PORTICO_COLOUR is set, but there is no such setting: it is ignored']);
  });

  test('is ignored when Kubernetes sets it for a service of that name', () => {
    const names = [
      'PORTICO_SERVICE_HOST',
      'PORTICO_SERVICE_PORT',
      'PORTICO_SERVICE_PORT_HTTP',
      'PORTICO_PORT',
      'PORTICO_PORT_8080_TCP_ADDR',
    ];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).warnings).toEqual([]);
  });
});

describe('a wrong value', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://example.com/portico'],
    ['DATABASE_URL', 'portico'],
    ['PORTICO_NOW', 'yesterday'],
    ['PORTICO_LOGIN_LIMIT', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'http://127.0.0.1'],
    ['HOST', '127.0.0'],
    ['HOST', '300.0.0.1'],
    ['HOST', 'my host'],
    ['PORTICO_TRUST_PROXY', 'nonsense'],
    ['PORTICO_TRUST_PROXY', '10.0.0.1,'],
    ['PORTICO_TRUST_PROXY', '10.0.0.0/33'],
    ['PORTICO_TRUST_PROXY', '10.0.0.1, proxy.example.com'],
    ['PORTICO_TRUST_PROXY', 'true'],
    ['PORTICO_BASE_PATH', 'portico'],
    ['PORTICO_BASE_PATH', '/a b'],
    ['PORTICO_BASE_PATH', 'https://example.com/portico'],
    ['PORTICO_METRICS_TOKEN', 'short'],
  ])('is refused by name for %s=%s', (name, value) => {
    expect(messageOf({ [name]: value })).toMatch(new RegExp(`^${name}: .`));
  });

  test('is reported together with all others', () => {
    expect(messageOf({ PORT: 'abc', LOG_LEVEL: 'loud' }).split('\n')).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^LOG_LEVEL: /),
    ]);
  });

  test.each([
    ['invalid JSON', '{'],
    ['another back end', '{"backend": "mine"}'],
    ['an invalid link', '{"help_url": "javascript:alert(1)"}'],
  ])('is refused in PORTICO_CONFIG with %s', (_, content) => {
    expect(messageOf({ PORTICO_CONFIG: configFile(content) })).toMatch(/^PORTICO_CONFIG: /);
  });

  test('is refused when PORTICO_CONFIG names no file', () => {
    expect(messageOf({ PORTICO_CONFIG: path.join(folder, 'nowhere.json') })).toMatch(/^PORTICO_CONFIG: .*nowhere\.json/);
  });
});

test('RADIUS listens on this machine at the usual ports, or as configured', () => {
  expect(readConfig({ PORTICO_RADIUS: 'on' }).radius).toEqual({
    host: '127.0.0.1',
    ports: { authentication: 1812, accounting: 1813, tls: 2083 },
  });
  const { radius } = readConfig({ PORTICO_RADIUS: 'on', PORTICO_RADIUS_HOST: '10.1.0.1', PORTICO_RADIUS_PORTS: '11812,11813,12083' });
  expect(radius).toEqual({ host: '10.1.0.1', ports: { authentication: 11_812, accounting: 11_813, tls: 12_083 } });
  expect(readConfig({ PORTICO_ZONE: 'Europe/Rome' }).zone).toBe('Europe/Rome');
});

test.each([
  ['PORTICO_RADIUS', 'yes'],
  ['PORTICO_RADIUS_PORTS', '1812'],
  ['PORTICO_RADIUS_PORTS', '1812,99999'],
  ['PORTICO_RADIUS_PORTS', '1,2,3,4'],
  ['PORTICO_RADIUS_HOST', '1.2.3'],
  ['PORTICO_ZONE', 'Rome'],
])('%s=%s is refused by name', (name, value) => expect(messageOf({ [name]: value })).toContain(`${name}: `));

test('several processes need PostgreSQL', () => {
  expect(readConfig({ PORTICO_WORKERS: '3', DATABASE_URL: 'postgres://portico@db/portico' })).toMatchObject({ workers: 3 });
  expect(messageOf({ PORTICO_WORKERS: '3' })).toBe('PORTICO_WORKERS needs DATABASE_URL: only one process can have the embedded database');
  expect(messageOf({ PORTICO_WORKERS: '0' })).toContain('PORTICO_WORKERS: ');
});

test('RadSec requires a certificate with its key, and optionally a CA', () => {
  const files = { PORTICO_RADSEC_CERT: 'cert.pem', PORTICO_RADSEC_KEY: 'key.pem' };
  expect(readConfig(files).radsec).toEqual({ cert: 'cert.pem', key: 'key.pem', ca: undefined });
  expect(readConfig({ ...files, PORTICO_RADSEC_CA: 'ca.pem' }).radsec).toMatchObject({ ca: 'ca.pem' });
  for (const name of ['PORTICO_RADSEC_CERT', 'PORTICO_RADSEC_KEY', 'PORTICO_RADSEC_CA']) {
    expect(messageOf({ [name]: 'a.pem' })).toContain('go together');
  }
});

describe('the settings of apps at other sites', () => {
  const env = { PORTICO_PUBLIC_URL: 'https://wifi.example', OAUTH_FACEBOOK: '1234:se:cret', OAUTH_LINKEDIN: 'abc:secret' };

  test('are ids and secrets', () => {
    expect(readConfig(env).social).toEqual({ facebook: { id: '1234', secret: 'se:cret' }, linkedin: { id: 'abc', secret: 'secret' } });
    expect(messageOf({ ...env, OAUTH_FACEBOOK: 'hidden-word' })).toMatch(
      /^OAUTH_FACEBOOK: must be the id and the secret(?!.*hidden-word)/s,
    );
  });

  test('require an address to which guests return', () => {
    expect(messageOf({ OAUTH_LINKEDIN: 'abc:secret' })).toContain('need PORTICO_PUBLIC_URL or PORTICO_PORTAL_ORIGIN');
    expect(readConfig({ OAUTH_LINKEDIN: 'abc:secret', PORTICO_PORTAL_ORIGIN: 'https://guests.example' }).social).toEqual({
      linkedin: { id: 'abc', secret: 'secret' },
    });
  });
});
