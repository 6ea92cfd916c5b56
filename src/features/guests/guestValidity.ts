import type { Guest } from '../../contract/guests';

/** Whether a guest has expired (GST-16); like the server, counts a guest without an end as expired. */
export function isExpired({ valid_until }: Pick<Guest, 'valid_until'>, now: number): boolean {
  return valid_until === null || Date.parse(valid_until) < now;
}

/** Whether a limit is reached; 0 is no limit. */
export function isOver(used: number | undefined, limit: number): boolean {
  return used !== undefined && limit > 0 && used >= limit;
}
