import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { ROOT } from '../../scripts/paths.mjs';

/** @typedef {Parameters<TestSequencer['sort']>[0]} Tests */

/**
 * The longest files, longest first: journeys, then tests that start the embedded engine many times. Where jest has no times yet it goes by
 * the size of files, and these are small.
 */
const LONGEST = [
  ...[
    'everyScreenOnDesktop',
    'everyScreenOnPhone',
    'faults',
    'existingBackEnd',
    'voucherPaper',
    'portal',
    'reports',
    'replay',
    'devTools',
    'development',
    'feedback',
  ],
  ...['command', 'backup', 'powerCut', 'embedded'],
];

const folder = process.env.PORTICO_TEST_TOGETHER;

/** @type {Record<string, string[]>} */
const groups = folder === undefined ? {} : JSON.parse(readFileSync(path.join(folder, 'groups.json'), 'utf8'));

/**
 * Tests that are named like what was changed last run first, so that a broken commit shows soon. Others keep jest's order: those that
 * failed the last time, then the longest, so that no worker is left alone with a long one at the end.
 */
export default class Sequencer extends TestSequencer {
  /** @param {Tests} tests */
  sort(tests) {
    const changed = changedFiles();
    const rank = (/** @type {Tests[number]} */ test) => {
      if (membersOf(test.path).some((file) => isAbout(file, changed))) return -1;
      const place = test.duration === undefined ? LONGEST.indexOf(stemOf(test.path)) : -1;
      return place === -1 ? LONGEST.length : place;
    };
    // jest's own sort() also fills in the durations.
    return [.../** @type {Tests} */ (super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
}

/** Whether a test has the name of one of these files, or its noun: the folder in src/features, src/server and their tests. */
export function isAbout(/** @type {string} */ test, /** @type {string[]} */ files) {
  const names = namesOf(test);
  return files.some((file) => namesOf(file).some((name) => names.includes(name)));
}

/** The test files that run in this one (scripts/together.mjs): itself, but for groups. */
function membersOf(/** @type {string} */ test) {
  return groups[path.basename(test)] ?? [test];
}

function namesOf(/** @type {string} */ file) {
  const noun = /(?:^|[\\/])(?:src|test)[\\/](?:features|server)[\\/]([^\\/]+)[\\/]/.exec(file)?.[1];
  return noun === undefined ? [stemOf(file)] : [stemOf(file), noun];
}

function stemOf(/** @type {string} */ file) {
  return path.basename(file).replace(/\..*/, '');
}

/** Files that the last commit or uncommitted work has changed. */
export function changedFiles() {
  return [...git('diff', '--name-only', 'HEAD~1'), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Lines of git's output; none where there is no repository, or no commit before. */
function git(/** @type {string[]} */ ...args) {
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter((line) => line !== '');
}
