/**
 * Builds if a source is newer than the last build. `node scripts/ensure-built.mjs demo …` (npm run demo, npm start) then continues as
 * `portico demo …` in the same process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT, SERVER, STAMP } from './paths.mjs';

const SOURCES = ['src', 'i18n', 'public', 'index.html', 'vite.config.ts', 'scripts/licences.mjs', 'package.json', 'package-lock.json'];

export async function ensureBuilt() {
  if (isCurrent()) return;
  process.stdout.write('Building Portico …\n');
  // In a child process, so that the build's memory is freed before the server starts.
  const build = spawn(process.execPath, [path.join(ROOT, 'scripts/build.mjs'), '--quiet'], { stdio: 'inherit' });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('the build failed: see above');
}

function isCurrent() {
  if (!existsSync(STAMP) || !existsSync(SERVER)) return false;
  const built = statSync(STAMP).mtimeMs;
  return SOURCES.map((source) => path.join(ROOT, source)).every((source) => !existsSync(source) || newest(source) <= built);
}

/**
 * Includes folders: a deleted file only shows in its folder's time.
 *
 * @returns {number}
 */
function newest(/** @type {string} */ entry) {
  const stat = statSync(entry);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(entry).map((name) => newest(path.join(entry, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureBuilt();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  const [node, , ...args] = process.argv;
  if (args.length > 0) {
    process.argv = [node ?? process.execPath, SERVER, ...args];
    await import(pathToFileURL(SERVER).href);
  }
}
