import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { ROOT } from '../../scripts/paths.mjs';
import { WITH_HOOKS, writeGroups } from '../../scripts/together.mjs';

const together = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
afterAll(() => rmSync(together, { recursive: true }));
const groups = writeGroups(together);

test.each<[command: string, settings: Record<string, string>, left: RegExp | null]>([
  [
    'npm test',
    { PORTICO_TEST_EMBEDDED: 'where it differs', PORTICO_TEST_SHORT: '1', PORTICO_TEST_TOGETHER: together },
    /\.long\.test\.tsx?$/,
  ],
  ['npm run test:long', {}, null],
])('%s leaves out no test file but those that say so in their name', (_command, settings, left) => {
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const env = { PATH: process.env.PATH, NODE_OPTIONS: '--experimental-vm-modules', ...settings };
  const listed = execFileSync(process.execPath, [jest, '--listTests', '--json'], { cwd: ROOT, env, encoding: 'utf8' });
  const run = (JSON.parse(listed) as string[])
    .flatMap((file) => groups[path.basename(file)] ?? [file])
    .map((file) => path.relative(path.join(ROOT, 'test'), file));
  const written = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file));
  expect(written.filter((file) => !run.includes(file) && left?.test(file) !== true)).toEqual([]);
  expect(run.filter((file) => left?.test(file))).toEqual([]);
});

test('no test file is in two groups, and few that could be are in none', () => {
  const members = Object.values(groups).flat();
  expect(new Set(members).size).toBe(members.length);
  expect(members.length).toBeGreaterThan(100);
});

test('groups load all modules whose hooks are for each test of whoever imports them', () => {
  const support = path.join(ROOT, 'test/support');
  const hasHooks = (file: string) => /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(path.join(support, file), 'utf8'));
  const withHooks = readdirSync(support).filter((file) => /\.tsx?$/.test(file) && hasHooks(file));
  // Journeys don't run together.
  expect(withHooks.filter((file) => file !== 'browser.ts').sort()).toEqual(WITH_HOOKS.sort());
});
