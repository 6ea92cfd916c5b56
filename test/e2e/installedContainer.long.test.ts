/**
 * The container: built from its file on a Debian with Node that is made here instead of the image it names. Its program runs in the image's
 * files, as the image's user and with its settings; not confined as in compose.yaml, which not every machine of tests can do.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { freePort } from '../support/run/postgres.mjs';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_CONTAINERS');

const run = promisify(execFile);
const MINUTE = 60_000;
const IMAGE = 'localhost/portico';
const BASE = 'localhost/debian-with-node';
/** The container's user. */
const USER = 10_001;

const folder = mkdtempSync(path.join(tmpdir(), 'portico-container-'));
const storage = path.join(folder, 'storage.conf');
/** Images and containers are stored only here, and neither the kernel's overlays nor a separate network is needed. */
const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' };
const buildah = (...args: string[]) => run('buildah', args, { env, maxBuffer: 2 ** 24 });

beforeAll(async () => {
  const [images, state] = ['images', 'state'].map((name) => path.join(folder, name));
  writeFileSync(storage, `[storage]\ndriver = "vfs"\ngraphroot = "${images}"\nrunroot = "${state}"\n`);
  for (const volume of ['data', 'backups']) {
    mkdirSync(path.join(folder, volume));
    chownSync(path.join(folder, volume), USER, USER);
  }
  const debian = path.join(folder, 'debian.tar');
  await run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', debian]);
  const base = (await buildah('from', 'scratch')).stdout.trim();
  const npm = path.dirname(path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  await buildah('add', '--quiet', base, debian, '/');
  await buildah('copy', '--quiet', base, process.execPath, '/usr/local/bin/node');
  await buildah('copy', '--quiet', base, npm, '/usr/local/lib/node_modules/npm');
  await buildah('run', base, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  await buildah('commit', '--quiet', '--rm', base, BASE);
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates !== undefined) cpSync(certificates, path.join(folder, 'certificates.pem'), { dereference: true });
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const args = Object.entries({
    NODE: BASE,
    npm_config_registry: registry,
    ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: '/certificates.pem' }),
  }).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const volumes = certificates === undefined ? [] : ['--volume', `${path.join(folder, 'certificates.pem')}:/certificates.pem:ro`];
  const file = ['--format', 'docker', '--file', 'packaging/container/Containerfile', '--tag', IMAGE];
  await buildah('build', '--network', 'host', '--pull-never', ...volumes, ...args, ...file, '.');
}, 15 * MINUTE);

afterAll(async () => {
  await buildah('rm', '--all');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  url: string;
  said: () => string;
  stop: () => Promise<void>;
}

/** Starts the image's command in a new container. */
async function start(): Promise<Started> {
  const port = String(await freePort());
  const container = (await buildah('from', '--pull-never', IMAGE)).stdout.trim();
  const volume = (name: string, place: string) => ['--volume', `${path.join(folder, name)}:${place}`];
  // Not at the paths of the image's own volumes, for which the builder creates volumes itself.
  const volumes = [...volume('data', '/srv/data'), ...volume('backups', '/srv/backups')];
  const settings = ['HOST=127.0.0.1', `PORT=${port}`, 'PORTICO_DATA=/srv/data/portico', 'PORTICO_BACKUPS=/srv/backups'].flatMap(
    (setting) => ['--env', setting],
  );
  const command = ['sh', '-c', 'echo "process $$"; exec portico serve'];
  const server = spawn('buildah', ['run', ...settings, ...volumes, container, '--', ...command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise((resolve) => server.once('exit', resolve));
  while (!/^Portico is listening on/m.test(said)) {
    if (server.exitCode !== null) throw new Error(`The container ended before it listened:\n${said}`);
    await pause(200);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    stop: async () => {
      process.kill(Number(/^process (\d+)$/m.exec(said)?.[1]), 'SIGTERM');
      expect(await ended).toBe(0);
    },
  };
}

test('the container serves, not as root, and stops in order', async () => {
  const server = await start();
  expect(server.said()).toMatch(/Sign in as admin with the one-time password \S+/);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(await (await fetch(server.url)).text()).toContain('<title>');
  expect(statSync(path.join(folder, 'data/portico')).uid).toBe(USER);
  await server.stop();
}, 60_000);

test('a new container goes on with the data of the one before', async () => {
  const server = await start();
  expect(server.said()).not.toContain('one-time password ');
  expect(server.said()).toContain('nobody has signed in as admin yet');
  await server.stop();
}, 60_000);

test('the image names its user and volumes, and its check of health follows the server', async () => {
  const { stdout } = await buildah('inspect', '--type', 'image', IMAGE);
  const { config } = (JSON.parse(stdout) as { Docker: { config: Record<string, unknown> } }).Docker;
  expect(config).toMatchObject({
    User: 'portico',
    Volumes: { '/var/lib/portico': {}, '/var/backups/portico': {} },
    Entrypoint: ['portico'],
    Cmd: ['serve'],
  });
  const [, , ...check] = (config.Healthcheck as { Test: string[] }).Test;
  const server = await start();
  const { port } = new URL(server.url);
  const health = () =>
    run(process.execPath, check, { env: { PORT: port } }).then(
      () => 'healthy',
      () => 'ill',
    );
  expect(await health()).toBe('healthy');
  await server.stop();
  expect(await health()).toBe('ill');
}, 60_000);

test('the image holds the program and no sources, tests or build tools', async () => {
  const { stdout } = await run('buildah', ['from', IMAGE], { env });
  const { stdout: place } = await run('buildah', ['mount', stdout.trim()], { env });
  const root = place.trim();
  expect(readdirSync(path.join(root, 'opt/portico/node_modules'))).toContain('portico');
  expect(readdirSync(path.join(root, 'opt/portico/node_modules/portico')).filter((name) => /^(?:src|test|scripts)$/.test(name))).toEqual(
    [],
  );
  expect(readdirSync(root)).not.toContain('build');
});
