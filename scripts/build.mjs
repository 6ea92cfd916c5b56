/**
 * `npm run build`: builds the console to dist/client (pre-compressed) and the server to dist/server, and writes a stamp with the time
 * the build began, from which ensure-built.mjs sees whether a source has changed since. `--quiet` prints errors only.
 */
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { ROOT, STAMP } from './paths.mjs';

// jest sets `test`, under which React and antd behave differently; its builds must be like any other.
process.env.NODE_ENV = 'production';

const began = new Date();
const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info';
const configFile = path.join(ROOT, 'vite.config.ts');

// Remove the stamp first, so that a build that fails half-way doesn't pass for a good one.
await rm(STAMP, { force: true });
await build({ configFile, logLevel });
await build({ configFile, logLevel, build: { ssr: true } });
await mkdir(path.dirname(STAMP), { recursive: true });
await writeFile(STAMP, `${began.toISOString()}\n`);
await utimes(STAMP, began, began);
