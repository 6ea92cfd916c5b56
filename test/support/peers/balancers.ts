/** HAProxy and nginx in front of two replicas, as docs/operations.md describes them, without TLS. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeBlock } from '../run/documents';
import { freePort } from '../run/postgres.mjs';
import { commandOf, type Command } from '../server/command';

/** A balancer, its address up to the console's base path, and its folder, which the caller removes. */
export interface Balancer extends Command {
  url: string;
  folder: string;
}

/** Seconds within which a replica must answer the health checks; more than documented, because machines that test are busy. */
const PATIENCE = 8;

const exampleAfter = (heading: string) => codeBlock('docs/operations.md', { under: `## ${heading}` });

/** Replicas at the root of a host. */
export async function startHaproxy(replicas: readonly [string, string]): Promise<Balancer> {
  const program = process.env.PORTICO_TEST_HAPROXY ?? '';
  const [folder, port] = [mkdtempSync(path.join(tmpdir(), 'portico-haproxy-')), await freePort()];
  const [one = '', two = ''] = replicas.map((url) => new URL(url).host);
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    exampleAfter('Behind HAProxy')
      .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
      .replace('timeout check 2s', `timeout check ${PATIENCE}s`)
      .replace(/server one \S+/, `server one ${one}`)
      .replace(/server two \S+/, `server two ${two}`),
  );
  execFileSync(program, ['-c', '-f', file], { stdio: 'pipe' });
  return { ...commandOf(program, ['-db', '-f', file]), url: `http://127.0.0.1:${port}`, folder };
}

/** The server of the example that answers plain http. */
const PLAIN_SERVER = /\nserver \{\n {4}listen 80;[^]*?\n\}\n/;

/** Replicas with PORTICO_BASE_PATH=/portico. */
export async function startNginx(replicas: readonly [string, string]): Promise<Balancer> {
  const [one = '', two = ''] = replicas.map((url) => new URL(url).host);
  const { run, folder, port } = await nginx();
  const sites = exampleAfter('Behind nginx')
    .replace(PLAIN_SERVER, '\n')
    .replaceAll(/\n {4}(?:listen \[::\]|http2|ssl_).*/g, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('server 127.0.0.1:8080', `server ${one}`)
    .replace('# server 10.0.0.12:8080', `server ${two}`)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  return { ...run(sites), url: `http://127.0.0.1:${port}/portico`, folder };
}

/** nginx where it answers plain http. */
export async function startNginxForPlainHttp(): Promise<Balancer> {
  const { run, folder, port } = await nginx();
  const [plain = ''] = PLAIN_SERVER.exec(exampleAfter('Behind nginx')) ?? [];
  const sites = plain.replaceAll(/\n {4}listen \[::\].*/g, '').replace('listen 80;', `listen 127.0.0.1:${port};`);
  return { ...run(sites), url: `http://127.0.0.1:${port}`, folder };
}

async function nginx() {
  const [folder, port] = [mkdtempSync(path.join(tmpdir(), 'portico-nginx-')), await freePort()];
  return { folder, port, run: (sites: string) => runNginx(folder, sites) };
}

function runNginx(folder: string, sites: string): Command {
  const program = process.env.PORTICO_TEST_NGINX ?? '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    // One process: a killed master would leave its workers behind.
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr warn; events {}\nhttp { ${temporary}\n${sites}\n}\n`,
  );
  execFileSync(program, ['-t', '-c', file], { stdio: 'pipe' });
  return commandOf(program, ['-c', file]);
}
