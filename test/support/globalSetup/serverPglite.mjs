import { serverBundle } from '../run/serverBundle.mjs';

/** PORTICO_TEST_CLI: the `portico` command bundled from the current sources, for tests that start it as a process. */
export default async function globalSetup() {
  process.env.PORTICO_TEST_CLI = await serverBundle();
}
