import { execFileSync } from 'node:child_process';
import { missing } from './missing.mjs';

const LIBRARIES = '/usr/lib';

/** In the long run, sets PORTICO_TEST_FAKETIME to the library by which a process sees another time, if namespaces can be made here, too. */
export function lookForFaults() {
  if (process.env.PORTICO_LONG !== '1') return;
  try {
    execFileSync('unshare', ['--mount', '--net', 'true'], { stdio: 'ignore' });
    const [found = ''] = execFileSync('find', [LIBRARIES, '-name', 'libfaketime.so.1'], { encoding: 'utf8' }).split('\n');
    if (found === '') throw new Error('no library');
    process.env.PORTICO_TEST_FAKETIME = found;
  } catch {
    missing('A way to make faults of a machine (root, namespaces, libfaketime)', 'the faults that the doctor names', ['libfaketime']);
  }
}
