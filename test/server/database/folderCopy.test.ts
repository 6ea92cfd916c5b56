import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { copyWhileHeld } from '../../../src/server/database/folderCopy';

let home: string;
let source: string;
let target: string;

beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-copy-'));
  source = path.join(home, 'source');
  target = path.join(home, 'target');
  fs.mkdirSync(path.join(source, 'base'), { recursive: true });
  write('old', 'as ever', { isOld: true });
  write('base/table', 'one', { isOld: true });
  write('base/gone', 'soon', { isOld: true });
});
afterEach(() => {
  fs.rmSync(home, { recursive: true });
});

test('the copy has the state of the moment when writers waited, and unchanged files were copied before', async () => {
  const copied: string[] = [];
  await copyWhileHeld(source, target, async (work) => {
    copied.push(...fs.readdirSync(target));
    // Changes just before writes are held: a file grows, one is added, one removed, one changes without changing size.
    write('base/table', 'one, two');
    write('base/new', 'three');
    write('old', 'as neve');
    fs.rmSync(path.join(source, 'base/gone'));
    const before = contents(source);
    await work();
    expect(contents(target)).toEqual(before);
  });
  expect(copied.sort()).toEqual(['base', 'old']);
});

test('an unchanged file is not copied again while writers wait', async () => {
  let seen: number | undefined;
  const inodeOf = () => fs.statSync(path.join(target, 'old')).mtimeMs;
  const held = await copyWhileHeld(source, target, async (work) => {
    seen = inodeOf();
    await work();
    expect(inodeOf()).toBe(seen);
  });
  expect(held).toBeGreaterThan(0);
});

test('writers that would wait too long continue, and there is no copy', async () => {
  let isOver = false;
  const attempt = copyWhileHeld(
    source,
    target,
    async (work) => {
      write('base/table', 'changed');
      await work().finally(() => (isOver = true));
    },
    0,
  );
  await expect(attempt).rejects.toThrow('it changes faster than it can be copied in 0 s');
  expect(isOver).toBe(true);
});

test('a disk without room for copy and backup stays unchanged, and no writer waits', async () => {
  const hold = jest.fn(async (work: () => Promise<void>) => work());
  const disk = fs.statfsSync(home);
  jest.spyOn(fs.promises, 'statfs').mockResolvedValue(Object.assign(disk, { bavail: Math.ceil((50 * 2 ** 20) / disk.bsize) }));
  await expect(copyWhileHeld(source, target, hold)).rejects.toThrow('the disk has 50 MB left, and 100 MB are needed');
  expect(hold).not.toHaveBeenCalled();
  expect(fs.existsSync(target)).toBe(false);
});

function write(name: string, text: string, { isOld = false } = {}): void {
  const file = path.join(source, name);
  fs.writeFileSync(file, text);
  if (isOld) fs.utimesSync(file, new Date('2026-01-01'), new Date('2026-01-01'));
}

function contents(folder: string): Record<string, string> {
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(names.sort().map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
}
