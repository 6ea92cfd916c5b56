import type { Guest } from '../../contract/guests';

/** Whether a guest has expired (GST-16). Like the server, counts one without an end as expired, unless it begins with a first use to come. */
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
