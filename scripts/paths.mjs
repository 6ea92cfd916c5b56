import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');
export const SERVER = path.join(ROOT, 'dist/server/cli.js');
/** The documentation site, which the server and every web server of the console serve with it. */
export const SITE = path.join(ROOT, 'dist/client/docs');
export const STAMP = path.join(ROOT, 'dist/.built');
/** May be deleted at any time; reinstalling node_modules clears it. */
export const CACHE = path.join(ROOT, 'node_modules/.cache/portico');
