import { chromium } from 'playwright-core';
import { SERVER } from '../../scripts/paths.mjs';
import { CHROMIUM_ARGS, findChromium } from '../support/run/chromium.mjs';
import { startPortico } from '../support/run/portico.mjs';

/** 150 ms round trip, 1.6 Mbit/s down, 0.75 up: what browser tools call slow 4G. */
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/**
 * Runs `use` with a browser and a demonstration, and stops both afterwards.
 *
 * @template R
 * @param {(browser: import('playwright-core').Browser, server: Awaited<ReturnType<typeof startPortico>>) => Promise<R>} use
 * @returns {Promise<R>}
 */
export async function withDemonstration(use) {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const server = await startPortico({ cli: SERVER, args: ['demo', '--port', '0'], env: { LOG_LEVEL: 'warn' } });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    return await use(browser, server);
  } finally {
    await browser.close();
    await server.stop();
  }
}
