/** The image of packaging/container, built on a Debian with Node that is made here in place of the image it names. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmFolder } from './debianRoot';

const run = promisify(execFile);
const IMAGE = 'localhost/portico';
const BASE = 'localhost/debian-with-node';

/** The container's user. */
export const CONTAINER_USER = 10_001;

/** "overlay" where the kernel can lay folders over each other there, else "vfs", which copies every file for each step of the build. */
function driverIn(folder: string): 'overlay' | 'vfs' {
  const probe = path.join(folder, 'overlay');
  const [lower, upper, work, merged] = ['lower', 'upper', 'work', 'merged'].map((name) => path.join(probe, name));
  for (const one of [lower, upper, work, merged]) mkdirSync(String(one), { recursive: true });
  try {
    const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, String(merged)], { stdio: 'ignore' });
    execFileSync('umount', [String(merged)]);
    return 'overlay';
  } catch {
    return 'vfs';
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/** buildah with images and containers in a folder of their own. */
export function containerImage(folder: string) {
  const storage = path.join(folder, 'storage.conf');
  const [images, state] = ['images', 'state'].map((name) => path.join(folder, name));
  writeFileSync(storage, `[storage]\ndriver = "${driverIn(folder)}"\ngraphroot = "${images}"\nrunroot = "${state}"\n`);
  /** No separate network is needed. */
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' };
  const buildah = async (...args: string[]) => (await run('buildah', args, { env, maxBuffer: 2 ** 24 })).stdout.trim();

  return {
    env,
    image: IMAGE,
    buildah,

    /** Makes the base. */
    makeBase: async () => {
      const debian = path.join(folder, 'debian.tar');
      await run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', debian]);
      const base = await buildah('from', 'scratch');
      await buildah('add', '--quiet', base, debian, '/');
      await buildah('copy', '--quiet', base, process.execPath, '/usr/local/bin/node');
      await buildah('copy', '--quiet', base, npmFolder(), '/usr/local/lib/node_modules/npm');
      await buildah('run', base, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
      await buildah('commit', '--quiet', '--rm', base, BASE);
    },

    /** Builds the image in a clone or an unpacked package; returns what was printed. */
    build: async (context = '.') => {
      const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
      if (certificates !== undefined) cpSync(certificates, path.join(folder, 'certificates.pem'), { dereference: true });
      const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
      const args = Object.entries({
        NODE: BASE,
        npm_config_registry: registry,
        ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: '/certificates.pem' }),
      }).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
      const volumes = certificates === undefined ? [] : ['--volume', `${path.join(folder, 'certificates.pem')}:/certificates.pem:ro`];
      const file = ['--format', 'docker', '--file', path.join(context, 'packaging/container/Containerfile'), '--tag', IMAGE];
      return buildah('build', '--network', 'host', '--pull-never', ...volumes, ...args, ...file, context);
    },

    /** The words of a command that runs one in a new container, with settings, and folders of this machine as volumes. */
    running: async (settings: Record<string, string>, volumes: Record<string, string>, ...command: string[]) => {
      const container = await buildah('from', '--pull-never', IMAGE);
      return [
        ...['buildah', 'run'],
        ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
        ...Object.entries(volumes).flatMap(([from, target]) => ['--volume', `${from}:${target}`]),
        ...[container, '--', ...command],
      ];
    },
  };
}
