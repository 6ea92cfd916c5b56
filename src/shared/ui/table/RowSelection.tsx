import { Checkbox } from 'antd';
import { createContext, memo, use, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';

interface Selection {
  /** Also rows on other pages. */
  ids: readonly number[];
  onSelect: (ids: number[]) => void;
}

type Rows = readonly { id: number }[];

interface Selecting {
  ids: ReadonlySet<number>;
  rows: Rows;
  /** `isRange`: also the rows between this one and the one that was pressed before. */
  select: (id: number, isSelected: boolean, isRange: boolean) => void;
  selectPage: (isSelected: boolean) => void;
}

const SelectingContext = createContext<Selecting>({ ids: new Set(), rows: [], select: () => undefined, selectPage: () => undefined });

interface RowSelectionProps {
  rows: Rows;
  selection: Selection | undefined;
  children: ReactNode;
}

/**
 * Hands the selected rows to the checkboxes below. antd's own selection renders every cell of its table with each press, which takes longer
 * the more rows there are; here only the boxes are.
 */
export function RowSelection({ rows, selection, children }: RowSelectionProps) {
  const latest = useRef({ rows, selection });
  useLayoutEffect(() => {
    latest.current = { rows, selection };
  });
  const pressed = useRef<number | null>(null);

  const select = useCallback((id: number, isSelected: boolean, isRange: boolean) => {
    const { rows: shown, selection: now } = latest.current;
    const ids = isRange ? between(shown, pressed.current, id) : [id];
    pressed.current = id;
    now?.onSelect(changed(now.ids, ids, isSelected));
  }, []);
  const selectPage = useCallback((isSelected: boolean) => {
    const { rows: shown, selection: now } = latest.current;
    const ids = shown.map(({ id }) => id);
    now?.onSelect(changed(now.ids, ids, isSelected));
  }, []);

  const ids = selection?.ids;
  const selecting = useMemo(() => ({ ids: new Set(ids), rows, select, selectPage }), [ids, rows, select, selectPage]);
  return <SelectingContext value={selecting}>{children}</SelectingContext>;
}

/** Selects all rows of the page, or none. */
export function PageBox() {
  const intl = useIntl();
  const { ids, rows, selectPage } = use(SelectingContext);
  const count = rows.filter(({ id }) => ids.has(id)).length;
  const isWhole = count > 0 && count === rows.length;
  return (
    <Checkbox
      aria-label={intl.formatMessage({ id: 'list.select_page' })}
      checked={isWhole}
      indeterminate={count > 0 && !isWhole}
      onChange={() => selectPage(!isWhole)}
    />
  );
}

/** Selects a row. */
export function RowBox({ id, name }: { id: number; name: string }) {
  const { ids, select } = use(SelectingContext);
  return <Box id={id} name={name} isSelected={ids.has(id)} onSelect={select} />;
}

interface BoxProps {
  id: number;
  name: string;
  isSelected: boolean;
  onSelect: Selecting['select'];
}

const Box = memo(function Box({ id, name, isSelected, onSelect }: BoxProps) {
  const intl = useIntl();
  return (
    <Checkbox
      aria-label={intl.formatMessage({ id: 'list.select' }, { name })}
      checked={isSelected}
      onChange={({ target, nativeEvent }) => onSelect(id, target.checked, nativeEvent.shiftKey)}
    />
  );
});

function between(rows: Rows, from: number | null, to: number): number[] {
  const ends = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)];
  if (ends.includes(-1)) return [to];
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ id }) => id);
}

function changed(ids: readonly number[], which: readonly number[], isSelected: boolean): number[] {
  return isSelected ? [...new Set([...ids, ...which])] : ids.filter((id) => !which.includes(id));
}
