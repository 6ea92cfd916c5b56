import { chromium } from 'playwright-core';
import { ensureBuilt } from '../../../../scripts/ensure-built.mjs';
import { SERVER } from '../../../../scripts/paths.mjs';
import { CHROMIUM_ARGS, findBrowser } from '../chromium.mjs';
import { makeDemonstration, startDemonstration } from '../demonstration.mjs';
import { findContainers } from './containers.mjs';
import { findDebian } from './debian.mjs';
import { fetchNodes } from './nodes.mjs';
import { findOpennds } from './opennds.mjs';
import { findPoppler } from './poppler.mjs';
import { serverBundle } from '../serverBundle.mjs';
import { toStop } from './toStop.mjs';

/**
 * PORTICO_E2E_SERVER: address of the built product with demonstration data. PORTICO_E2E_CLI: its command, for starting another one.
 * PORTICO_E2E_BROWSER: address of the browser that all journeys share. PORTICO_TEST_NODES: see nodes.mjs.
 * PORTICO_TEST_OPENNDS: see opennds.mjs. PORTICO_TEST_CONTAINERS: see containers.mjs. PORTICO_TEST_DEBIAN
 * and PORTICO_TEST_LINTIAN: see debian.mjs.
 */
export default async function globalSetup() {
  await ensureBuilt();
  await makeDemonstration(SERVER);
  const server = await startDemonstration({ cli: SERVER });
  toStop(server.stop);
  const browser = await chromium.launchServer({ executablePath: findBrowser(), args: CHROMIUM_ARGS });
  toStop(() => browser.close());
  findPoppler();
  if (process.env.PORTICO_LONG === '1') {
    process.env.PORTICO_TEST_CLI = await serverBundle();
    findOpennds();
    findContainers();
    findDebian();
    fetchNodes();
  }
  process.env.PORTICO_E2E_SERVER = server.url;
  process.env.PORTICO_E2E_CLI = SERVER;
  process.env.PORTICO_E2E_BROWSER = browser.wsEndpoint();
}
