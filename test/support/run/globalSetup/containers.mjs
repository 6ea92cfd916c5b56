import { execFileSync } from 'node:child_process';
import { missing } from './missing.mjs';

const PACKAGES = ['buildah', 'mmdebstrap'];

/** Sets PORTICO_TEST_CONTAINERS if this process runs as root and has the tools for building containers. */
export function findContainers() {
  try {
    if (process.getuid?.() !== 0) throw new Error('not root');
    for (const command of PACKAGES) execFileSync('which', [command], { stdio: 'ignore' });
    process.env.PORTICO_TEST_CONTAINERS = 'yes';
  } catch {
    missing('A way to build containers (root, buildah, mmdebstrap)', 'the container', PACKAGES);
  }
}
