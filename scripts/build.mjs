/**
 * `npm run build`: the console to dist/client (pre-compressed), the server to dist/server, and a stamp with the time at
 * which the build began, by which ensure-built.mjs tells whether a source has changed since. `--quiet` says only what went wrong.
 */
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { ROOT, STAMP } from './paths.mjs';

// A build that jest asks for is the same as any other: React and antd behave otherwise under `test`.
process.env.NODE_ENV = 'production';

const began = new Date();
const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info';
const configFile = path.join(ROOT, 'vite.config.ts');

// Without the stamp a build that fails half-way is never taken for a good one.
await rm(STAMP, { force: true });
await build({ configFile, logLevel });
await build({ configFile, logLevel, build: { ssr: true } });
await mkdir(path.dirname(STAMP), { recursive: true });
await writeFile(STAMP, `${began.toISOString()}\n`);
await utimes(STAMP, began, began);
