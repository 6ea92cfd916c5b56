import { afterAll, beforeAll } from '@jest/globals';
import { startDemonstration } from '../run/demonstration.mjs';

/**
 * Starts a demonstration for this test file alone: for journeys that change what others look at, or that need settings of their own.
 * `openConsole` then opens this one; its address is in PORTICO_E2E_SERVER. Settings that an earlier `beforeAll` finds out are given by a
 * function. `start` is how: played, or still.
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
