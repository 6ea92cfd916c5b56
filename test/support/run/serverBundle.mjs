import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { CACHE, ROOT } from '../../../scripts/paths.mjs';

/** Includes the recordings: database templates made from them are kept next to the bundle. */
const SOURCES = [
  'src/contract',
  'src/demo',
  'src/gateways',
  'src/portal',
  'src/server',
  'src/shared',
  'i18n',
  'test/contract/data',
  'test/support/server/cheapArgon2.mjs',
  'vite.config.ts',
  'package-lock.json',
];
const AN_HOUR = 3_600_000;

/**
 * Bundles the command from the current sources, for tests that start it as a process. The folder is named by a hash of the sources, so
 * parallel runs never overwrite each other and nothing is built twice.
 */
export async function serverBundle() {
  const folder = path.join(CACHE, `test-server-${sourcesOfServer()}`);
  if (!existsSync(folder)) await bundleInto(folder);
  return path.join(folder, 'cli.js');
}

/** Names the current sources of the server. */
export function sourcesOfServer() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) => filesOf(path.join(ROOT, source)));
  for (const file of files) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${String(mtimeMs)} ${String(size)}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** @returns {string[]} */
function filesOf(/** @type {string} */ entry) {
  if (!statSync(entry).isDirectory()) return [entry];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => filesOf(path.join(entry, name)));
}

async function bundleInto(/** @type {string} */ folder) {
  mkdirSync(CACHE, { recursive: true });
  forgetOldOnes();
  const unfinished = `${folder}.${String(process.pid)}`;
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const build = spawn(process.execPath, [vite, 'build', '--ssr', '--outDir', unfinished, '--logLevel', 'warn'], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('the server did not build: see above');
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
}

/** Removes old bundles only: another run may still be using a recent one. */
function forgetOldOnes() {
  for (const name of readdirSync(CACHE).filter((name) => name.startsWith('test-server-'))) {
    const bundleFolder = path.join(CACHE, name);
    if (statSync(bundleFolder).mtimeMs < Date.now() - AN_HOUR) rmSync(bundleFolder, { recursive: true, force: true });
  }
}
