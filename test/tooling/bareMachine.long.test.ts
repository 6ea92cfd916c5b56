/** The tests as a stranger runs them first: in Debian with nothing but Node, not as root, in a folder with its own mounts. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { addNode, debianRoot } from '../support/peers/debianRoot';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_DEBIAN');

const run = promisify(execFile);
const MINUTES = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'portico-bare-'));
/** The variables with which npm gets packages. */
let variables: Record<string, string> = {};

/** Packages that Node itself needs, and that `npm test` assumes. */
const PACKAGES = ['ca-certificates', 'openssl'];

beforeAll(() => {
  for (const part of ['written', 'work', 'root']) mkdirSync(path.join(folder, part));
  const written = path.join(folder, 'written');
  const into = (...parts: string[]) => path.join(written, ...parts);
  variables = addNode(written);
  mkdirSync(into('home/stranger/portico'), { recursive: true });
  const copy = `git ls-files --cached --others --exclude-standard -z | tar --null --files-from=- -c | tar -x -C ${into('home/stranger/portico')}`;
  execFileSync('bash', ['-o', 'pipefail', '-c', copy]);
  execFileSync('chown', ['-R', '1000:1000', into('home/stranger')]);
}, 10 * MINUTES);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'npm ci and npm test pass with Node alone, and name what was not tried with the command that installs it',
  async () => {
    const settings = Object.entries({ HOME: '/home/stranger', ...variables });
    const words = settings.map(([name, value]) => `'${name}=${value}'`).join(' ');
    const script = `
      set -e
      cd ${folder}
      mount -t overlay -o lowerdir=${debianRoot('bookworm', PACKAGES)},upperdir=written,workdir=work overlay root
      mount -t proc proc root/proc
      mount --rbind /dev root/dev
      exec chroot --userspec=1000:1000 root env -i ${words} bash -c 'cd /home/stranger/portico && npm ci && npm test' >${folder}/log 2>&1`;
    // In a process namespace of its own, which ends with this test.
    const ended = await run('setpriv', [
      '--pdeathsig',
      'KILL',
      'unshare',
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'bash',
      '-c',
      script,
    ]).then(
      () => 0,
      (error: unknown) => error,
    );
    const printed = readFileSync(path.join(folder, 'log'), 'utf8');
    const block = printed.slice(printed.lastIndexOf('Not tried, because this machine lacks what it needs:'));
    const failed = printed.split('\n').filter((line) => /^FAILED /.test(line));
    expect({ ended, failed, block }).toEqual({
      ended: 0,
      failed: [],
      block: expect.stringMatching(
        /^Not tried.*\n(?:- .+\n)+To try it on Debian, as root: apt-get install -y --no-install-recommends .+\n\n\d+ assertions held\n\d+ passed, 0 failed, \d+ skipped\n$/,
      ) as unknown,
    });
    for (const name of ['postgresql', 'chromium', 'freeradius', 'poppler-utils']) expect(block).toContain(name);
  },
  60 * MINUTES,
);
