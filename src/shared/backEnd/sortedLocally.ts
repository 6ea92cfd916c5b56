/** Sorts rows as our server does: text ignoring case, unset values last when ascending. */
export function sortedLocally<R>(rows: readonly R[], by: keyof R, order: 'asc' | 'desc'): R[] {
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => sign * compare(a[by], b[by]));
}

function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return text(a).localeCompare(text(b), undefined, { sensitivity: 'base', numeric: true });
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
