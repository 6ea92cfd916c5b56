import type { ServedConfig } from '../contract/config';

/** The console's `config.json`; missing values keep these defaults. */
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

/** Loads `config.json` before the first render. Without one the defaults apply: an existing back end at the console's own origin. */
export async function loadConfig(): Promise<void> {
  const answer = await fetch('config.json', { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (answer?.ok) current = { ...current, ...((await answer.json().catch(() => ({}))) as Partial<ServedConfig>) };
}

/** Whether the console's own server answers. The server that holds the data may be another one, and not answer. */
export async function isServed(): Promise<boolean> {
  const answer = await fetch('config.json', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}

export function consoleConfig(): ServedConfig {
  return current;
}

/** The absolute `url` of a public call, which captive portals use too. `path` is relative to /wax. */
export function waxUrl(path: string): string {
  return new URL(`${current.wax_base}/wax/${path}`, window.location.href).href;
}

/** Overrides values of `config.json`, for replaying a recording or in tests. */
export function setConfig(config: Partial<ServedConfig>): void {
  current = { ...current, ...config };
}
