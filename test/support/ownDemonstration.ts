import { afterAll, beforeAll } from '@jest/globals';
import { startPortico } from './run/portico.mjs';

/**
 * Starts a demonstration for this test file alone: for journeys that change what others look at, or that need settings of their own.
 * `openConsole` then opens this one; its address is in PORTICO_E2E_SERVER. Settings that an earlier `beforeAll` finds out are given by a
 * function.
 */
export function ownDemonstration(settings: () => Record<string, string> = () => ({})): void {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const cli = process.env.PORTICO_E2E_CLI ?? '';
    const portico = await startPortico({ cli, args: ['demo', '--port', '0'], env: { LOG_LEVEL: 'warn', ...settings() } });
    process.env.PORTICO_E2E_SERVER = portico.url;
    ({ stop } = portico);
  }, 180_000);
  afterAll(() => stop?.());
}
