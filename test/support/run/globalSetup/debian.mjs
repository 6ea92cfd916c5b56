import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missing } from './missing.mjs';

/**
 * Sets PORTICO_TEST_DEBIAN if this process may install Debian into a folder and start programs in it, PORTICO_TEST_LINTIAN if packages can be
 * checked, PORTICO_TEST_SYSTEMD, PORTICO_TEST_ANSIBLE_LINT and PORTICO_TEST_AWKS if these are installed. Only the long run does.
 */
export function findDebian() {
  if (process.env.PORTICO_LONG !== '1') return;
  try {
    for (const command of ['debootstrap', 'unshare', 'git']) execFileSync('which', [command], { stdio: 'ignore' });
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' });
    process.env.PORTICO_TEST_DEBIAN = 'yes';
  } catch {
    missing('A way to install Debian into a folder (root, debootstrap, git)', 'the tests on a machine with Node alone', [
      'debootstrap',
      'git',
    ]);
  }
  if (existsSync('/usr/bin/systemd-analyze')) process.env.PORTICO_TEST_SYSTEMD = 'yes';
  else missing('systemd', 'the tests of units and of how the settings of a service are read', ['systemd']);
  if (existsSync('/usr/bin/ansible-lint')) process.env.PORTICO_TEST_ANSIBLE_LINT = 'yes';
  else missing('ansible-lint', 'the check of the Ansible role', ['ansible-lint']);
  if (['gawk', 'busybox'].every((name) => existsSync(`/usr/bin/${name}`))) process.env.PORTICO_TEST_AWKS = 'yes';
  else missing('gawk, or busybox', 'the tests of the package’s command with other awks', ['gawk', 'busybox']);
  try {
    execFileSync('lintian', ['--version'], { stdio: 'ignore' });
    process.env.PORTICO_TEST_LINTIAN = 'yes';
  } catch {
    missing('lintian', 'the check of the Debian package', ['lintian']);
  }
}
