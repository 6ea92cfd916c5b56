/** The npm package as a service, by the very commands of docs/operations.md, on a Debian with Node; without systemd, whose part is played. */
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { addNode, debianRoot, outputInDebian, serverInDebian, type DebianServer } from '../support/peers/debianRoot';
import { codeBlock } from '../support/run/documents';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_DEBIAN');
const run = promisify(execFile);
const PORT = 18_091;

const blockUnder = (heading: string, start: string) => codeBlock('docs/operations.md', { under: heading, start });

let folder = '';
let root = '';
let env: NodeJS.ProcessEnv = {};
let server: DebianServer | undefined;

const within = (script: string) => outputInDebian(root, ['sh', '-e', '-c', script], env);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-by-hand-'));
  await run(process.execPath, ['scripts/package.mjs', folder, '--without-debian'], { maxBuffer: 2 ** 24 });
  root = path.join(folder, 'root');
  // Copy it with its devices.
  await run('cp', ['-a', debianRoot('bookworm', ['ca-certificates', 'openssl']), root]);
  const network = addNode(root);
  env = { ...network, PATH: `${network.PATH ?? ''}:/usr/sbin:/sbin`, HOME: '/root', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' };
  symlinkSync('/usr/local/bin/node', path.join(root, 'usr/bin/node'));
  await within('apt-get update && apt-get install --yes --no-install-recommends sudo');
  // How this machine reaches npm's registry.
  const reaching = Object.keys(network).filter((name) => name !== 'PATH');
  if (reaching.length > 0) writeFileSync(path.join(root, 'etc/sudoers.d/network'), `Defaults env_keep += "${reaching.join(' ')}"\n`);
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  mkdirSync(path.join(root, 'path/to'), { recursive: true });
  cpSync(path.join(folder, name), path.join(root, 'path/to', name));
}, 900_000);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the documented commands install the npm package, its service runs with the documented settings, and create-admin works beside it', async () => {
  const [makes, ...commands] = blockUnder('### With npm', 'npm run package').trimEnd().split('\n');
  // The package was made before, in a clone.
  expect(makes).toMatch(/^npm run package -- \. +#/);
  expect(commands.length).toBeGreaterThan(6);
  await within(commands.join('\n'));

  const settings = path.join(root, 'etc/portico/portico.env');
  expect((statSync(settings).mode & 0o777).toString(8)).toBe('600');
  appendFileSync(settings, blockUnder('### Settings', '# /etc/portico/portico.env').replace(/^PORT=.*$/m, `PORT=${PORT}`));
  const unit = blockUnder('## As a service', '[Unit]');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  // As systemd does it for StateDirectory=, User= and EnvironmentFile=.
  await within(
    `install -d -o ${valueOf('User')} -g ${valueOf('Group')} -m ${valueOf('StateDirectoryMode')} /var/lib/${valueOf('StateDirectory')}`,
  );
  const asService = `setpriv --reuid=${valueOf('User')} --regid=${valueOf('Group')} --clear-groups ${valueOf('ExecStart')}`;
  const start = `set -a; . ${valueOf('EnvironmentFile')}; set +a; umask ${valueOf('UMask')}; cd ${valueOf('WorkingDirectory')}; exec ${asService}`;
  server = await serverInDebian(root, ['sh', '-e', '-c', start], env);
  expect(server.output).toMatch(/one-time password \S+/);
  expect(await (await fetch(`http://127.0.0.1:${PORT}/health/ready`)).json()).toMatchObject({ status: 'ready' });
  expect((await fetch(`http://127.0.0.1:${PORT}/metrics`)).status).toBe(200);

  expect(await within(blockUnder('## As a service', 'sudo -u portico'))).toMatch(/as admin with the one-time password \w+/);
}, 900_000);
