import { expect, test } from '@jest/globals';
import { lintProject } from '../support/run/lintProject';

/** One mistake per line, which only type information reveals, and the rule that finds it. */
const MISTAKES = [
  ['Promise.resolve(1);', 'no-floating-promises'],
  ["[1].forEach(async () => Promise.reject(new Error('lost')));", 'no-misused-promises'],
  ["export const called = (JSON.parse('1') as any)();", 'no-unsafe-call'],
  ["export const always = 'text' ?? 1;", 'no-unnecessary-condition'],
  ['export const said = `${{}}`;', 'restrict-template-expressions'],
  ["export const thrown = () => { throw 'text'; };", 'only-throw-error'],
] as const;

test('mistakes that only types reveal are found', async () => {
  const complaints = await lintProject([['src/shared/x.ts', MISTAKES.map(([line]) => line)]], /^typescript/);
  MISTAKES.forEach(([, rule], index) => {
    expect(complaints).toContainEqual(expect.stringContaining(`src/shared/x.ts:${index + 1} typescript(${rule})`));
  });
}, 60_000);
