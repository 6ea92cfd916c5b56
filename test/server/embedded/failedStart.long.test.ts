/** A start that fails ends the process, reports the cause once, and leaves nothing open: for each part of the start that can fail. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { newAuthority } from '../../support/peers/certificates';
import { portico } from '../../support/server/command';
import { afterThisTest, dataFolder, takenTcpPort } from '../../support/server/leftovers';

/** The fault, and what is reported about it. */
interface Failure {
  settings: Record<string, string>;
  words: RegExp;
}

function fileWith(name: string, content: string | Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-start-'));
  afterThisTest(async () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const RADIUS = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: '0,0,0' };

const FAILURES: Record<string, (data: string) => Promise<Failure>> = {
  'a certificate that is not there': async () => ({
    settings: { ...RADIUS, PORTICO_RADSEC_CERT: '/nope', PORTICO_RADSEC_KEY: '/nope' },
    words: /^PORTICO_RADSEC_CERT: \/nope: there is no such file or folder\.\n$/,
  }),
  'a key that is none': async () => {
    const { cert } = newAuthority('Portico test').issue('localhost');
    return {
      settings: { ...RADIUS, PORTICO_RADSEC_CERT: fileWith('cert.pem', cert), PORTICO_RADSEC_KEY: fileWith('key.pem', 'rubbish') },
      words: /^PORTICO_RADSEC_CERT, _KEY and _CA: .* is not PEM, or they do not belong together\.\n$/,
    };
  },
  'the key of another certificate': async () => {
    const authority = newAuthority('Portico test');
    const PORTICO_RADSEC_CERT = fileWith('cert.pem', authority.issue('localhost').cert);
    const PORTICO_RADSEC_KEY = fileWith('key.pem', authority.issue('localhost').key);
    return { settings: { ...RADIUS, PORTICO_RADSEC_CERT, PORTICO_RADSEC_KEY }, words: /^PORTICO_RADSEC_CERT, _KEY and _CA: / };
  },
  'a file of the console that is none': async () => ({
    settings: { PORTICO_CONFIG: fileWith('config.json', '{') },
    words: /^PORTICO_CONFIG: .*config\.json could not be read as JSON/,
  }),
  'a port for HTTP that is taken': async () => ({
    settings: { PORT: String(await takenTcpPort()) },
    words: /^Port \d+ on 127\.0\.0\.1 is in use by another program\./,
  }),
  'a port for RADIUS that is taken': async () => {
    const other = createSocket('udp4').bind(0, '127.0.0.1');
    await once(other, 'listening');
    afterThisTest(async () => void (await once(other.close(), 'close')));
    return {
      settings: { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `0,${other.address().port},0` },
      words: /^RADIUS on 127\.0\.0\.1, ports .*: one of them is in use\./,
    };
  },
  'a port for RadSec that is taken': async () => {
    const { cert, key } = newAuthority('Portico test').issue('localhost');
    const PORTICO_RADIUS_PORTS = `0,0,${await takenTcpPort()}`;
    const files = { PORTICO_RADSEC_CERT: fileWith('cert.pem', cert), PORTICO_RADSEC_KEY: fileWith('key.pem', key) };
    return { settings: { ...RADIUS, PORTICO_RADIUS_PORTS, ...files }, words: /^RADIUS on 127\.0\.0\.1, ports .*: one of them is in use\./ };
  },
  'an address for RADIUS that this machine lacks': async () => ({
    settings: { ...RADIUS, PORTICO_RADIUS_HOST: '192.0.2.1' },
    words: /^RADIUS on 192\.0\.2\.1, .*: this machine has no such address\./,
  }),
  'a folder in the place of the socket for commands': async (data) => {
    mkdirSync(path.join(data, 'portico.socket', 'in-the-way'), { recursive: true });
    return { settings: {}, words: /^\S+portico\.socket: it is a folder\.\n$/ };
  },
  'a folder in the place of the database': async (data) => {
    rmSync(path.join(data, 'postgres'), { recursive: true });
    writeFileSync(path.join(data, 'postgres'), 'no folder');
    return { settings: {}, words: /^The data folder \S+ cannot be used: / };
  },
};

test.each(Object.keys(FAILURES))(
  'a start with %s ends at once, says so once in plain words, and leaves nothing open',
  async (name) => {
    const PORTICO_DATA = await dataFolder('nothing');
    const { settings, words } = await FAILURES[name]!(PORTICO_DATA);
    const before = readdirSync(PORTICO_DATA).sort();
    const command = portico(['serve'], { PORT: '0', LOG_LEVEL: 'error', PORTICO_DATA, ...settings });
    expect(await command.ended).toBe(1);
    expect(command.toPerson()).toMatch(words);
    expect(command.toPerson().trimEnd().split('\n')).toHaveLength(1);
    expect(command.log()).toBe('');
    expect(readdirSync(PORTICO_DATA).sort()).toEqual(before);
  },
  60_000,
);
