import { afterAll, beforeAll } from '@jest/globals';
import { startDemonstration } from '../run/demonstration.mjs';

/**
 * Starts a demonstration for this test file only, for journeys that change data or need settings of their own. `openConsole` then opens
 * this one; its URL is in PORTICO_E2E_SERVER. `settings` is a function, so that it can use what an earlier `beforeAll` found out. `start`:
 * with or without simulated guests.
 */
export function ownDemonstration(settings: () => Record<string, string> = () => ({}), start = startDemonstration): void {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const portico = await start({ cli: process.env.PORTICO_E2E_CLI ?? '', env: settings() });
    process.env.PORTICO_E2E_SERVER = portico.url;
    ({ stop } = portico);
  }, 180_000);
  afterAll(() => stop?.());
}
