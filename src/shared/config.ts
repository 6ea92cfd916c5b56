import type { ServedConfig } from '../contract/config';

/** The values of the console's `config.json`; missing ones keep these defaults. */
let current: ServedConfig = {
  api_base: '',
  wax_base: '',
  backend: 'existing',
  product: 'Portico',
  company: '',
  help_url: '',
  privacy_url: '',
  ways_off: [],
  allow_replay: false,
};

/**
 * Reads `config.json` before the first render. Without one the defaults apply: an existing back end at the console's own address.
 */
export async function loadConfig(): Promise<void> {
  const answer = await fetch('config.json', { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (answer?.ok) current = { ...current, ...((await answer.json().catch(() => ({}))) as Partial<ServedConfig>) };
}

export function consoleConfig(): ServedConfig {
  return current;
}

/** An endpoint's `url` for a public call that captive portals use too. `path` is relative to /wax. */
export function waxUrl(path: string): string {
  return new URL(`${current.wax_base}/wax/${path}`, window.location.href).href;
}

/** Replaces values of `config.json`: by those of a recording that is played, or in a test. */
export function setConfig(config: Partial<ServedConfig>): void {
  current = { ...current, ...config };
}
