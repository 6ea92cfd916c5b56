import type { ListedGuest, ListExpiredGuests } from '../../contract/guests';

export interface GuestRow extends ListedGuest {
  /** Whether the row is from the archived set. */
  isArchived: boolean;
}

/**
 * One page of both sets of expired guests, merged in the server's order: text case-insensitively, unset dates last when ascending, ties by
 * id. If the server doesn't sort, the sets are concatenated.
 */
export function mergedPage(
  rows: readonly GuestRow[],
  { page, limit, sort, order }: Pick<ListExpiredGuests, 'page' | 'limit' | 'sort' | 'order'>,
  isSorted: boolean,
): GuestRow[] {
  const sign = order === 'asc' ? 1 : -1;
  const inOrder = isSorted ? [...rows].sort((a, b) => sign * (compare(keyOf(a[sort]), keyOf(b[sort])) || a.id - b.id)) : rows;
  return inOrder.slice((page - 1) * limit, page * limit);
}

type Key = string | number | null;

const keyOf = (value: Key): Key => (typeof value === 'string' ? value.toLowerCase() : value);

function compare(a: Key, b: Key): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
