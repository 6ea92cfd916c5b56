/** Which folders of src/server import each other: imports go one way, so that one folder can be read without the others. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = 'src/server';

/** The folder of a file below ROOT; null for files directly in ROOT, which put the server together. */
const folderOf = (file: string) => {
  const [folder, ...more] = path.relative(ROOT, file).split(path.sep);
  return more.length === 0 ? null : folder;
};

test('no two folders of the server import each other', () => {
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
  expect(both).toEqual([]);
});
