import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');
export const SERVER = path.join(ROOT, 'dist/server/cli.js');
export const STAMP = path.join(ROOT, 'dist/.built');
/** What may be thrown away at any time: it goes with node_modules. */
export const CACHE = path.join(ROOT, 'node_modules/.cache/portico');
