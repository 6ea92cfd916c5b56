import { startPortico } from '../portico.mjs';
import { serverBundle } from '../serverBundle.mjs';
import { toStop } from './toStop.mjs';

/** PORTICO_TEST_SERVER: address of a server with demonstration data, without login throttling so that tests don't lock each other out. */
export default async function globalSetup() {
  const env = { PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'warn' };
  const server = await startPortico({ cli: await serverBundle(), args: ['demo', '--port', '0'], env });
  toStop(server.stop);
  process.env.PORTICO_TEST_SERVER = server.url;
}
