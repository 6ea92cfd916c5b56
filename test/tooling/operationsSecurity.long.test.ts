/** Compares what docs/operations.md says of connections, keys and security events with the code. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { MIN_ADMIN_PASSWORD, MIN_EXISTING_PASSWORD, MIN_PASSWORD } from '../../src/contract/plain/wire';
import { ROOT } from '../../scripts/paths.mjs';

const SERVER = path.join(ROOT, 'src/server');
const page = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
const sources = new Map(
  readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(SERVER, file), 'utf8')]),
);

/** The section under a heading, up to the next one. */
const section = (heading: string) => page.split(/^#{2,4} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';

/** The rows of a section's table, as their cells. */
const rowsUnder = (heading: string) =>
  section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );

/** What a file can open a connection by, or listen. */
const OPENS =
  /\bfetch\(|createTransport\(|createSocket\(|new (?:Client|Pool)\(|import\('openid-client'\)|from 'node:https'|\bconnect\b[^;]*from 'node:(?:net|tls)'/;

/** The files that do, with the rows of the table that tell of it; none for those that only listen, or stay on the machine. */
const CONNECTIONS: Record<string, string[]> = {
  'cli/folderSocket.ts': [],
  'database/postgres.ts': ['PostgreSQL'],
  'database/servers.ts': ['PostgreSQL'],
  'doctor/network.ts': ['the mail server', 'the SMS gateway', 'its own public address'],
  'messages/mailer.ts': ['the mail server'],
  'messages/sms/sms.ts': ['the SMS gateway'],
  'messages/webhooks.ts': ['platforms of integrations'],
  'portal/social.ts': ['Facebook and LinkedIn'],
  'radius/exchange.ts': ['units'],
  'radius/listener.ts': [],
};

test('the table of outgoing connections has all that the server opens', () => {
  const opening = [...sources].filter(([, text]) => OPENS.test(text)).map(([file]) => file);
  expect(opening.sort()).toEqual(Object.keys(CONNECTIONS).sort());
  const rows = rowsUnder('Outgoing connections').map(([to]) => to);
  expect([...rows].sort()).toEqual([...new Set([...Object.values(CONNECTIONS).flat(), 'name servers'])].sort());
  const hosts = [...(sources.get('portal/social.ts') ?? '').matchAll(/'https:\/\/((?:graph|api)\.[\w.]+|www\.linkedin\.com)/g)];
  expect(hosts.length).toBeGreaterThan(1);
  expect(hosts.map(([, host = '']) => host).filter((host) => !section('Outgoing connections').includes(`\`${host}\``))).toEqual([]);
});

test('the table of keys has each key of the server, and how it is renewed', () => {
  const using = [...sources].filter(([, text]) => text.includes('serverKeyQueries') || text.includes('FAS_KEY = '));
  const used = [...new Set(using.flatMap(([, text]) => [...text.matchAll(/\b(?:FAS_)?KEY = '([^']+)'/g)].map(([, name = '']) => name)))];
  expect(used.length).toBeGreaterThan(4);
  const rows = rowsUnder('Keys and algorithms').filter(([, of]) => of === 'the server');
  expect(rows.map(([name]) => name).sort()).toEqual(used.map((name) => `\`${name}\``).sort());
  const renewable = /RENEWABLE[^{]*\{([^}]*)\}/.exec(sources.get('auth/serverKeyQueries.ts') ?? '')?.[1] ?? '';
  const renewed = [...renewable.matchAll(/^ {2}'?([\w -]+?)'?:/gm)].map(([, name = '']) => `\`${name}\``);
  expect(
    rows
      .filter(([, , , by]) => by === '`portico renew-keys`')
      .map(([name]) => name)
      .sort(),
  ).toEqual(renewed.sort());
});

/** How the page writes the algorithms of the code. */
const ALGORITHMS: Record<string, string> = {
  sha256: 'SHA-256',
  sha1: 'SHA-1',
  md5: 'MD5',
  'aes-256-gcm': 'AES-256-GCM',
  'aes-256-ecb': 'AES-256 in ECB',
  'des-ede3-ecb': 'DES',
};

test('the section on keys names each algorithm that the server uses', () => {
  const code = [...sources.values()].join('\n');
  const found = [...code.matchAll(/(?:createHash\(|createHmac\(|createCipheriv\(|CIPHER = )'([\w-]+)'/g)].map(([, name = '']) => name);
  const used = [...new Set(found)];
  expect(used.sort()).toEqual(Object.keys(ALGORITHMS).sort());
  expect(used.filter((name) => !section('Keys and algorithms').includes(ALGORITHMS[name] ?? ''))).toEqual([]);
});

/** What the server also says, which is no security event: how they begin. */
const OTHERS = [
  'SMS to ',
  'a message could not be sent',
  'Personal data of guests are erased ',
  'PORTICO_RETENTION_DAYS is not set',
  'listening for RADIUS',
  'nobody has signed in as ',
  'the social site could not be reached',
  'too many calls wait for the database',
];

test('the table of security events has each line that the server logs below the level of faults, or the line is known to be none', () => {
  const calls = /\b(?:log\.(?:info|warn)|warn)\(\s*(?:\{[^}]*\}|\w+)?,?\s*['`]([^'`$]+)/g;
  const logged = [...sources.values()].flatMap((text) => [...text.matchAll(calls)].map(([, message = '']) => message.trimEnd()));
  expect(logged.length).toBeGreaterThan(15);
  const events = rowsUnder('Security events').flatMap(([, messages = '']) =>
    [...messages.matchAll(/`([a-z][^`]* [^`]*)`/g)].map(([, message = '']) => message),
  );
  const isEvent = (message: string) => events.some((event) => message.startsWith((event.split(' …')[0] ?? '').replace(/…$/, '').trimEnd()));
  const isOther = (message: string) => OTHERS.some((other) => message.startsWith(other.trimEnd()));
  expect(logged.filter((message) => !isEvent(message) && !isOther(message))).toEqual([]);
  expect(OTHERS.filter((other) => !logged.some((message) => message.startsWith(other.trimEnd())))).toEqual([]);
  const code = [...sources.values()].join('\n');
  expect(events.filter((event) => !code.includes((event.split('…')[0] ?? '').trimEnd()))).toEqual([]);
});

test('the section on passwords has their lengths and the words that add nothing', () => {
  const text = section('Passwords and sign-ins');
  expect([MIN_PASSWORD, MIN_EXISTING_PASSWORD, MIN_ADMIN_PASSWORD]).toEqual([8, 6, 10]);
  for (const words of ['eight characters or more, or six', 'has ten or more']) expect(text).toContain(words);
  const [, own = ''] = /const names = \[([^\]]*?)\.\.\.own/.exec(sources.get('auth/passwordFloor.ts') ?? '') ?? [];
  const listed = [...own.matchAll(/'(\w+)'/g)].map(([, word = '']) => word);
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.filter((word) => !text.includes(`\`${word}\``))).toEqual([]);
});
