/** What the files in `packaging` name is there, and what they run works: the settings, and the container's check of its health. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { environment } from '../../src/server/settings';

const FOLDER = 'packaging';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });

test('every setting that a file names exists', () => {
  const known = new Set(Object.keys(environment.shape));
  const uses = files
    .filter((file) => /(?:Containerfile|\.ya?ml|\.env|\.env\.j2|\.service)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/\bPORTICO_[A-Z0-9_]+/g)].map(([name]) => ({ file, name })),
    );
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('every file that a compose file mounts exists, except those that are generated for FreeRADIUS', () => {
  const mounted = files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/- (\.\/[\w./-]+):\//g)])
    .map(([, from = '']) => path.join('container', from));
  expect(mounted).toContain('container/nginx.conf.template');
  expect(mounted.filter((file) => !file.startsWith('container/freeradius/') && !files.includes(file))).toEqual([]);
});

test('the compose file keeps each volume of the container file, and publishes no port that the container does not expose', () => {
  const container = readFileSync(path.join(FOLDER, 'container/Containerfile'), 'utf8');
  const compose = readFileSync(path.join(FOLDER, 'container/compose.yaml'), 'utf8');
  const listed = (word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(container)?.[1]?.split(' ') ?? [];
  const mounts = [...compose.matchAll(/- \w+:(\/\S+)/g)].map(([, folder]) => folder);
  expect(mounts).toEqual(listed('VOLUME'));
  const published = [...compose.matchAll(/- [\d.:]*:(\d+(?:\/udp)?)$/gm)].map(([, port]) => port);
  expect(published).toHaveLength(3);
  expect(listed('EXPOSE')).toEqual(expect.arrayContaining(published));
});

let server: Server | undefined;
afterEach(() => void server?.close());

/** A server at `host` whose readiness has this status; resolves to its port. */
async function serving(host: string, status: number): Promise<number> {
  server = createServer(({ url }, response) => response.writeHead(url === '/health/ready' ? status : 404).end());
  await once(server.listen(0, host), 'listening');
  return (server.address() as AddressInfo).port;
}

/** The exit code of the container's check of its health, with these settings. */
async function checked(settings: { HOST: string; PORT: string }): Promise<unknown> {
  const written =
    /^HEALTHCHECK [^]*?\n\s+CMD (\[.*\])$/m.exec(readFileSync(path.join(FOLDER, 'container/Containerfile'), 'utf8'))?.[1] ?? '';
  const [program, ...args] = JSON.parse(written) as string[];
  expect(program).toBe('node');
  const [code] = (await once(spawn(process.execPath, args, { env: settings, stdio: 'inherit' }), 'exit')) as unknown[];
  return code;
}

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
])('a container that listens on %s is healthy while the server at %s is ready', async (HOST, address) => {
  const PORT = String(await serving(address, 200));
  expect(await checked({ HOST, PORT })).toBe(0);
});

test('a container is unhealthy while its server is not ready, and without one', async () => {
  const PORT = String(await serving('127.0.0.1', 503));
  expect(await checked({ HOST: '0.0.0.0', PORT })).toBe(1);
  server?.close();
  expect(await checked({ HOST: '0.0.0.0', PORT })).toBe(1);
});
