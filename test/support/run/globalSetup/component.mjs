import { makeDemonstration, startDemonstration } from '../demonstration.mjs';
import { serverBundle } from '../serverBundle.mjs';
import { toStop } from './toStop.mjs';

/** PORTICO_TEST_SERVER: address of a server with demonstration data, without login throttling so that tests don't lock each other out. */
export default async function globalSetup() {
  const cli = await serverBundle();
  await makeDemonstration(cli);
  const server = await startDemonstration({ cli, env: { PORTICO_LOGIN_LIMIT: '0' } });
  toStop(server.stop);
  process.env.PORTICO_TEST_SERVER = server.url;
}
