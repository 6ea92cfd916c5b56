import { startPortico } from '../run/portico.mjs';
import { serverBundle } from '../run/serverBundle.mjs';
import { findPoppler } from './poppler.mjs';
import { toStop } from './toStop.mjs';

/**
 * PORTICO_TEST_SERVER: the address of a server with demonstration data. Tests of wrong passwords do not lock each other out there.
 * PORTICO_TEST_POPPLER: there are the commands that read and draw PDF files.
 */
export default async function globalSetup() {
  const env = { PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'warn' };
  const server = await startPortico({ cli: await serverBundle(), args: ['demo', '--port', '0'], env });
  toStop(server.stop);
  process.env.PORTICO_TEST_SERVER = server.url;
  findPoppler();
}
