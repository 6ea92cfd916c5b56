import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from '../../../scripts/paths.mjs';

/** The oldest version package.json allows, and the latest of each newer line. */
const VERSIONS = ['20.19.0', '22.23.3', '24.21.0'];

/**
 * Executables of these Node versions, by version. They come from npm packages that contain only Node, and are fetched once and cached.
 *
 * @returns {Record<string, string>}
 */
export function findNodes() {
  return Object.fromEntries(VERSIONS.map((version) => [version, nodeOf(version)]));
}

function nodeOf(/** @type {string} */ version) {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const folder = path.join(CACHE, `${name}-${version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${String(process.pid)}`;
    mkdirSync(unfinished, { recursive: true });
    try {
      const args = ['install', '--prefix', unfinished, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`];
      execFileSync('npm', args, { stdio: 'pipe', shell: isWindows });
      if (!existsSync(folder)) renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  return path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
}
