import { execFileSync } from 'node:child_process';
import { missing } from './missing.mjs';

const PROGRAMS = ['pebble', 'pebble-challtestsrv', 'caddy', 'certbot', 'nginx'];
const PACKAGES = ['pebble', 'caddy', 'certbot', 'nginx'];

/** In the long run, sets PORTICO_TEST_ACME if there are an authority for tests and the programs that get certificates from it. */
export function lookForAcme() {
  if (process.env.PORTICO_LONG !== '1') return;
  try {
    for (const program of PROGRAMS) execFileSync('which', [program], { stdio: 'ignore' });
    process.env.PORTICO_TEST_ACME = 'yes';
  } catch {
    missing('A way to get certificates by ACME (pebble, caddy, certbot, nginx)', 'the tests of TLS as documented', PACKAGES);
  }
}
