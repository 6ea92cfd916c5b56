/** `portico doctor` and `portico check`, beside a server and without one. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Finding } from '../../../src/server/doctor/faults';
import { portico, served } from '../../support/server/command';
import { afterThisTest, dataFolder, noFolder } from '../../support/server/leftovers';

async function doctor(settings: Record<string, string>): Promise<string[]> {
  const command = portico(['doctor', '--json'], settings);
  await command.ended;
  return (JSON.parse(command.log()) as Finding[]).map(({ fault }) => fault);
}

test('the doctor asks the server that has the folder open, whose ports are no fault then', async () => {
  const PORTICO_DATA = await dataFolder('nothing');
  const server = await served({ PORTICO_DATA });
  const settings = { PORTICO_DATA, PORT: new URL(server.url).port };
  expect(await doctor(settings)).toEqual(expect.arrayContaining(['admin_waiting', 'mail_unset']));
  expect(await doctor(settings)).not.toContain('port_taken');
  expect(await doctor({ ...settings, PORTICO_DATA: await dataFolder('nothing') })).toContain('port_taken');

  const inWords = portico(['doctor'], settings);
  expect(await inWords.ended).toBe(0);
  expect(inWords.output()).toMatch(/^admin_waiting: Nobody has signed in yet: .*\n {2}Sign in; "portico create-admin admin"/m);
});

test('the doctor does without the network interfaces where systemd keeps the service from reading them', async () => {
  // As it is with RestrictAddressFamilies= without AF_NETLINK.
  const refusing = `import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.networkInterfaces = () => { throw new Error('uv_interface_addresses returned Unknown system error 97'); };
    syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(refusing)}`;
  expect(await doctor({ PORTICO_DATA: await dataFolder('nothing'), PORT: '0', NODE_OPTIONS })).toContain('mail_unset');
});

test.each(['UTC0', ':/etc/localtime', 'Europe/Atlantis', ''])(
  'a machine whose TZ is “%s” is taken to be in UTC, which the doctor names',
  async (TZ) => {
    expect(await doctor({ PORTICO_DATA: await dataFolder('nothing'), PORT: '0', PORTICO_OPENNDS: 'on', TZ })).toContain('zone_unset');
  },
);

test('a check changes nothing, and names all that would keep a server from starting', async () => {
  const PORTICO_DATA = noFolder();
  const fine = portico(['check'], { PORTICO_DATA, PORT: '0' });
  expect(await fine.ended).toBe(0);
  expect(fine.output()).toBe('A server with these settings would start.\n');
  expect(() => readdirSync(PORTICO_DATA)).toThrow('ENOENT');

  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  afterThisTest(async () => void (await once(other.close(), 'close')));
  const { port } = other.address() as AddressInfo;
  const radsec = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: '0,0,0', PORTICO_RADSEC_CERT: '/nope', PORTICO_RADSEC_KEY: '/nope' };
  const refused = portico(['check'], { PORTICO_DATA, PORT: String(port), ...radsec });
  expect(await refused.ended).toBe(1);
  expect(refused.toPerson()).toBe(
    `PORTICO_RADSEC_CERT: /nope: there is no such file or folder.\nPORT: another program has port ${port}.\n`,
  );
  expect(() => readdirSync(PORTICO_DATA)).toThrow('ENOENT');
});

test('a check of a database that does not answer says so without its password', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  await once(gone.close(), 'close');
  const refused = portico(['check'], { DATABASE_URL: `postgres://someone:a-secret@127.0.0.1:${port}/portico`, PORT: '0' });
  expect(await refused.ended).toBe(1);
  expect(refused.toPerson()).toMatch(/^The database does not answer: ECONNREFUSED\./);
  expect(refused.output()).not.toContain('a-secret');
});
