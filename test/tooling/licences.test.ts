/** The notices that are shipped (scripts/licences.mjs). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { noticesOf } from '../../scripts/licences.mjs';

test('the notices are the same in whatever order the build met the packages, also two versions of one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-licences-'));
  try {
    const folders = ['b 1.0.0', 'b 2.0.0', 'a 1.0.0'].map((one) => {
      const packageFolder = path.join(folder, one);
      mkdirSync(packageFolder);
      const [name, version] = one.split(' ');
      writeFileSync(path.join(packageFolder, 'package.json'), JSON.stringify({ name, version, license: 'MIT', author: 'Somebody' }));
      return packageFolder;
    });
    const sorted = ['a 1.0.0', 'b 1.0.0', 'b 2.0.0'];
    const text = noticesOf(folders, folders);
    expect(noticesOf(folders.toReversed(), folders.toReversed())).toBe(text);
    expect([...text.matchAll(/^(\w \S+) \(MIT\)$/gm)].map(([, one]) => one)).toEqual([...sorted, ...sorted]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
