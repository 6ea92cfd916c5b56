/** Everybody who builds a commit gets the same packages, byte by byte. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const run = promisify(execFile);
const ROOT = process.cwd();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-twice-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checksums of the packages built from the last commit in a clone at this path, by somebody with this umask. */
async function sumsOf(target: string, umask: string): Promise<string> {
  const clone = path.join(folder, target);
  const created = path.join(folder, `made of ${path.basename(target)}`);
  await run('git', ['clone', '--quiet', ROOT, clone]);
  // Copy node_modules, because the build writes next to the packages.
  await run('cp', ['-a', '--reflink=auto', path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules')]);
  rmSync(path.join(clone, 'node_modules/.cache'), { recursive: true, force: true });
  const make = 'umask "$1" && cd "$2" && exec "$3" scripts/package.mjs "$4"';
  await run('sh', ['-c', make, 'sh', umask, clone, process.execPath, created], { maxBuffer: 2 ** 24 });
  rmSync(clone, { recursive: true });
  return readFileSync(path.join(created, 'SHA256SUMS'), 'utf8');
}

test('two people make the same bytes of one commit', async () => {
  const sums = await sumsOf('one', '022');
  expect(sums.trimEnd().split('\n')).toHaveLength(existsSync('/usr/bin/dpkg-deb') ? 3 : 2);
  expect(await sumsOf('another/in-a-folder', '077')).toBe(sums);
}, 1_500_000);
