import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { consoleBuild, servedBuild } from '../../src/server/http/consoleFiles';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(page: string | null): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-console-'));
  folders.push(folder);
  if (page !== null) writeFileSync(path.join(folder, 'index.html'), page);
  return folder;
}

test('the build of the console is identified by the first file of its page', () => {
  expect(consoleBuild(folderWith('<script type="module" crossorigin src="./assets/index-B3x_9-.js"></script>'))).toBe('index-B3x_9-.js');
});

test.each([
  ['no page', null],
  ['a page in development', '<script type="module" src="/src/main.tsx"></script>'],
])('the build is unknown with %s', (_what, page) => {
  expect(consoleBuild(folderWith(page))).toBeNull();
});

test('a running server looks twice a minute which build an update has put below it, and reports none while there is no page', () => {
  const folder = folderWith('<script type="module" src="./assets/index-old.js"></script>');
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const build = servedBuild(folder);
  expect(build()).toBe('index-old.js');
  writeFileSync(path.join(folder, 'index.html'), '<script type="module" src="./assets/index-new.js"></script>');
  now = 29_999;
  expect(build()).toBe('index-old.js');
  now = 30_000;
  expect(build()).toBe('index-new.js');
  rmSync(path.join(folder, 'index.html'));
  now = 60_000;
  expect(build()).toBeNull();
});
