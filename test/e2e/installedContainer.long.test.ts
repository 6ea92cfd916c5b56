/**
 * The container: built from its file on a Debian with Node that is made here instead of the image it names. Its program runs in the image's
 * files, as the image's user and with its settings; not confined as in compose.yaml, which not every machine of tests can do.
 */
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { containerImage, CONTAINER_USER } from '../support/peers/containerImage';
import { freePort } from '../support/run/postgres.mjs';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_CONTAINERS');

const run = promisify(execFile);
const MINUTE = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'portico-container-'));
const { buildah, build, env, image, makeBase, running } = containerImage(folder);

beforeAll(async () => {
  for (const volume of ['data', 'backups']) {
    mkdirSync(path.join(folder, volume));
    chownSync(path.join(folder, volume), CONTAINER_USER, CONTAINER_USER);
  }
  await makeBase();
  await build();
}, 15 * MINUTE);

afterAll(async () => {
  await buildah('rm', '--all');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  url: string;
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts the image's command in a new container. */
async function start(): Promise<Started> {
  const port = String(await freePort());
  // Not at the paths of the image's own volumes, for which the builder creates volumes itself.
  const volumes = { [path.join(folder, 'data')]: '/srv/data', [path.join(folder, 'backups')]: '/srv/backups' };
  const settings = { HOST: '127.0.0.1', PORT: port, PORTICO_DATA: '/srv/data/portico', PORTICO_BACKUPS: '/srv/backups' };
  const [command = '', ...args] = await running(settings, volumes, 'sh', '-c', 'echo "process $$"; exec portico serve');
  const server = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise((resolve) => server.once('exit', resolve));
  while (!/^Portico is listening on/m.test(output)) {
    if (server.exitCode !== null) throw new Error(`The container ended before it listened:\n${output}`);
    await pause(200);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    stop: async () => {
      process.kill(Number(/^process (\d+)$/m.exec(output)?.[1]), 'SIGTERM');
      expect(await ended).toBe(0);
    },
  };
}

test('the container serves, not as root, and stops in order', async () => {
  const server = await start();
  expect(server.output()).toMatch(/Sign in as admin with the one-time password \S+/);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(await (await fetch(server.url)).text()).toContain('<title>');
  expect(statSync(path.join(folder, 'data/portico')).uid).toBe(CONTAINER_USER);
  await server.stop();
}, 60_000);

test('a new container goes on with the data of the one before', async () => {
  const server = await start();
  expect(server.output()).not.toContain('one-time password ');
  expect(server.output()).toContain('nobody has signed in as admin yet');
  await server.stop();
}, 60_000);

test('the image names its user and volumes, and its check of health follows the server', async () => {
  const stdout = await buildah('inspect', '--type', 'image', image);
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
  const root = await buildah('mount', await buildah('from', image));
  expect(readdirSync(path.join(root, 'opt/portico/node_modules'))).toContain('portico');
  expect(readdirSync(path.join(root, 'opt/portico/node_modules/portico')).filter((name) => /^(?:src|test|scripts)$/.test(name))).toEqual(
    [],
  );
  expect(readdirSync(root)).not.toContain('build');
});
