/** Which folders of src/server import each other: arrows go one way, so that one can be read without the other. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = 'src/server';

/** What isn't yet one way, with the reason. */
const BOTH_WAYS = [
  // Types of what columns hold as JSON, beside the code that reads them.
  'access, database',
  'database, messages',
  // What is deleted is kept by the command that deletes it, with what the audit trail knows of it.
  'audit, deleted',
  'deleted, http',
  'deleted, units',
  // What keeps a guest offline is looked for as everything is, and finds guests by their state.
  'find, guests',
];

/** The folder of a file below ROOT; null for a file beside the folders, which put the server together. */
const folderOf = (file: string) => {
  const [folder, ...more] = path.relative(ROOT, file).split(path.sep);
  return more.length === 0 ? null : folder;
};

test('no two folders of the server import each other, but for those that are listed', () => {
  const arrows = new Set<string>();
  for (const name of readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))) {
    const file = path.join(ROOT, name);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
      const [from, to] = [folderOf(file), folderOf(path.join(path.dirname(file), target))];
      if (from !== null && to !== null && to !== '..' && from !== to) arrows.add(`${from}, ${to}`);
    }
  }
  const isBoth = (arrow: string) => arrows.has(arrow.split(', ').toReversed().join(', '));
  const both = [...arrows].filter((arrow) => isBoth(arrow) && arrow === arrow.split(', ').toSorted().join(', '));
  expect(both.toSorted()).toEqual(BOTH_WAYS.toSorted());
});
