/** The slices of the long run (scripts/slices.mjs). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { filesOf, halfOf, SLICES, sliceOf, TEST_FILES, wholeRun } from '../../scripts/slices.mjs';

test('each test file belongs to a slice of the long run, and each slice has files', () => {
  expect(TEST_FILES.filter((file) => sliceOf(file) === undefined)).toEqual([]);
  expect(SLICES.filter((slice) => filesOf(slice).length === 0)).toEqual([]);
});

test('a whole long run takes half of a slice, and one with the next seed takes the rest', () => {
  for (const slice of SLICES.filter(({ byName }) => byName !== true)) {
    const [one, next] = [halfOf(slice, 7), halfOf(slice, 8)];
    expect([...one, ...next].sort()).toEqual(filesOf(slice).sort());
    expect(Math.abs(one.length - next.length)).toBeLessThanOrEqual(1);
  }
});

test('a whole long run has each file once, beside those of the same projects', () => {
  const groups = wholeRun(filesOf);
  const expected = SLICES.filter(({ byName }) => byName !== true).flatMap(filesOf);
  expect(groups.flatMap(({ files }) => files).sort()).toEqual(expected.sort());
  const projects = groups.map((group) => group.projects.join());
  expect(projects).toEqual([...new Set(projects)]);
});

test('the server tests of all slices run on the embedded engine, too', () => {
  const onEmbedded = SLICES.filter(({ projects }) => projects.includes('server-pglite')).flatMap(filesOf);
  const aboutPostgres = /^test\/server\/postgres/;
  const ofServer = TEST_FILES.filter((file) => /^test\/(?:contract|server)\//.test(file) && !aboutPostgres.test(file));
  expect(ofServer.filter((file) => !onEmbedded.includes(file))).toEqual([]);
});

test('the workflow runs each slice', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
  const [, slices = ''] = /^ +slice:\s*\[([^\]]*)\]/m.exec(workflow) ?? [];
  expect(slices.match(/\w+/g)?.sort()).toEqual(SLICES.map(({ name }) => name).sort());
});

test.each([
  ['PORTICO_SEED', 'seven', 'a whole number'],
  ['PORTICO_SEED', '', 'a whole number'],
  ['PORTICO_ROUNDS', '0', 'a number above 0'],
  ['PORTICO_ROUNDS', '1,5', 'a number above 0'],
])('a run with %s=%j is refused, as it would try nothing', (name, given, what) => {
  const { status, stderr } = spawnSync('node', ['scripts/test.mjs', 'no such test'], {
    env: { ...process.env, [name]: given },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${name} must be ${what}, not "${given}".\n` });
});
