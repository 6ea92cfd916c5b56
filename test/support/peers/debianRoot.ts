/** Installs a version of Debian into a folder, for programs that this machine lacks or has in another version. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { CACHE } from '../../../scripts/paths.mjs';

/** Milliseconds; it downloads some 100 MB, and unpacks them slowly on a machine that is busy. */
const MOST = 600_000;

/** Returns the path of the folder. It is created once, as root, and kept until node_modules is reinstalled. */
export function debianRoot(suite: 'bookworm' | 'trixie', packages: readonly string[]): string {
  const folder = path.join(CACHE, suite);
  const created = path.join(folder, 'portico-made');
  const wanted = packages.join(',');
  if (!existsSync(created)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('debootstrap', ['--variant=minbase', `--include=${wanted}`, suite, folder], { stdio: 'pipe', timeout: MOST });
    writeFileSync(created, wanted);
  }
  return folder;
}

/** The words of a command that runs a program in a Debian, as root, with processes and mounts of its own. */
export const inDebian = (root: string, ...command: string[]) => [
  'unshare',
  '--kill-child',
  '--mount',
  '--pid',
  '--fork',
  `--mount-proc=${root}/proc`,
  'chroot',
  root,
  ...command,
];

/** Runs a command in a Debian, with these variables only; returns its output, both streams. Fails unless it exits with 0. */
export async function outputInDebian(root: string, words: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [command = '', ...args] = inDebian(root, ...words);
  const { stdout, stderr } = await promisify(execFile)(command, args, { env, maxBuffer: 2 ** 24 });
  return `${stdout}${stderr}`;
}

export interface DebianServer {
  /** What it had written when it began to listen, both streams. */
  output: string;
  /** Ends it as a service manager does, and waits for that. */
  stop: () => Promise<void>;
}

/** Starts Portico in a Debian, with these variables only; resolves once it listens. Fails with its output if it ends first. */
export async function serverInDebian(root: string, words: string[], env: NodeJS.ProcessEnv): Promise<DebianServer> {
  const [command = '', ...args] = inDebian(root, ...words);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const ended = once(child, 'close');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        output += more;
        if (/^Portico is listening on /m.test(output)) resolve();
      });
    void ended.then(() => reject(new Error(`it ended: ${output}`)));
  });
  return {
    output,
    stop: async () => {
      const { pid = 0, exitCode } = child;
      // `unshare` itself takes no SIGTERM; its child is the server.
      if (exitCode === null) process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()), 'SIGTERM');
      await ended;
    },
  };
}

/** This machine's npm: the folder of its package. */
export const npmFolder = () => path.dirname(path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));

/** Variables that say where npm gets its packages on this machine. */
const NETWORK = /^(?:npm_config_registry|https?_proxy|no_proxy)$/i;

/** Puts Node and this machine's npm into a Debian; returns the variables with which npm gets packages there, as on this machine. */
export function addNode(root: string, node = process.execPath): Record<string, string> {
  const into = (...parts: string[]) => path.join(root, ...parts);
  cpSync(node, into('usr/local/bin/node'));
  cpSync(npmFolder(), into('usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, into(`usr/local/bin/${name}`));
  mkdirSync(into('etc'), { recursive: true });
  cpSync('/etc/resolv.conf', into('etc/resolv.conf'), { dereference: true });
  writeFileSync(into('etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates !== undefined) cpSync(certificates, into('etc/certificates.pem'), { dereference: true });
  const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: '/etc/certificates.pem' }),
    ...Object.fromEntries(network.map(([name, value = '']) => [name, value])),
  };
}
