/** FreeRADIUS' own configuration with the folders that packaging/container/compose.freeradius.yaml mounts into it. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { portico } from '../../support/server/command';
import { startTethered } from '../../support/run/tethered.mjs';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS_REST');

const run = promisify(execFile);
/** Debian's path of what the image has in /etc/raddb. */
const OWN = '/etc/freeradius/3.0';

let folder = '';
let raddb = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-compose-'));
  raddb = path.join(folder, 'raddb');
  cpSync(OWN, raddb, { recursive: true, verbatimSymlinks: true });
  const compose = readFileSync('packaging/container/compose.freeradius.yaml', 'utf8');
  const url = /freeradius-config \S+ --url (\S+)/.exec(compose)?.[1] ?? '';
  const command = portico(['freeradius-config', path.join(folder, 'freeradius'), '--url', url], {
    PORTICO_FREERADIUS_TOKEN: 'freeradius-token-0123456789',
  });
  expect(await command.ended).toBe(0);
  const volumes = [...compose.matchAll(/^ +- (\.\/freeradius\/\S+):\/etc\/raddb\/(\S+):ro,z$/gm)];
  expect(volumes).not.toEqual([]);
  for (const [, from = '', to = ''] of volumes) {
    rmSync(path.join(raddb, to), { recursive: true, force: true });
    cpSync(path.join(folder, from), path.join(raddb, to), { recursive: true });
  }
  // It runs as the user who runs the test and may read these files.
  const settings = path.join(raddb, 'radiusd.conf');
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(/^\s*(?:user|group) = freerad$/gm, '').replace(/^run_dir = .*$/m, `run_dir = ${folder}`)); // prettier-ignore
});
afterAll(() => rmSync(folder, { recursive: true }));

test('FreeRADIUS takes the configuration, with no other site that listens on its ports', async () => {
  const { stdout } = await run('freeradius', ['-C', '-l', 'stdout', '-d', raddb]);
  const sites = [...stdout.matchAll(/Loaded virtual server (\S+)/g)].map(([, name]) => name);
  expect(sites).toEqual(['<default>', 'portico']);
});

test('FreeRADIUS starts with it, while Portico is still away', async () => {
  const site = path.join(raddb, 'sites-enabled/portico');
  const text = readFileSync(site, 'utf8').replaceAll('ipaddr = *', 'ipaddr = 127.0.0.1');
  const [auth, acct] = [await freeUdpPort(), await freeUdpPort()];
  writeFileSync(site, text.replace('port = 1812', `port = ${auth}`).replace('port = 1813', `port = ${acct}`));
  const { stop } = await startTethered({
    name: 'FreeRADIUS',
    command: 'freeradius',
    args: ['-f', '-l', 'stdout', '-d', raddb],
    ready: /Ready to process requests/,
    secondsToStart: 30,
    stopBy: 'SIGTERM' as const,
    secondsToStop: 5,
  });
  await stop();
});
