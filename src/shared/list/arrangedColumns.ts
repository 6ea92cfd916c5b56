import type { ColumnChoice } from '../preferences';
import type { Column } from '../ui/table/DataCards';

/** A column at its position, and whether it is shown. */
export interface ArrangedColumn<C> {
  column: C;
  isShown: boolean;
}

type Arrangeable = Pick<Column<never, string>, 'key' | 'onPhone' | 'isExtra'>;

/** The name column identifies a row and links to it, so it always stays first. */
export const isFixed = ({ onPhone }: Pick<Arrangeable, 'onPhone'>) => onPhone === 'name';

/** A list's columns in the user's order. A column that was added since goes after the column that precedes it by default. */
export function arrangedColumns<C extends Arrangeable>(columns: readonly C[], choice: ColumnChoice | undefined): ArrangedColumn<C>[] {
  const order = choice?.order.filter((key) => columns.some((column) => column.key === key)) ?? [];
  columns.forEach(({ key }, at) => {
    if (order.includes(key)) return;
    const before = columns[at - 1]?.key;
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  });
  const inOrder = order.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return [...inOrder.filter(isFixed), ...inOrder.filter((column) => !isFixed(column))].map((column) => ({
    column,
    isShown: isFixed(column) || (choice?.order.includes(column.key) ? !choice.hidden.includes(column.key) : column.isExtra !== true),
  }));
}

/** The choice to store for an arrangement. Columns that this role or hotspot doesn't have keep their earlier choice. */
export function choiceOf(arranged: readonly ArrangedColumn<Arrangeable>[], before: ColumnChoice | undefined): ColumnChoice {
  const isAbsent = (key: string) => arranged.every(({ column }) => column.key !== key);
  return {
    order: [...arranged.map(({ column }) => column.key), ...(before?.order.filter(isAbsent) ?? [])],
    hidden: [...arranged.filter(({ isShown }) => !isShown).map(({ column }) => column.key), ...(before?.hidden.filter(isAbsent) ?? [])],
  };
}

/** Moves one column to index `to`, never before the fixed ones. */
export function withMoved<C extends Arrangeable>(arranged: readonly ArrangedColumn<C>[], key: string, to: number): ArrangedColumn<C>[] {
  const moved = arranged.find(({ column }) => column.key === key);
  if (!moved || isFixed(moved.column)) return [...arranged];
  const others = arranged.filter((one) => one !== moved);
  const first = others.filter(({ column }) => isFixed(column)).length;
  const index = Math.min(Math.max(to, first), others.length);
  return [...others.slice(0, index), moved, ...others.slice(index)];
}
