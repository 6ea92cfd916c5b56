import { serverBundle } from '../serverBundle.mjs';
import { lookForAcme } from './acme.mjs';
import { findFreeradius } from './freeradius.mjs';

/**
 * PORTICO_TEST_CLI: the `portico` command bundled from the current sources, for tests that start it as a process.
 * PORTICO_TEST_FREERADIUS: set if FreeRADIUS is installed. PORTICO_TEST_ACME: see acme.mjs.
 */
export default async function globalSetup() {
  process.env.PORTICO_TEST_CLI = await serverBundle();
  findFreeradius();
  lookForAcme();
}
