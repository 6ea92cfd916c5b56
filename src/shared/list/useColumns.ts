import { useDispatch, useSelector } from 'react-redux';
import { remembered, selectPreferences, type ArrangedList } from '../preferences';
import type { Column } from '../ui/DataTable';
import { arrangedColumns, choiceOf, type ArrangedColumn } from './arrangedColumns';

export interface Columns<R, S extends string> {
  /** In their order. */
  shown: readonly Column<R, S>[];
  arranged: readonly ArrangedColumn<Column<R, S>>[];
  /** Whether it differs from the usual arrangement. */
  isChosen: boolean;
  arrange: (columns: readonly ArrangedColumn<Column<R, S>>[]) => void;
  reset: () => void;
}

/**
 * The columns of a list, as the browser remembers them.
 *
 * @param columns all that this role has here, in the usual order
 */
export function useColumns<R, S extends string>(list: ArrangedList, columns: readonly Column<R, S>[]): Columns<R, S> {
  const dispatch = useDispatch();
  const { list_columns: choices } = useSelector(selectPreferences);
  const choice = choices[list];
  const arranged = arrangedColumns(columns, choice);
  return {
    arranged,
    shown: arranged.filter(({ isShown }) => isShown).map(({ column }) => column),
    isChosen: choice !== undefined,
    arrange: (wanted) => dispatch(remembered({ list_columns: { ...choices, [list]: choiceOf(wanted, choice) } })),
    reset: () => {
      const { [list]: _usual, ...others } = choices;
      dispatch(remembered({ list_columns: others }));
    },
  };
}
