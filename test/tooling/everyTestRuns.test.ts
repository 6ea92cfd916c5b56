import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../scripts/paths.mjs';

test.each<[command: string, settings: Record<string, string>, left: RegExp | null]>([
  ['npm test', { PORTICO_TEST_EMBEDDED: 'where it differs', PORTICO_TEST_SHORT: '1' }, /\.long\.test\.tsx?$/],
  ['npm run test:long', {}, null],
])('%s leaves out no test file but those that say so in their name', (_command, settings, left) => {
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const env = { PATH: process.env.PATH, NODE_OPTIONS: '--experimental-vm-modules', ...settings };
  const listed = execFileSync(process.execPath, [jest, '--listTests', '--json'], { cwd: ROOT, env, encoding: 'utf8' });
  const run = (JSON.parse(listed) as string[]).map((file) => path.relative(path.join(ROOT, 'test'), file));
  const written = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file));
  expect(written.filter((file) => !run.includes(file) && left?.test(file) !== true)).toEqual([]);
  expect(run.filter((file) => left?.test(file))).toEqual([]);
});
