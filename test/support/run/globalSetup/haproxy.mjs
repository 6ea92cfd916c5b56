import { existsSync } from 'node:fs';
import { missing } from './missing.mjs';

const PROGRAM = '/usr/sbin/haproxy';

/** In the long run, sets PORTICO_TEST_HAPROXY to the path of HAProxy if it is installed. */
export function lookForHaproxy() {
  if (process.env.PORTICO_LONG !== '1') return;
  if (existsSync(PROGRAM)) process.env.PORTICO_TEST_HAPROXY = PROGRAM;
  else missing('HAProxy', 'the test of a replica that hangs behind it', ['haproxy']);
}
