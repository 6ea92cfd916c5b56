import { beforeAll, expect, test } from '@jest/globals';
import { lintProject } from '../support/run/lintProject';

/** A line with a test, and the linter's complaint about its title, if any. */
const CASES: [line: string, complaint: RegExp | null][] = [
  ["test('reports no contrast for an invalid colour', run);", null],
  ["test('on a phone, each guest is a card', run);", null],
  ["describe('the menu of a person', run);", null],
  ["test.each([['a PNG', 1]])('recognizes %s by its content', run);", null],
  ["test.each([['of an erased guest', 1]])('shows the page %s', run);", null],
  ["test('of what is no colour nothing is said', run);", /starts with “of”/],
  ["describe('to an admin', run);", /starts with “to”/],
  ["test('with a voucher is online, and the session is counted', run);", /starts with “with”/],
  ["test('theirs can be taken', run);", /starts with “theirs”/],
  ["test('what is typed into a dialog', run);", /starts with “what”/],
  ["test('and is not sent twice', run);", /starts with “and”/],
  ["test('a failure is not kept', run);", /contains “kept”; write “stored/],
  ['test(`${count} failures are told`, run);', /contains “told”/],
  ["test.failing('everything fits', run);", /contains “everything”/],
  ["thorough.test('speaks of the house', run);", /contains “house”/],
  ["test.each(rows)('%s is gone', run);", /contains “gone”/],
  ["test.each([['a PNG', 1], ['of nothing', 2]] as const)('%s', run);", /“of nothing” starts with “of”/],
  ["test.each(['kept'])('shows a %s value', run);", /“shows a kept value” contains “kept”/],
];

const FILE = 'test/shared/x.test.ts';

let complaints: string[] = [];

beforeAll(async () => {
  complaints = await lintProject([[FILE, CASES.map(([line]) => line)]], /^portico\(plain-titles\)$/);
}, 300_000);

test.each(CASES.map(([line, complaint], index) => ({ line, complaint, at: index + 1 })))(
  'judges the title in $line: $complaint',
  ({ complaint, at }) => {
    const messages = complaints.filter((complaint) => complaint.startsWith(`${FILE}:${String(at)} `));
    expect(messages).toEqual(complaint === null ? [] : [expect.stringMatching(complaint)]);
  },
);
