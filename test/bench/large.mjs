import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, SERVER } from '../../scripts/paths.mjs';

/** The password of every account in the large data (`portico seed --size large`). */
export const PASSWORD = 'portico-demo';

/**
 * Settings of a server with large data in an embedded database, which the first call fills: a million sessions at 240 hotspots, or
 * `wide`, 200,000 at 2,400.
 *
 * @param {'large' | 'wide'} [size]
 */
export function embeddedLarge(size = 'large') {
  const folder = path.join(CACHE, `bench-${size}`);
  return largeIn(folder, { PORTICO_DATA: path.join(folder, 'data') }, size);
}

/**
 * The same for another database. `folder` records when it was filled; the server's clock is set to that, so that the number of valid
 * guests doesn't change.
 *
 * @param {string} folder
 * @param {{ PORTICO_DATA: string } | { DATABASE_URL: string }} storage
 * @param {'large' | 'wide' | 'huge'} [size]
 */
export function largeIn(folder, storage, size = 'large') {
  return { ...storage, PORTICO_NOW: filledAt(folder, storage, size), PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'error' };
}

function filledAt(/** @type {string} */ folder, /** @type {{ PORTICO_DATA?: string }} */ storage, /** @type {string} */ size) {
  const note = path.join(folder, 'seeded.json');
  if (existsSync(note)) return /** @type {{ now: string }} */ (JSON.parse(readFileSync(note, 'utf8'))).now;
  process.stdout.write('  filling a database, once …\n');
  if (storage.PORTICO_DATA !== undefined) rmSync(storage.PORTICO_DATA, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const now = new Date().toISOString();
  execFileSync(process.execPath, [SERVER, 'seed', '--size', size, '--yes'], { env: { ...process.env, ...storage, PORTICO_NOW: now } });
  writeFileSync(note, JSON.stringify({ now }));
  return now;
}
