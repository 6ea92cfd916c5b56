import { isTimeZone } from '../contract/plain/wire';

/** What Node reports: a zone that it doesn't know itself, or none, if only the C library knows `TZ`, as for UTC0 and :/etc/localtime. */
const reportedZone = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The machine's time zone; UTC if `TZ` doesn't name one. */
export function machineZone(): string {
  const zone = reportedZone();
  return zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
}
