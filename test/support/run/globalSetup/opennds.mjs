import { execFileSync } from 'node:child_process';
import { missing } from './missing.mjs';

const PACKAGES = ['opennds', 'nftables', 'iptables', 'iproute2', 'debootstrap'];

/** Sets PORTICO_TEST_OPENNDS if openNDS is installed and this process may create network namespaces for it. */
export function findOpennds() {
  const lacks = (/** @type {string} */ what) => missing(what, 'the test with guests behind openNDS', PACKAGES);
  try {
    for (const command of ['opennds', 'ndsctl', 'nft', 'iptables-legacy', 'debootstrap'])
      execFileSync('which', [command], { stdio: 'ignore' });
  } catch {
    lacks('openNDS (opennds, nftables, iptables; debootstrap for its next version)');
    return;
  }
  const name = `portico-${String(process.pid)}`;
  try {
    execFileSync('ip', ['netns', 'add', name], { stdio: 'ignore' });
    execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' });
  } catch {
    lacks('A way to make network namespaces (root, iproute2)');
    return;
  }
  process.env.PORTICO_TEST_OPENNDS = 'yes';
}
