/**
 * TLS as the documentation describes it: nginx with a certificate by certbot, and Caddy, which gets its own. The authority is pebble, by which
 * Let's Encrypt tests clients; its own name server answers that every name is at 127.0.0.1.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { newAuthority } from '../../support/peers/certificates';
import { codeBlock } from '../../support/run/documents';
import { freePort } from '../../support/run/postgres.mjs';
import { commandOf, portico, served } from '../../support/server/command';
import { afterThisTest, dataFolder } from '../../support/server/leftovers';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_ACME');

const run = promisify(execFile);
const NAME = 'wifi.example.com';
const example = (section: string, language: string) => codeBlock('docs/operations.md', { under: `## ${section}`, language });

interface Acme {
  folder: string;
  directory: string;
  /** Certificate of the authority's own address. */
  ca: string;
  ports: { http: number; https: number };
  /** The certificate by which the issued ones are checked. */
  root: () => Promise<string>;
}

/** Starts an authority that looks for proofs at two free ports of 127.0.0.1. */
async function startAcme(): Promise<Acme> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-acme-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  const [listen, management, http, https, dns, answers] = await Promise.all(Array.from({ length: 6 }, freePort));
  const authority = newAuthority('Portico ACME');
  const { cert, key } = authority.issue('127.0.0.1');
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const ca = file('ca.pem', authority.cert);
  const pebble = {
    listenAddress: `127.0.0.1:${listen}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: file('pebble.pem', cert),
    privateKey: file('pebble.key', key),
    httpPort: http,
    tlsPort: https,
  };
  const config = file('pebble.json', JSON.stringify({ pebble }));
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const names = ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${answers}`, '-defaultIPv4', '127.0.0.1'];
  commandOf('pebble-challtestsrv', [...none, ...names]);
  const authorityCommand = commandOf('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`], { PEBBLE_VA_NOSLEEP: '1' });
  await authorityCommand.outputMatching(/ACME directory available/);
  return {
    folder,
    directory: `https://127.0.0.1:${listen}/dir`,
    ca,
    ports: { http: http ?? 0, https: https ?? 0 },
    root: async () => (await fetchTrusting(`https://127.0.0.1:${management}/roots/0`, authority.cert)).body,
  };
}

interface Answer {
  status: number;
  body: string;
  headers: Record<string, unknown>;
  /** Serial number of the certificate. */
  serial: string;
}

/** A request to 127.0.0.1, whatever the name in the address, checked against this authority. */
function fetchTrusting(url: string, ca: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      ca,
      headers,
      agent: false,
      lookup: (_, { all }, found) => (all === true ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)),
    });
    outgoing.on('error', reject).on('response', (answer) => {
      let body = '';
      const serial = (answer.socket as TLSSocket).getPeerCertificate().serialNumber;
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers, serial }));
    });
    outgoing.end();
  });
}

/** Browsers and guests are redirected; programs and units are refused, as a redirect would hide that their tokens are sent unencrypted. */
async function expectHttpLeadsToHttps(port: number, basePath: string): Promise<void> {
  const answerTo = async (address: string) => {
    // Not by fetch, which sends the Host of the address whatever it is told.
    const outgoing = get({ host: '127.0.0.1', port, path: `${basePath}${address}`, headers: { Host: NAME } });
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    return [answer.statusCode, answer.headers.location];
  };
  for (const address of ['/', '/portal/lobby']) expect(await answerTo(address)).toEqual([308, `https://${NAME}${basePath}${address}`]);
  for (const address of ['/api/hotspots', '/wax/aaa']) expect(await answerTo(address)).toEqual([403, undefined]);
}

/** The answer once there is one. */
async function until(attempt: () => Promise<Answer>, isEnough: (answer: Answer) => boolean = () => true): Promise<Answer> {
  for (;;) {
    const answer = await attempt().catch(() => undefined);
    if (answer && isEnough(answer)) return answer;
    await pause(100);
  }
}

const server = async (more: Record<string, string> = {}) =>
  served({ PORTICO_DATA: await dataFolder('fixture'), PORTICO_TRUST_PROXY: 'loopback', PORTICO_PUBLIC_URL: `https://${NAME}`, ...more });

test('Caddy as documented gets a certificate by itself, and passes on what guests and staff may reach', async () => {
  const acme = await startAcme();
  const { url } = await server();
  const { port } = new URL(url);
  const options = [
    'admin off',
    `http_port ${acme.ports.http}`,
    `https_port ${acme.ports.https}`,
    `storage file_system ${acme.folder}/caddy`,
    `acme_ca ${acme.directory}`,
    `acme_ca_root ${acme.ca}`,
  ];
  const file = path.join(acme.folder, 'Caddyfile');
  const documented = example('Behind Caddy', 'caddyfile');
  expect(documented).toContain('127.0.0.1:8080');
  writeFileSync(file, `{\n${options.join('\n')}\n}\n${documented.replace('127.0.0.1:8080', `127.0.0.1:${port}`)}`);
  const home = { HOME: acme.folder };
  await run('caddy', ['validate', '--config', file], { env: { ...process.env, ...home } });
  commandOf('caddy', ['run', '--config', file], home);

  const site = `https://${NAME}:${acme.ports.https}`;
  const root = await acme.root();
  const config = await until(() => fetchTrusting(`${site}/config.json`, root));
  expect(config).toMatchObject({ status: 200, body: expect.stringContaining('"backend":"portico"') });
  expect(config.headers['content-security-policy']).toMatch(/^default-src 'self';/);
  for (const inside of ['/metrics', '/health/ready']) expect((await fetchTrusting(`${site}${inside}`, root)).status).toBe(404);
  await expectHttpLeadsToHttps(acme.ports.http, '');
}, 120_000);

test('nginx as documented shows certbot’s proofs, serves its certificate, and takes the renewed one', async () => {
  const acme = await startAcme();
  const { url } = await server({ PORTICO_BASE_PATH: '/portico' });
  const { port } = new URL(url);
  const acmeFile = (name: string) => path.join(acme.folder, name);
  for (const name of ['webroot', 'letsencrypt', 'logs', 'work']) mkdirSync(acmeFile(name));
  const documented = example('Behind nginx', 'nginx')
    .replaceAll(/listen \[::\]:.*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${acme.ports.http};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${acme.ports.https} ssl;`)
    // Before nginx 1.25.1, as the page says.
    .replace('http2 on;', '')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replaceAll('/var/log/nginx/', `${acme.folder}/logs/`)
    .replaceAll('/etc/letsencrypt', acmeFile('letsencrypt'))
    .replaceAll('/var/www/certbot', acmeFile('webroot'));
  const file = acmeFile('nginx.conf');
  const write = (sites: string) =>
    writeFileSync(
      file,
      `user root; daemon off; pid ${acme.folder}/nginx.pid; error_log stderr warn; events {}\nhttp { client_body_temp_path ${acme.folder}/body; proxy_temp_path ${acme.folder}/proxy;\n${sites}\n}\n`,
    );
  const second = documented.lastIndexOf('\nserver {');
  write(documented.slice(0, second));
  const nginx = commandOf('nginx', ['-c', file]);
  try {
    await until(async () => {
      const { status } = await fetch(`http://127.0.0.1:${acme.ports.http}/`, { redirect: 'manual' });
      return { status, body: '', headers: {}, serial: '' };
    });

    const installing = codeBlock('docs/operations.md', { start: 'sudo apt install certbot' });
    const [, words = ''] = /^sudo (certbot certonly .*)$/m.exec(installing) ?? [];
    const reload = `kill -HUP ${nginx.pid}`;
    const folders = ['config', 'work', 'logs'].flatMap((name) => [`--${name}-dir`, acmeFile(name === 'config' ? 'letsencrypt' : name)]);
    const alone = ['--non-interactive', '--agree-tos', '--register-unsafely-without-email', '--server', acme.directory, ...folders];
    const command = words.replace('/var/www/certbot', acmeFile('webroot')).replace('"systemctl reload nginx"', `"${reload}"`);
    const env = { ...process.env, REQUESTS_CA_BUNDLE: acme.ca };
    await run('sh', ['-c', `${command} "$@"`, 'sh', ...alone], { env });
    write(documented);
    await run('nginx', ['-t', '-c', file]);
    process.kill(nginx.pid, 'SIGHUP');

    const site = `https://${NAME}:${acme.ports.https}`;
    const root = await acme.root();
    const first = await until(() => fetchTrusting(`${site}/portico/config.json`, root));
    expect(first).toMatchObject({ status: 200, body: expect.stringContaining('"backend":"portico"') });
    expect(first.headers['strict-transport-security']).toMatch(/max-age/);
    for (const inside of ['/portico/metrics', '/portico/health/ready'])
      expect((await fetchTrusting(`${site}${inside}`, root)).status).toBe(404);
    await expectHttpLeadsToHttps(acme.ports.http, '/portico');

    await run('certbot', ['renew', '--force-renewal', '--no-random-sleep-on-renew', ...folders], { env });
    const renewed = await until(
      () => fetchTrusting(`${site}/portico/config.json`, root),
      ({ serial }) => serial !== first.serial,
    );
    expect(renewed.status).toBe(200);

    const doctor = portico(['doctor', '--json'], {
      PORTICO_DATA: acmeFile('none'),
      PORT: '0',
      PORTICO_PUBLIC_URL: `https://127.0.0.1:${acme.ports.https}`,
      PORTICO_BASE_PATH: '/portico',
    });
    await doctor.ended;
    expect(doctor.log()).not.toContain('certificate_expiring');
  } finally {
    // Killed, it would leave its workers behind.
    nginx.kill('SIGTERM');
    await nginx.ended;
  }
}, 180_000);
