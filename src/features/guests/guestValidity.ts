import type { Guest } from '../../contract/guests';

/**
 * Whether a guest has expired (GST-16). As on the server, a guest without an end has expired, unless their validity will begin with the
 * first use.
 */
export function isExpired(
  { valid_until, unused = false }: Pick<Guest, 'valid_until'> & { unused?: boolean | undefined },
  now: number,
): boolean {
  return valid_until === null ? !unused : Date.parse(valid_until) < now;
}

/** Whether a limit is reached; 0 is no limit. */
export function isOver(used: number | undefined, limit: number): boolean {
  return used !== undefined && limit > 0 && used >= limit;
}
