import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missing } from './missing.mjs';

const REST = ['/usr/lib/freeradius/rlm_rest.so', '/usr/lib64/freeradius/rlm_rest.so'];

/** Sets PORTICO_TEST_FREERADIUS if FreeRADIUS and its radclient are installed, and PORTICO_TEST_FREERADIUS_REST if its rlm_rest is, too. */
export function findFreeradius() {
  try {
    execFileSync('freeradius', ['-v'], { stdio: 'ignore' });
    execFileSync('radclient', ['-v'], { stdio: 'ignore' });
  } catch {
    missing('FreeRADIUS (freeradius, radclient)', 'the tests against other RADIUS peers', ['freeradius', 'freeradius-utils']);
    return;
  }
  process.env.PORTICO_TEST_FREERADIUS = 'yes';
  if (REST.some((file) => existsSync(file))) process.env.PORTICO_TEST_FREERADIUS_REST = 'yes';
  else missing('rlm_rest (freeradius-rest)', 'the tests with FreeRADIUS in front', ['freeradius-rest']);
}
