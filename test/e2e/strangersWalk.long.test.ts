/**
 * Follows docs/first-evening.md: from a Debian without anything else, in a network with a router that runs openNDS, to a guest who is
 * online; with the Debian package, with the npm package, and with Ansible.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { credentialsIn, PORTICO, walkTest, type Walk } from './strangersWalkTests';
import { addNode, debianRoot, inDebian } from '../support/peers/debianRoot';
import { zoneAtNoon } from '../support/server/zoneAtNoon';

const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };

/** What `portico setup` is answered. */
const ANSWERS = [PORTICO, '-', '-', 'opennds', zoneAtNoon()].map((answer) => `${answer}\n`).join('');

let root = '';
const packages = mkdtempSync(path.join(tmpdir(), 'portico-packages-'));
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/package.mjs', packages], { stdio: 'pipe', maxBuffer: 2 ** 24 });
}, 600_000);
afterAll(() => rmSync(packages, { recursive: true, force: true }));

/** A Debian of the walk's own, with the package whose name ends like this in its root. */
function debianWith(ending: string, { folder }: Walk): string {
  root = path.join(folder, 'debian');
  // Copy it with its devices.
  execFileSync('cp', ['-a', debianRoot('bookworm', ['ca-certificates', 'openssl']), root]);
  const name = readdirSync(packages).find((file) => file.endsWith(ending)) ?? '';
  cpSync(path.join(packages, name), path.join(root, name));
  return name;
}

/** What a person types as root, with the answers to what it asks. */
const typed = ({ type }: Walk, line: string, input = '') => type(line, inDebian(root, 'sh', '-c', `cd / && ${line}`), { env, input });

/** There is no systemd in this Debian, so the service is started by hand. */
async function startService({ start }: Walk): Promise<void> {
  await start('Portico', /^Portico is listening on /m, inDebian(root, 'portico', 'serve'), env);
}

walkTest('with the Debian package', {
  heading: null,
  prepare: (walk) => {
    debianWith('.deb', walk);
  },
  install: async (walk) => {
    await walk.action('Install the package', () => typed(walk, 'apt-get install --yes ./portico_*.deb'));
    await walk.action('Answer the questions', () => typed(walk, 'portico setup', ANSWERS));
    return walk.action('Start it, and get a password', async () => {
      await startService(walk);
      return credentialsIn(await typed(walk, 'portico create-admin'));
    });
  },
});

let variables: NodeJS.ProcessEnv = {};
let npmPackage = '';

walkTest('with the npm package', {
  heading: 'With npm',
  needs: ['PORTICO_TEST_NODES'],
  isWithoutIpv6: true,
  prepare: (walk) => {
    npmPackage = debianWith('.tgz', walk);
    const nodes = JSON.parse(process.env.PORTICO_TEST_NODES ?? '{}') as Record<string, string>;
    const [, node] = Object.entries(nodes).find(([version]) => version.startsWith('24.')) ?? [];
    const npm = addNode(root, node);
    variables = { ...npm, PATH: `${npm.PATH ?? ''}:/usr/sbin`, HOME: '/home/anna' };
    execFileSync('chroot', [root, 'useradd', '--create-home', 'anna'], { env });
  },
  install: async (walk) => {
    const asAnna = (line: string) => inDebian(root, 'setpriv', '--reuid=anna', '--regid=anna', '--clear-groups', 'sh', '-c', line);
    const anna = (line: string, input = '') => walk.type(line, asAnna(`cd ~ && ${line}`), { env: variables, input });
    await walk.action('Install the package', () => anna(`npm install --prefix portico /${npmPackage}`));
    await walk.action('Answer the questions', () => anna('cd portico && npx portico setup portico.env', ANSWERS));
    return walk.action('Start it, and read the password', async () => {
      const line = 'cd portico && exec node --env-file=portico.env node_modules/.bin/portico serve';
      const printed = /^.*one-time password[^]*^Portico is listening on .*$/m;
      const [output] = await walk.start('Portico', printed, asAnna(`cd ~ && ${line}`), variables);
      walk.note(`$ ${line}\n${output}`);
      return credentialsIn(output);
    });
  },
});

let debianPackage = '';

walkTest('with Ansible', {
  heading: 'With Ansible',
  prepare: (walk) => {
    debianPackage = debianWith('.deb', walk);
    for (const line of ['apt-get update', 'apt-get install --yes --no-install-recommends ansible-core python3-apt'])
      execFileSync('unshare', inDebian(root, 'sh', '-c', line).slice(1), { env, stdio: 'pipe' });
    cpSync('packaging/ansible', path.join(root, 'ansible'), { recursive: true });
  },
  install: async (walk) => {
    await walk.action('Write the playbook', () => {
      const site = path.join(root, 'ansible/site.yml');
      const changed = readFileSync(site, 'utf8')
        .replace(/(portico_package: ).*/, `$1/${debianPackage}`)
        .replace(/(HOST: ).*/, '$10.0.0.0')
        .replace(/(PORTICO_PUBLIC_URL: ).*/, `$1${PORTICO}`)
        .replace(/PORTICO_TRUST_PROXY: .*/, 'PORTICO_OPENNDS: on')
        .replace(/(PORTICO_ZONE: ).*/, `$1${zoneAtNoon()}`);
      writeFileSync(site, changed);
      walk.note(changed);
    });
    await walk.action('Run it', () => typed(walk, 'ansible-playbook --connection local --inventory portico, ansible/site.yml'));
    return walk.action('Start it, and get a password', async () => {
      await startService(walk);
      return credentialsIn(await typed(walk, 'portico create-admin'));
    });
  },
});
