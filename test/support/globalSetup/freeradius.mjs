import { execFileSync } from 'node:child_process';
import { missing } from './missing.mjs';

/** Sets PORTICO_TEST_FREERADIUS if FreeRADIUS and its radclient are installed. */
export function findFreeradius() {
  try {
    execFileSync('freeradius', ['-v'], { stdio: 'ignore' });
    execFileSync('radclient', ['-v'], { stdio: 'ignore' });
  } catch {
    missing('FreeRADIUS (freeradius, radclient)', 'the tests against other RADIUS peers');
    return;
  }
  process.env.PORTICO_TEST_FREERADIUS = 'yes';
}
