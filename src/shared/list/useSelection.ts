import { useState } from 'react';

export interface Selection<R> {
  rows: readonly R[];
  select: (ids: readonly number[]) => void;
}

/**
 * The selected rows of a list, across pages. Tied to what the list shows (`of`): under other filters they would be out of sight, so nothing
 * is selected there.
 */
export function useSelection<R extends { id: number }>(shown: readonly R[], of: string): Selection<R> {
  const [selection, setSelection] = useState<{ of: string; rows: readonly R[] }>({ of, rows: [] });
  const rows = selection.of === of ? selection.rows : [];
  const select = (ids: readonly number[]) => {
    const known = [...shown, ...rows];
    setSelection({ of, rows: ids.flatMap((id) => known.find((row) => row.id === id) ?? []) });
  };
  return { rows, select };
}
