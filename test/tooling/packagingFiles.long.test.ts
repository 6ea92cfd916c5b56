/** What an operator copies, tried with the programs that read it: units and settings with systemd's, the Ansible role with Ansible's. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { needing } from '../support/run/needing';

const SETTINGS_READER = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';
const PACKAGED = readFileSync('packaging/debian/portico.service', 'utf8');

const withSystemd = needing('PORTICO_TEST_SYSTEMD');
const withAnsible = needing('PORTICO_TEST_SYSTEMD', 'PORTICO_TEST_ANSIBLE_LINT');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-packaging-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Names and texts of the units on the page for operators. */
const documentedUnits = () =>
  [...readFileSync('docs/operations.md', 'utf8').matchAll(/`\/etc\/systemd\/system\/([^`]+)`:\n\n```ini\n([^]*?)```/g)].map(
    ([, name = '', text = '']) => ({ name, text }),
  );

withSystemd('systemd understands every line of the units, and the services may do no more than they need', () => {
  const units = documentedUnits();
  expect(units.map(({ name }) => name)).toEqual([
    'portico.service',
    'portico-backup.service',
    'portico-backup.timer',
    'portico-alert@.service',
  ]);
  const sets = { documented: units, packaged: [{ name: 'portico.service', text: PACKAGED }] };
  for (const [set, written] of Object.entries(sets)) {
    mkdirSync(path.join(folder, set));
    const files = written.map(({ name, text }) => {
      const file = path.join(folder, set, name);
      // What is started need not be here.
      writeFileSync(file, text.replaceAll(/^(Exec\w+=)\S+/gm, '$1/bin/true'));
      return file;
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
    // It also judges units of this machine.
    const complaints = stderr.split('\n').filter((line) => line.includes('portico'));
    expect({ set, status, complaints }).toEqual({ set, status: 0, complaints: [] });
    const service = path.join(folder, set, 'portico.service');
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', service], { encoding: 'utf8' });
    expect(report).toContain('Overall exposure level for portico.service');
  }
});

/** The settings that a program gets from a file, as systemd reads it. */
function readBySystemd(text: string): string[] {
  mkdirSync(path.join(folder, 'environment.d'), { recursive: true });
  writeFileSync(path.join(folder, 'environment.d/portico.conf'), text);
  const output = execFileSync(SETTINGS_READER, { encoding: 'utf8', env: { HOME: folder, XDG_CONFIG_HOME: folder, LC_ALL: 'C.UTF-8' } });
  // Values are printed as a shell would need them.
  const lines = execFileSync('sh', ['-c', `${output.replaceAll(/^(?=TEST_)/gm, 'export ')}\nexec env -0`], { encoding: 'utf8', env: {} });
  return testSettings(lines);
}

/** The same by the `portico` command of the Debian package, called with some settings, where this program is awk. */
function readByCommand(text: string, env: Record<string, string> = {}, awk = 'awk'): string[] {
  const settings = path.join(folder, 'portico.env');
  writeFileSync(settings, text);
  const node = path.join(folder, 'node');
  writeFileSync(node, '#!/bin/sh\nexec env -0\n', { mode: 0o755 });
  const command = readFileSync('packaging/debian/portico', 'utf8')
    .replace(/^settings=.*$/m, `settings=${settings}`)
    .replace(/^node=.*$/m, `node=${node}`);
  writeFileSync(path.join(folder, 'portico'), command);
  const programs = path.join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  if (awk !== 'awk') writeFileSync(path.join(programs, 'awk'), `#!/bin/sh\nexec ${awk} "$@"\n`, { mode: 0o755 });
  const PATH = `${programs}:${process.env.PATH ?? ''}`;
  // "setup" is run as whoever asks for it.
  return testSettings(execFileSync('sh', [path.join(folder, 'portico'), 'setup'], { encoding: 'utf8', env: { PATH, ...env } }));
}

const testSettings = (variables: string) =>
  variables
    .split('\0')
    .filter((variable) => variable.startsWith('TEST_'))
    .toSorted();

const WRITTEN = String.raw`# A comment
; another
TEST_PLAIN=postgres://portico@db/portico?a=b
TEST_BACKSLASH=pa\ss\\word
TEST_DOUBLE="pa\\ss \"word\" \d"
TEST_SINGLE='pa\ss "word"'
TEST_BODY={"to":"{digits}","text":"it's {text}"}
TEST_SPACES=   around   it ${' '}
TEST_KEPT="  around  "
TEST_JOINED="a" 'b' c
TEST_HASH=#not a comment
TEST_CONTINUED=one\
 two
  TEST_INDENTED = yes
TEST_TWICE=first
TEST_TWICE=second
TEST_1=a digit
TEST_ACCENTS=Caffè
not a setting
TEST-NAME=invalid
TEST_LAST=end`;

withSystemd.each([
  ['lines of every kind', WRITTEN],
  ['lines that end as on Windows', 'TEST_ONE=1\r\nTEST_TWO="2"\r\n'],
])('the command reads the settings as systemd reads them for the service: %s', (_what, text) => {
  const expected = readBySystemd(text);
  expect(expected.length).toBeGreaterThan(1);
  expect(readByCommand(text)).toEqual(expected);
});

needing('PORTICO_TEST_SYSTEMD', 'PORTICO_TEST_AWKS').each(['mawk', 'gawk', 'busybox awk'])(
  'the command reads the settings by %s',
  (awk) => {
    expect(readByCommand(WRITTEN, {}, awk)).toEqual(readBySystemd(WRITTEN));
  },
);

withSystemd('a setting of the caller goes before that of the file, of which nothing is run', () => {
  expect(readByCommand('TEST_ONE=file\nTEST_TWO=$(touch broken)`touch broken`\n', { TEST_ONE: 'caller' })).toEqual([
    'TEST_ONE=caller',
    'TEST_TWO=$(touch broken)`touch broken`',
  ]);
});

withAnsible(
  'ansible-lint finds nothing in the role',
  () => {
    // Outside the repository, of which it would look at other files.
    const copy = path.join(folder, 'ansible');
    cpSync('packaging/ansible', copy, { recursive: true });
    const { status, stdout, stderr } = spawnSync('ansible-lint', ['--offline', '--nocolor', '--profile', 'production'], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/Passed with production profile: 0 failure\(s\), 0 warning\(s\) on \d+ files/);
  },
  120_000,
);

withAnsible(
  'the role writes values so that the service gets them as they are',
  () => {
    const settings = {
      TEST_PLAIN: 'Europe/Rome',
      TEST_PORT: 8080,
      TEST_ON: true,
      TEST_OFF: false,
      TEST_PASSWORD: String.raw`pa\ss "w'ord" $HOME #1 \\`,
      TEST_SPACES: ' around ',
      TEST_BODY: '{"to":"{digits}"}',
    };
    const file = path.join(folder, 'portico.env');
    const vars = path.join(folder, 'vars.json');
    writeFileSync(vars, JSON.stringify({ portico_settings: settings, ansible_managed: 'Ansible', portico_written: file }));
    const template = path.resolve('packaging/ansible/roles/portico/templates/portico.env.j2');
    execFileSync(
      'ansible',
      [
        'localhost',
        '--connection',
        'local',
        '--module-name',
        'ansible.builtin.template',
        '--args',
        `src=${template} dest=${file}`,
        '--extra-vars',
        `@${vars}`,
      ],
      { stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder } },
    );
    const text = readFileSync(file, 'utf8');
    const expected = Object.entries(settings)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => `${name}=${value === true ? 'on' : String(value)}`)
      .toSorted();
    expect(readByCommand(text)).toEqual(expected);
    expect(text).toContain('TEST_PLAIN=Europe/Rome\n');
    // The reader that stands in for systemd's would replace $HOME, which the service does not.
    expect(readBySystemd(text.replaceAll('$HOME', 'home'))).toEqual(expected.map((line) => line.replaceAll('$HOME', 'home')));
  },
  120_000,
);
