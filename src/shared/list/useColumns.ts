import { useDispatch } from 'react-redux';
import { columnsArranged, type ArrangedList } from '../preferences';
import type { Column } from '../ui/table/DataCards';
import { arrangedColumns, choiceOf, type ArrangedColumn } from './arrangedColumns';
import { usePreference } from '../usePreference';

export interface Columns<R, S extends string> {
  /** The visible columns, in order. */
  shown: readonly Column<R, S>[];
  arranged: readonly ArrangedColumn<Column<R, S>>[];
  /** Whether the user has changed the default arrangement. */
  isChosen: boolean;
  arrange: (columns: readonly ArrangedColumn<Column<R, S>>[]) => void;
  reset: () => void;
}

/**
 * A list's columns, as arranged by the user and remembered by the browser.
 *
 * @param columns all columns that this role has here, in the default order
 */
export function useColumns<R, S extends string>(list: ArrangedList, columns: readonly Column<R, S>[]): Columns<R, S> {
  const dispatch = useDispatch();
  const choice = usePreference('list_columns')[list];
  const arranged = arrangedColumns(columns, choice);
  return {
    arranged,
    shown: arranged.filter(({ isShown }) => isShown).map(({ column }) => column),
    isChosen: choice !== undefined,
    arrange: (wanted) => dispatch(columnsArranged({ list, choice: choiceOf(wanted, choice) })),
    reset: () => dispatch(columnsArranged({ list, choice: null })),
  };
}
