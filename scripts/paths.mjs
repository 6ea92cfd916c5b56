import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');
export const SERVER = path.join(ROOT, 'dist/server/cli.js');
/** The documentation site; inside the console's folder, so that every web server that serves the console serves it too. */
export const SITE = path.join(ROOT, 'dist/client/docs');
export const STAMP = path.join(ROOT, 'dist/.built');
/** May be deleted at any time; reinstalling node_modules clears it. */
export const CACHE = path.join(ROOT, 'node_modules/.cache/portico');
