/** The settings that are entered into units, parsed by the rules of the programs that read them. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { UNIT_KINDS, type UnitKind } from '../../src/contract/plain/wire';
import type { Connection } from '../../src/gateways/gateway';
import { GATEWAYS } from '../../src/gateways/gateways';
import { chilliDefaults, chilliOptions, openndsOptions, routerCommands, uciCalls, uciFile } from '../support/gateways/settingsParsers';

const CONNECTION: Connection = {
  name: 'Lobby',
  uuid: 'lobby-uuid',
  secret: 's3cret',
  host: '192.0.2.5',
  digest: 'd'.repeat(32),
  ports: { authentication: 11812, accounting: 11813, tls: 2083 },
  coaPort: 13799,
  httpBase: 'https://192.0.2.5',
  gardenHosts: [],
  faskey: 'f'.repeat(32),
  portal: 'https://wifi.example.com/portal/lobby-uuid',
  server: 'https://wifi.example.com',
};

const textOf = (kind: UnitKind, file: string, change: Partial<Connection> = {}): string => {
  const found = GATEWAYS[kind].settings.of({ ...CONNECTION, ...change }).files.find(({ name }) => name === file);
  if (!found) throw new Error(`no file ${file}`);
  return found.text;
};

/** Secrets of units that were registered by other programs; new ones hold none of these characters. */
const SECRETS = ['s3cret', 'pass#word', 'two words', "it's", '$HOME `id` $(id)', 'a;b|c&d', 'back\\slash', '?', '{[(', '%{m}', '~!*', 'à€'];

/** Names are free texts; line breaks come from programs that register units. */
const NAMES = ['Lobby', 'Bar "Sport"', "L'Aquila", 'Ends with \\', 'a\nb', 'a\r\nuamsecret x', '#1 $(id)', '`id`', 'x\u2028y'];

describe.each(SECRETS)('the secret %j', (secret) => {
  test('reaches RouterOS', () => {
    const [, add] = routerCommands(textOf('mikrotik', 'portico.rsc', { secret }));
    expect(add).toMatchObject({ words: ['/radius', 'add'], values: { comment: 'portico', address: '192.0.2.5', secret } });
  });

  test('reaches CoovaChilli, by its own configuration and by the variables of a stock installation', () => {
    expect(chilliOptions(textOf('coovachilli', 'chilli-portico.conf', { secret }))).toMatchObject({
      radiussecret: [secret],
      uamsecret: [secret],
    });
    expect(chilliOptions(textOf('coovachilli', 'chilli-portico-http.conf', { secret }))).toMatchObject({ uamsecret: [secret] });
    expect(chilliDefaults(textOf('coovachilli', 'chilli-defaults', { secret }))).toMatchObject({
      radiussecret: [secret],
      uamsecret: [secret],
    });
    expect(chilliDefaults(textOf('coovachilli', 'chilli-defaults-http', { secret }))).toMatchObject({ uamsecret: [secret] });
  });

  test('reaches the script of openNDS', () => {
    const [assignments = ''] = textOf('opennds', 'portico.sh', { secret }).split('\nPATH=');
    expect(execFileSync('/bin/sh', ['-c', `${assignments}\nprintf %s "$secret"`], { encoding: 'utf8' })).toBe(secret);
  });
});

test('tells that a secret is of no use where CoovaChilli has no way to write it', () => {
  for (const secret of ['both \' and "', 'line\nbreak'])
    for (const { text } of GATEWAYS.coovachilli.settings.of({ ...CONNECTION, secret }).files) {
      expect(text).toContain('give the unit another secret');
      expect(text).not.toContain(secret);
    }
  // A stock installation writes values between double quotes.
  expect(textOf('coovachilli', 'chilli-defaults', { secret: 'it"s' })).toContain('# No HS_RADSECRET');
});

describe.each(NAMES)('the name %j', (name) => {
  test('adds nothing to what a program reads', () => {
    expect(routerCommands(textOf('mikrotik', 'portico.rsc', { name }))).toEqual(routerCommands(textOf('mikrotik', 'portico.rsc')));
    for (const file of ['chilli-portico.conf', 'chilli-portico-http.conf'])
      expect(chilliOptions(textOf('coovachilli', file, { name }))).toEqual(chilliOptions(textOf('coovachilli', file)));
    for (const file of ['chilli-defaults', 'chilli-defaults-http'])
      expect(chilliDefaults(textOf('coovachilli', file, { name }))).toEqual(chilliDefaults(textOf('coovachilli', file)));
    expect(uciCalls(textOf('opennds', 'opennds-uci.sh', { name }))).toEqual(uciCalls(textOf('opennds', 'opennds-uci.sh')));
    expect(uciFile(textOf('opennds', 'opennds-10.config', { name }))).toEqual(uciFile(textOf('opennds', 'opennds-10.config')));
    expect(openndsOptions(textOf('opennds', 'opennds-9.conf', { name }))).toEqual(openndsOptions(textOf('opennds', 'opennds-9.conf')));
  });
});

describe.each([
  'https://wifi.example.com/portal/lobby-uuid',
  'http://192.0.2.9:8080/a$b/portal/lobby-uuid',
  'https://wifi.example.com/a;b&(c)/portal/lobby-uuid',
])('a portal at %s', (portal) => {
  test('is where CoovaChilli sends guests, and lets them reach', () => {
    const { hostname } = new URL(portal);
    for (const file of ['chilli-portico.conf', 'chilli-portico-http.conf'])
      expect(chilliOptions(textOf('coovachilli', file, { portal }))).toMatchObject({ uamserver: [portal], uamallowed: [hostname] });
    for (const file of ['chilli-defaults', 'chilli-defaults-http']) {
      const options = chilliDefaults(textOf('coovachilli', file, { portal }));
      expect(options).toMatchObject({ uamserver: [portal], uamallowed: [`www.example.org,192.168.0.0/24,${hostname}`] });
      // A page on the unit itself would be shown before the portal.
      expect(options).not.toHaveProperty('uamhomepage');
    }
  });
});

test('gives a stock CoovaChilli the same as its own configuration', () => {
  const { uamallowed: _, ...bare } = chilliOptions(textOf('coovachilli', 'chilli-portico.conf'));
  expect(chilliDefaults(textOf('coovachilli', 'chilli-defaults'))).toMatchObject(bare);
  const { uamallowed: _allowed, radiusserver1: _server, ...http } = chilliOptions(textOf('coovachilli', 'chilli-portico-http.conf'));
  expect(chilliDefaults(textOf('coovachilli', 'chilli-defaults-http'))).toMatchObject(http);
});

test('announces the captive portal API in the form for CoovaChilli 1.9 and in that for 1.8, and to neither by itself', () => {
  for (const { name, text } of GATEWAYS.coovachilli.settings.of(CONNECTION).files) {
    const read = name.startsWith('chilli-defaults') ? chilliDefaults : chilliOptions;
    // Earlier versions refuse to start with an option that they don't know.
    expect(read(text)).not.toHaveProperty('captiveportalapi_uri');
    const lines = text.split('\n').filter((line) => line.startsWith('#captiveportalapi_uri'));
    const [uris] = Object.values(chilliOptions(lines.map((line) => line.slice(1)).join('\n')));
    expect(uris).toEqual([
      'https://wifi.example.com/portal/api/lobby-uuid?mac=%{m}&uamip=10.1.0.1&uamport=3990',
      'https://NAME:4990/captive-portal-identification',
    ]);
    // DHCP options have at most 255 bytes.
    expect((uris?.[0]?.length ?? 0) + 'aa:bb:cc:dd:ee:ff'.length).toBeLessThan(255);
  }
});

test('changes of RouterOS only what is named Portico’s, and neither another profile nor the router’s name', () => {
  const commands = routerCommands(textOf('mikrotik', 'portico.rsc'));
  expect(commands.map(({ words }) => words.join(' '))).toEqual([
    '/radius remove [find comment="portico"]',
    '/radius add',
    '/radius incoming set',
    ':if ([:len [/ip hotspot profile find name="portico"]] = 0)',
    '/ip hotspot profile add',
    '/ip hotspot profile set [find name="portico"]',
    '/ip hotspot walled-garden ip remove [find comment="portico"]',
    '/ip hotspot walled-garden ip add',
    ':if ([:len [/ip hotspot find]] = 1)',
    '/ip hotspot set [find]',
  ]);
  expect(commands[5]?.values).toMatchObject({ 'use-radius': 'yes', 'login-by': 'http-chap,mac', 'radius-location-id': 'lobby-uuid' });
  expect(commands[9]?.values).toEqual({ profile: 'portico' });
});

test('sets on OpenWrt what openNDS 10 reads elsewhere', () => {
  const calls = uciCalls(textOf('opennds', 'opennds-uci.sh'));
  expect(calls.at(-1)).toEqual(['commit', 'opennds']);
  const secrets = calls.flatMap(([, set = '']) => (set.startsWith('opennds.@opennds[0].') ? [set.slice(20)] : []));
  expect(secrets).toEqual(expect.arrayContaining([`faskey=${'f'.repeat(32)}`, 'binauth=/usr/lib/opennds/portico.sh']));
  const file = uciFile(textOf('opennds', 'opennds-10.config'));
  expect(file).toContainEqual(['faskey', 'f'.repeat(32)]);
  expect(file).toContainEqual(['faspath', '/portal/lobby-uuid/opennds']);
  expect(openndsOptions(textOf('opennds', 'opennds-9.conf')).get('faskey')).toBe('f'.repeat(32));
});

test.each(UNIT_KINDS)('has settings for %s that say the server and the unit, wherever it asks', (kind) => {
  const { files, screens } = GATEWAYS[kind].settings.of(CONNECTION);
  expect(files.length + screens.length).toBeGreaterThan(0);
  expect(GATEWAYS[kind].settings.instructions === null).toBe(files.length === 0);
  expect(JSON.stringify({ files, screens })).toContain('lobby-uuid');
});

describe('hosts that guests load from before they are online', () => {
  const HOST = 'collection.wifi4eu.ec.europa.eu';
  const settingsWith = (kind: UnitKind, gardenHosts: string[]) => GATEWAYS[kind].settings.of({ ...CONNECTION, gardenHosts });
  const withPortal = UNIT_KINDS.filter((kind) => GATEWAYS[kind].portal !== 'own_pages');

  test.each(withPortal)('are in the settings of %s, and nothing of them where there are none', (kind) => {
    expect(JSON.stringify(settingsWith(kind, [HOST]))).toContain(HOST);
    expect(JSON.stringify(settingsWith(kind, []))).not.toMatch(/wifi4eu|fqdn_list/);
  });

  test('reach RouterOS, CoovaChilli and openNDS as each reads them', () => {
    const textWith = (kind: UnitKind, file: string) => textOf(kind, file, { gardenHosts: [HOST] });
    const opened = routerCommands(textWith('mikrotik', 'portico.rsc')).filter(({ words }) =>
      words.join(' ').includes('walled-garden ip add'),
    );
    expect(opened.map(({ values }) => values['dst-host'])).toEqual(['wifi.example.com', HOST]);
    expect(chilliOptions(textWith('coovachilli', 'chilli-portico.conf'))).toMatchObject({ uamallowed: [`wifi.example.com,${HOST}`] });
    const listed = uciCalls(textWith('opennds', 'opennds-uci.sh')).filter(
      ([call, value = '']) => call === 'add_list' && value.includes('fqdn'),
    );
    expect(listed).toEqual([['add_list', `opennds.@opennds[0].walledgarden_fqdn_list=${HOST}`]]);
    expect(textWith('opennds', 'opennds-10.config')).toContain(`list walledgarden_fqdn_list '${HOST}'`);
    expect(textWith('opennds', 'opennds-9.conf')).toContain(`\nwalledgarden_fqdn_list ${HOST}\n`);
  });
});
