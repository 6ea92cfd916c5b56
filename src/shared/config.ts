import type { ConsoleConfig } from '../contract/config';

/** The values of the console's `config.json`; missing ones keep these defaults. */
let current: ConsoleConfig = {
  api_base: '',
  wax_base: '',
  backend: 'existing',
  product: 'Portico',
  company: '',
  help_url: '',
  privacy_url: '',
};

/**
 * Reads `config.json` before anything is drawn. Where there is none, the console is in front of an existing back end at its
 * own address: that is what the defaults say.
 */
export async function loadConfig(): Promise<void> {
  const answer = await fetch('config.json', { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (answer?.ok) current = { ...current, ...((await answer.json().catch(() => ({}))) as Partial<ConsoleConfig>) };
}

export function consoleConfig(): ConsoleConfig {
  return current;
}

/** The address of a call that captive portals make too, for an endpoint's `url`. The path begins below /wax. */
export function waxUrl(path: string): string {
  return new URL(`${current.wax_base}/wax/${path}`, window.location.href).href;
}

/** For tests, and for nothing else: what `config.json` would have said. */
export function setConfig(config: Partial<ConsoleConfig>): void {
  current = { ...current, ...config };
}
