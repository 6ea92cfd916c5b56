/** The tests as a stranger runs them first: in Debian with nothing but Node, not as root, in a folder with its own mounts. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { debianRoot } from '../support/peers/debianRoot';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_DEBIAN');

const run = promisify(execFile);
const MINUTES = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'portico-bare-'));
/** Variables that tell npm where to get its packages, if they are set on this machine. */
const NETWORK = /^(?:npm_config_registry|https?_proxy|no_proxy)$/i;

/** Packages that Node itself needs, and that `npm test` assumes. */
const PACKAGES = ['ca-certificates', 'openssl'];

beforeAll(() => {
  for (const part of ['written', 'work', 'root']) mkdirSync(path.join(folder, part));
  const written = path.join(folder, 'written');
  const into = (...parts: string[]) => path.join(written, ...parts);
  cpSync(process.execPath, into('usr/local/bin/node'));
  const npm = path.dirname(path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, into('usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', into('usr/local/bin/npm'));
  mkdirSync(into('etc'), { recursive: true });
  cpSync('/etc/resolv.conf', into('etc/resolv.conf'), { dereference: true });
  writeFileSync(into('etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates !== undefined) cpSync(certificates, into('etc/certificates.pem'), { dereference: true });
  mkdirSync(into('home/stranger/portico'), { recursive: true });
  const copy = `git ls-files --cached --others --exclude-standard -z | tar --null --files-from=- -c | tar -x -C ${into('home/stranger/portico')}`;
  execFileSync('bash', ['-o', 'pipefail', '-c', copy]);
  execFileSync('chown', ['-R', '1000:1000', into('home/stranger')]);
}, 10 * MINUTES);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'npm ci and npm test pass with Node alone, and name what was not tried with the command that installs it',
  async () => {
    const env = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
    const certificates = process.env.NODE_EXTRA_CA_CERTS === undefined ? [] : ['NODE_EXTRA_CA_CERTS=/etc/certificates.pem'];
    const settings = [
      'HOME=/home/stranger',
      'PATH=/usr/local/bin:/usr/bin:/bin',
      ...certificates,
      ...env.map(([name, value]) => `${name}=${value ?? ''}`),
    ];
    const words = settings.map((setting) => `'${setting}'`).join(' ');
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
