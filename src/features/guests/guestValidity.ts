import type { Guest } from '../../contract/guests';

/** Whether a guest's validity is over: it ended before now (spec 2 §4), or it has no end, which the server counts as expired. */
export function isExpired({ valid_until }: Pick<Guest, 'valid_until'>, now: number): boolean {
  return valid_until === null || Date.parse(valid_until) < now;
}

/** Whether so much is used that the limit is reached; a limit of 0 is none. */
export function isOver(used: number | undefined, limit: number): boolean {
  return used !== undefined && limit > 0 && used >= limit;
}
