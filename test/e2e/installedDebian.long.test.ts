/** The Debian package on a Debian without anything else: installed, run, updated, downgraded, removed and purged. */
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { debianRoot, inDebian, outputInDebian, serverInDebian, type DebianServer } from '../support/peers/debianRoot';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_DEBIAN');

const run = promisify(execFile);
const PORT = 18_089;

let folder = '';
let root = '';
let first = '';
let later = '';
let server: DebianServer | undefined;

const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' };

const within = (...words: string[]) => outputInDebian(root, words, env);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-debian-'));
  await run(process.execPath, ['scripts/package.mjs', folder], { cwd: process.cwd(), maxBuffer: 2 ** 24 });
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  first = path.join(folder, file);
  root = path.join(folder, 'root');
  // Copy it with its devices.
  await run('cp', ['-a', debianRoot('bookworm', ['ca-certificates', 'openssl']), root]);
  // A later version that differs only in its number, and in the settings that it would write first.
  const anew = path.join(folder, 'anew');
  await run('dpkg-deb', ['-R', first, anew]);
  const control = path.join(anew, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, 'Version: 99.0.0'));
  appendFileSync(path.join(anew, 'usr/share/portico/portico.env'), '# PORTICO_LATER=on\n');
  later = path.join(folder, 'later.deb');
  await run('dpkg-deb', ['--root-owner-group', '-Znone', '-b', anew, later]);
  for (const [from, name] of [
    [first, 'first.deb'],
    [later, 'later.deb'],
  ] as const)
    cpSync(from, path.join(root, name));
}, 900_000);

afterEach(() => stop());
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function serve(): Promise<string> {
  const settings = path.join(root, 'etc/portico/portico.env');
  const text = readFileSync(settings, 'utf8');
  if (!text.includes(`PORT=${PORT}`)) writeFileSync(settings, text.replace(/^PORT=.*$/m, `PORT=${PORT}`));
  server = await serverInDebian(root, ['portico', 'serve'], env);
  return server.output;
}

async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}

const users = () => readFileSync(path.join(root, 'etc/passwd'), 'utf8').match(/^[^:]+/gm);

test('the service may do no more than it needs', () => {
  const unit = path.join(process.cwd(), 'packaging/debian/portico.service');
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit], { encoding: 'utf8' });
  expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(3);
});

needing('PORTICO_TEST_LINTIAN')('lintian finds nothing in the package', () => {
  execFileSync('lintian', ['--allow-root', '--fail-on', 'error,warning', first], { stdio: 'pipe' });
});

test('the package is installed on a bare Debian, and its server answers with its own Node, as its own user', async () => {
  await within('dpkg', '--install', '/first.deb');
  expect(await within('portico', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await within('portico', 'check')).toBe('A server with these settings would start.\n');
  expect((statSync(path.join(root, 'etc/portico/portico.env')).mode & 0o777).toString(8)).toBe('640');
  expect(await serve()).toMatch(/one-time password/);
  const ready = await fetch(`http://127.0.0.1:${PORT}/health/ready`);
  expect(await ready.json()).toMatchObject({ status: 'ready' });
  expect(await (await fetch(`http://127.0.0.1:${PORT}/`)).text()).toContain('<script type="module"');
  const data = path.join(root, 'var/lib/portico/data');
  expect(statSync(data).uid).not.toBe(0);
  expect(readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(path.join(data, name)).uid === 0)).toEqual([]);
});

test('an installation that is killed half-way is completed by dpkg, and the server starts', async () => {
  await within('dpkg', '--purge', 'portico');
  // Kills dpkg from within the package's own script: its parent is that script, whose parent is dpkg.
  const killing = path.join(root, 'usr/local/sbin/adduser');
  writeFileSync(killing, '#!/bin/sh\nkill -9 "$(sed -n "s/^PPid:\\t//p" /proc/$PPID/status)" "$PPID"\n', { mode: 0o755 });
  const [command = '', ...args] = inDebian(root, 'dpkg', '--install', '/first.deb');
  const interrupted = run(command, args, {
    env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  await expect(interrupted).rejects.toThrow();
  rmSync(killing);
  expect(await within('dpkg-query', '--show', '--showformat', '${Status}', 'portico')).toMatch(/half-configured|unpacked/);
  await within('dpkg', '--configure', '-a');
  expect(await within('dpkg-query', '--show', '--showformat', '${Status}', 'portico')).toBe('install ok installed');
  expect(await serve()).toMatch(/one-time password/);
});

test('a second server on the same folder is refused while the first serves, also of another version', async () => {
  await serve();
  const second = path.join(root, 'second');
  await run('dpkg-deb', ['--extract', later, second]);
  const own = ['PORT=18090', 'PORTICO_DATA=/var/lib/portico/data', 'PORTICO_BACKUPS=/var/backups/portico'];
  const other = within(
    'setpriv',
    '--reuid=portico',
    '--regid=portico',
    '--clear-groups',
    'env',
    ...own,
    '/second/usr/lib/portico/bin/node',
    '/second/usr/lib/portico/dist/server/cli.js',
    'serve',
  );
  await expect(other).rejects.toThrow(/is in use by process \d+ on .*Two at once would destroy it/);
  expect((await fetch(`http://127.0.0.1:${PORT}/health/ready`)).status).toBe(200);
  rmSync(second, { recursive: true });
});

test('an update and going back keep settings and data, and what somebody has changed in the settings', async () => {
  const settings = path.join(root, 'etc/portico/portico.env');
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}PORTICO_ZONE=Europe/Rome\n`);
  for (const file of ['/later.deb', '/first.deb']) {
    await within('dpkg', '--install', file);
    expect(readFileSync(settings, 'utf8')).toContain('PORTICO_ZONE=Europe/Rome');
    expect(await serve()).not.toMatch(/one-time password \S+ and/);
    await stop();
  }
});

test('after an update a server runs if it ran before, whether it is enabled or not', async () => {
  // In place of systemd, which doesn't run in that folder: the unit is active while the file is there.
  const active = path.join(root, 'active');
  const systemctl = path.join(root, 'usr/bin/systemctl');
  mkdirSync(path.join(root, 'run/systemd/system'), { recursive: true });
  const reportsEnabled = (state: 'enabled' | 'disabled') =>
    writeFileSync(
      systemctl,
      `#!/bin/sh
case "$*" in
  *is-enabled*) echo ${state} ;;
  *is-active*) if [ -e /active ]; then echo active; else echo inactive; exit 3; fi ;;
  *start*) touch /active ;;
  *stop*) rm -f /active ;;
esac
`,
      { mode: 0o755 },
    );
  reportsEnabled('enabled');
  await within('dpkg', '--install', '/later.deb');
  expect(existsSync(active)).toBe(false);
  writeFileSync(active, '');
  reportsEnabled('disabled');
  await within('dpkg', '--install', '/first.deb');
  expect(existsSync(active)).toBe(true);
  rmSync(systemctl);
  rmSync(path.join(root, 'run/systemd'), { recursive: true });
});

test('removed it leaves settings and data, and purged nothing but backups', async () => {
  writeFileSync(path.join(root, 'var/backups/portico/kept.backup'), 'kept');
  const backup = `/var/backups/portico/data-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
  await within('portico', 'backup', backup);
  await within('dpkg', '--remove', 'portico');
  expect(existsSync(path.join(root, 'usr/lib/portico'))).toBe(false);
  expect(existsSync(path.join(root, 'var/lib/portico/data/postgres'))).toBe(true);
  expect(existsSync(path.join(root, 'etc/portico/portico.env'))).toBe(true);
  await within('dpkg', '--purge', 'portico');
  for (const installedPath of ['var/lib/portico', 'etc/portico', 'usr/share/doc/portico', 'lib/systemd/system/portico.service'])
    expect(existsSync(path.join(root, installedPath))).toBe(false);
  expect(readFileSync(path.join(root, 'var/backups/portico/kept.backup'), 'utf8')).toBe('kept');
  // Nobody else gets the number of their owner.
  expect(users()).toContain('portico');
  // Installed again after it was purged, it doesn't begin anew beside the backups, and takes them back.
  await within('dpkg', '--install', '/first.deb');
  await expect(within('portico', 'check')).rejects.toThrow(/There is no database in \/var\/lib\/portico\/data, but a backup of one/);
  await within('portico', 'restore', '--yes', backup);
  expect(await within('portico', 'check')).toBe('A server with these settings would start.\n');
  expect(await serve()).not.toMatch(/one-time password \S+ and/);
});

test('an installation whose user was deleted takes its files back, also when its group has stayed, and purged without backups leaves no user', async () => {
  await within('dpkg', '--remove', 'portico');
  await within('useradd', '--groups', 'portico', 'anna');
  await within('userdel', 'portico');
  await within('chown', '-R', '4711:4711', '/var/lib/portico', '/var/backups/portico');
  await within('dpkg', '--install', '/first.deb');
  expect(await within('portico', 'check')).toBe('A server with these settings would start.\n');
  expect(await serve()).not.toMatch(/one-time password \S+ and/);
  await stop();
  rmSync(path.join(root, 'var/backups/portico'), { recursive: true });
  await within('dpkg', '--purge', 'portico');
  expect(users()).not.toContain('portico');
});

test('a user called portico who was there before, in another group, runs the service', async () => {
  await within('dpkg', '--purge', 'portico');
  await within('groupdel', '--force', 'portico').catch(() => undefined);
  await within('useradd', '--no-user-group', '--gid', 'users', 'portico');
  await within('dpkg', '--install', '/first.deb');
  expect(await within('portico', 'check')).toBe('A server with these settings would start.\n');
  expect(await serve()).toMatch(/one-time password/);
  await stop();
  await within('dpkg', '--purge', 'portico');
});

/** Runs the role in that Debian, with the settings and options given; returns what Ansible says in the end. */
async function play(settings: Record<string, string | number | boolean>, ...options: string[]): Promise<string> {
  const vars = { portico_package: '/first.deb', portico_version: await versionOf(first), portico_settings: settings };
  writeFileSync(path.join(root, 'ansible/vars.json'), JSON.stringify(vars));
  return within(
    'env',
    'LC_ALL=C.UTF-8',
    'ANSIBLE_NOCOLOR=1',
    'ansible-playbook',
    '--connection',
    'local',
    '--inventory',
    'portico,',
    '--extra-vars',
    '@/ansible/vars.json',
    ...options,
    '/ansible/site.yml',
  );
}

const versionOf = async (file: string) => (await run('dpkg-deb', ['--field', file, 'Version'])).stdout.trim();

test('the Ansible role installs it with its settings, changes nothing again, and puts back settings with which no server would start', async () => {
  await within('apt-get', 'update');
  await within('apt-get', 'install', '--yes', '--no-install-recommends', 'ansible-core', 'python3-apt');
  cpSync('packaging/ansible', path.join(root, 'ansible'), { recursive: true });
  const site = path.join(root, 'ansible/site.yml');
  // The example's values are replaced by the given variables.
  writeFileSync(site, readFileSync(site, 'utf8').replace(/ {6}portico_package[^]*$/, ''));
  // As YAML reads "on" and "off" without quotation marks.
  const switches = { PORTICO_OPENNDS: true, PORTICO_HTTP_AAA: false };
  const settings = {
    PORT,
    ...switches,
    PORTICO_DATA: '/var/lib/portico/data',
    PORTICO_BACKUPS: '/var/backups/portico',
    PORTICO_ZONE: 'Europe/Rome',
  };

  const file = path.join(root, 'etc/portico/portico.env');
  expect(await play(settings, '--check')).toMatch(/changed=1 .* failed=0/);
  expect(existsSync(file)).toBe(false);
  expect(await play(settings)).toMatch(/changed=[1-9]\d* .* failed=0/);
  expect(await within('portico', 'check')).toBe('A server with these settings would start.\n');
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('PORTICO_ZONE=Europe/Rome\n');
  expect(written).toContain('PORTICO_OPENNDS=on\n');
  expect(written).not.toContain('PORTICO_HTTP_AAA');
  expect((statSync(file).mode & 0o777).toString(8)).toBe('640');
  expect(await play(settings)).toMatch(/changed=0 .* failed=0/);

  expect(await play({ ...settings, PORTICO_ZONE: 'Europe/Berlin' }, '--check')).toMatch(/changed=1 .* failed=0/);
  await expect(play({ ...settings, PORTICO_ZONE: 'Europe/Atlantis' })).rejects.toThrow();
  expect(readFileSync(file, 'utf8')).toBe(written);
  expect(await play({ ...settings, PORTICO_ZONE: 'Europe/Berlin' })).toMatch(/changed=1 .* failed=0/);
}, 600_000);
