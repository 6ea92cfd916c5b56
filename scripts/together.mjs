/**
 * Groups the test files of `npm test`, so that many share one environment: loading antd or the server afresh for each of 150 files took a
 * seventh of the total time. Runs of named files, `--changed` and `--long` still run each file by itself.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changedFiles, isAbout } from '../test/support/sequencer.mjs';
import { ROOT } from './paths.mjs';

const GROUPS = 10;

/**
 * By jest project: the folders of its tests, the module of test/support through which they load most of their code, and the modules that
 * register hooks for every test of a file that imports them.
 */
const PROJECTS = {
  component: { rooms: ['app', 'features', 'shared'], loading: 'render', withHooks: ['answers.ts', 'render.tsx'] },
  'server-postgres': { rooms: ['server', 'contract'], loading: 'server', withHooks: ['command.ts', 'leftovers.ts'] },
};

/** Matches files that prepare the environment before they load anything; these can't share one. */
const LOADS_LATER = /^const .* = await import\(/m;

/** Files that run by themselves: tests of the embedded engine, and those that take long enough on their own. */
const ALONE = /[\\/](?:database|embedded)[\\/]|[\\/]tenancy\.test\.ts$/;

export const WITH_HOOKS = Object.values(PROJECTS).flatMap(({ withHooks }) => withHooks);

/**
 * Writes a test file for each group, such as component-3.test.mjs, and `groups.json`: the files in each group.
 *
 * @returns {Record<string, string[]>}
 */
export function writeGroups(/** @type {string} */ folder) {
  const support = path.join(ROOT, 'test/support');
  const changed = changedFiles();
  /** @type {Record<string, string[]>} */
  const groups = {};
  for (const [project, { rooms, loading, withHooks }] of Object.entries(PROJECTS)) {
    const files = rooms.flatMap(testFilesIn).filter((file) => {
      const text = readFileSync(file, 'utf8');
      return text.includes(`/support/${loading}'`) && !LOADS_LATER.test(text) && !ALONE.test(file);
    });
    for (const [nth, group] of evenly(files).entries()) {
      const name = `${project}-${String(nth + 1)}.test.mjs`;
      const members = group.toSorted((a, b) => Number(isAbout(b, changed)) - Number(isAbout(a, changed)));
      const loaded = ['together.ts', ...withHooks].map((module) => JSON.stringify(path.join(support, module)));
      const lines = [`import { together } from ${loaded.join(';\nimport ')};`, `await together(${JSON.stringify(members, undefined, 2)});`];
      writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
      groups[name] = members;
    }
  }
  writeFileSync(path.join(folder, 'groups.json'), JSON.stringify(groups));
  return groups;
}

function testFilesIn(/** @type {string} */ room) {
  const folder = path.join(ROOT, 'test', room);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.long)\.test\.tsx?$/.test(name)).map((name) => path.join(folder, name));
}

/** Distributes files over groups of about the same number of bytes. */
function evenly(/** @type {string[]} */ files) {
  const groups = Array.from({ length: GROUPS }, () => ({ bytes: 0, files: /** @type {string[]} */ ([]) }));
  const sized = files.map((file) => ({ file, bytes: statSync(file).size })).sort((a, b) => b.bytes - a.bytes);
  for (const { file, bytes } of sized) {
    const smallest = groups.reduce((least, group) => (group.bytes < least.bytes ? group : least));
    smallest.bytes += bytes;
    smallest.files.push(file);
  }
  return groups.map((group) => group.files);
}
