import type { Config } from '../config';
import { UsageError } from './usageError';

/** The server's URL: as given, or from HOST, PORT and the base path. */
export function urlOf({ host, port, basePath }: Config, given: string | undefined): string {
  const url = (given ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}`).replace(/\/+$/, '');
  if (!/^https?:\/\/[\w.:[\]/~-]+$/.test(url) || !URL.canParse(url))
    throw new UsageError('--url is an address like https://portico.example.com');
  return url;
}
