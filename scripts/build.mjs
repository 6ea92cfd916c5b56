/**
 * `npm run build`: builds the console to dist/client (pre-compressed), the documentation next to it and the server to dist/server, and
 * writes a stamp with the time the build began, which ensure-built.mjs compares with the sources. `--quiet` prints errors only.
 */
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { ROOT, SITE, STAMP } from './paths.mjs';
import { buildSite } from './site/site.mjs';

// Jest sets NODE_ENV to `test`, under which React and antd behave differently; builds that it starts must be like any other.
process.env.NODE_ENV = 'production';

const began = new Date();
const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info';
const configFile = path.join(ROOT, 'vite.config.ts');

// Remove the stamp first, so that a build that fails half-way isn't mistaken for a complete one.
await rm(STAMP, { force: true });
await build({ configFile, logLevel });
await Promise.all([build({ configFile, logLevel, build: { ssr: true } }), buildSite(SITE)]);
await mkdir(path.dirname(STAMP), { recursive: true });
await writeFile(STAMP, `${began.toISOString()}\n`);
await utimes(STAMP, began, began);
