import { useEffect, type RefObject } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

/** Header and body rows, without antd's hidden measuring rows and expanded detail rows. */
const ROWS = 'thead tr:not([aria-hidden="true"]), tbody tr.ant-table-row';

const STEPS: Partial<Record<string, readonly [across: number, down: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Moves the focus in a table by arrow keys: left and right within a row, up and down to the same column of another row. */
export function useArrowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = frame.current;
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (!table || !step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const next = neighbour(table, event.target, step);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    table?.addEventListener('keydown', onKey);
    return () => table?.removeEventListener('keydown', onKey);
  }, [frame]);
}

function neighbour(table: HTMLElement, from: EventTarget | null, [across, down]: readonly [number, number]): HTMLElement | undefined {
  // Text fields, sliders and the like use the arrow keys themselves.
  if (!(from instanceof HTMLElement) || from.matches('input:not([type="checkbox"]), textarea, select')) return undefined;
  const rows = [...table.querySelectorAll<HTMLTableRowElement>(ROWS)];
  const at = rows.findIndex((row) => row.contains(from));
  if (at < 0) return undefined;
  if (across !== 0) {
    const along = focusableIn(rows[at]);
    return along[along.indexOf(from) + across];
  }
  const column = from.closest('td, th');
  const index = column instanceof HTMLTableCellElement ? column.cellIndex : 0;
  // Rows without anything focusable are skipped.
  const others = down > 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse();
  const row = others.find((other) => focusableIn(other).length > 0);
  return focusableIn(row?.cells[index])[0] ?? focusableIn(row)[0];
}

/** A sortable header cell is focusable itself. */
function focusableIn(part: HTMLElement | undefined): HTMLElement[] {
  if (!part) return [];
  return [...(part.matches(FOCUSABLE) ? [part] : []), ...part.querySelectorAll<HTMLElement>(FOCUSABLE)];
}
