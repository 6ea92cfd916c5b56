/** The slices of the long run (scripts/slices.mjs). */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { SLICES, sliceOf, testFiles } from '../../scripts/slices.mjs';

test('each test file belongs to a slice of the long run, and each slice has files', () => {
  const files = testFiles();
  expect(files.filter((file) => sliceOf(file) === undefined)).toEqual([]);
  expect(SLICES.filter((slice) => !files.some((file) => sliceOf(file) === slice))).toEqual([]);
});

test('the workflow runs each slice', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
  const [, slices = ''] = /^ +slice:\s*\[([^\]]*)\]/m.exec(workflow) ?? [];
  expect(slices.match(/\w+/g)?.sort()).toEqual(SLICES.map(({ name }) => name).sort());
});
