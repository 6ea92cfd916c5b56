import DownOutlined from '@ant-design/icons/DownOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, Dropdown, Table, Typography } from 'antd';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { capabilities } from '../../backEnd/capabilities';
import { RowMenu } from '../page/RowMenu';
import { PageBox, RowBox, RowSelection } from './RowSelection';
import { SortableHeading, SortingContext, type SortableBy, type Sorting } from './SortableHeading';
import { useArrowKeys } from './useArrowKeys';
import { useIsWide } from './useIsWide';
import { useIsPhone } from '../../useMedia';
import { classes } from '../plain/classes';
import { LoadingRows } from '../feedback/LoadingRows';
import styles from './DataTable.module.css';
import { type MessageId, type Column, type DataTableProps, idOf, never, Cards } from './DataCards';

/** Default width of a column, and widths of the selection, actions and expander columns, in pixels. */
const USUAL_WIDTH = 140;
const BOX_WIDTH = 32;
const MENU_WIDTH = 48;
const OPENER_WIDTH = 40;

/** Rows as a table, or as cards on a phone. */
export function DataTable<R extends { id: number }, S extends string>(props: DataTableProps<R, S>) {
  const { isLoading, isRefreshing, rows, empty, isSorted = true, selection, sort, order, onSort } = props;
  const deferred = useDeferredValue(props);
  // What was pressed is painted before the new rows, which take longer. The first rows wait for nothing.
  const list = deferred.rows.length === 0 ? props : deferred;
  const sorting = useMemo(() => ({ sort, order, onSort: isSorted ? onSort : undefined }) as Sorting, [sort, order, onSort, isSorted]);
  // Without earlier rows to keep on screen, `empty` could be wrong until the response is here.
  if (isLoading || (isRefreshing && rows.length === 0)) return <LoadingRows rows={8} />;
  return (
    <div aria-busy={isRefreshing}>
      <div className={classes(styles.refreshing, 'not-on-paper')}>{isRefreshing && <div className={styles.refreshingBar} />}</div>
      {rows.length === 0 ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        <SortingContext value={sorting}>
          <SteadyList {...list} isRefreshing={isRefreshing} selection={selection} />
        </SortingContext>
      )}
      {!isSorted && rows.length > 0 && (
        <Typography.Text type="secondary">
          <FormattedMessage id="list.not_sorted" values={{ most: capabilities().sortsUpTo }} />
        </Typography.Text>
      )}
    </div>
  );
}

function List<R extends { id: number }, S extends string>(props: DataTableProps<R, S>) {
  return useIsPhone() ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows<R extends { id: number }, S extends string>({
  selection,
  isRefreshing,
  isLoading,
  empty,
  ofCards,
  sort,
  order,
  onSort,
  isSorted,
  ...table
}: DataTableProps<R, S>) {
  const { rows, actions } = table;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // antd renders a hidden copy of the header to measure columns; its select-all checkbox must not be focusable.
    for (const copy of frame.current?.querySelectorAll('tr[aria-hidden="true"]') ?? []) copy.toggleAttribute('inert', true);
  });
  useArrowKeys(frame);
  const isWide = useIsWide(frame, '.ant-table-content');
  const [rightClicked, setRightClicked] = useState<RightClicked<R> | null>(null);
  return (
    <div ref={frame} className={isWide ? classes(styles.rows, styles.isWide) : styles.rows}>
      <RowSelection rows={rows} selection={selection}>
        <SteadyTable {...table} isSelectable={selection !== undefined} onRightClick={setRightClicked} />
      </RowSelection>
      {actions && rightClicked && (
        <Dropdown
          open
          autoFocus
          trigger={['click']}
          menu={{ items: actions(rightClicked.row), onClick: () => setRightClicked(null) }}
          onOpenChange={(isOpen) => !isOpen && setRightClicked(null)}
        >
          <span style={{ position: 'fixed', left: rightClicked.x, top: rightClicked.y, width: 1, height: 1 }} />
        </Dropdown>
      )}
    </div>
  );
}

interface TableOfRowsProps<R extends { id: number }, S extends string> extends Pick<
  DataTableProps<R, S>,
  'label' | 'columns' | 'rows' | 'actions' | 'details' | 'nameOf' | 'keyOf' | 'isOver'
> {
  isSelectable: boolean;
  onRightClick: (clicked: RightClicked<R>) => void;
}

interface RightClicked<R> {
  row: R;
  x: number;
  y: number;
}

function TableOfRows<R extends { id: number }, S extends string>({
  label,
  columns: given,
  rows,
  actions,
  details,
  nameOf,
  keyOf = idOf,
  isOver = never,
  isSelectable,
  onRightClick,
}: TableOfRowsProps<R, S>) {
  const intl = useIntl();
  const columns = given.map((column) => (column.fits ? { ...column, width: widthOf(column.fits, intl) } : column));
  return (
    <Table<R>
      rowKey={keyOf}
      rowClassName={(row) => (isOver(row) ? 'row-over' : '')}
      size="middle"
      aria-label={intl.formatMessage({ id: label })}
      dataSource={rows}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: leastWidth(columns, (isSelectable ? BOX_WIDTH : 0) + (actions ? MENU_WIDTH : 0) + (details ? OPENER_WIDTH : 0)) }}
      components={COMPONENTS}
      {...(details && {
        expandable: {
          columnWidth: OPENER_WIDTH,
          columnTitle: (
            <span className="only-heard">
              <FormattedMessage id="common.details" />
            </span>
          ),
          expandedRowRender: (row) => details(row),
          expandIcon: ({ expanded, onExpand, record }) =>
            details(record) !== null && (
              <Button
                type="text"
                size="small"
                icon={expanded ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
                aria-expanded={expanded}
                aria-label={intl.formatMessage({ id: 'list.details_of' }, { name: nameOf(record) })}
                onClick={(event) => onExpand(record, event)}
              />
            ),
        },
      })}
      onRow={(row) => ({
        onContextMenu: (event) => {
          // Keep the browser's own menu on links and buttons.
          if (!actions || (event.target instanceof Element && event.target.closest('a, button'))) return;
          event.preventDefault();
          onRightClick({ row, x: event.clientX, y: event.clientY });
        },
      })}
      columns={[
        ...(isSelectable
          ? [
              {
                key: 'selection',
                title: <PageBox />,
                fixed: 'left' as const,
                width: BOX_WIDTH,
                className: 'ant-table-selection-column',
                render: (_: unknown, row: R) => <RowBox id={row.id} name={nameOf(row)} />,
              },
            ]
          : []),
        ...columns.map((column) => ({
          key: column.key,
          title: <span title={intl.formatMessage({ id: column.title })}>{intl.formatMessage({ id: column.title })}</span>,
          render: (_: unknown, row: R) => <Cell cell={column.cell} row={row} />,
          ...(column.grows !== true && { width: column.grows ?? column.width ?? USUAL_WIDTH }),
          ellipsis: { showTitle: false },
          ...(column.align !== undefined && { align: column.align, className: styles.isNumber }),
          // The name column stays visible while the rest scrolls.
          ...(column.onPhone === 'name' && { fixed: 'left' as const }),
          ...(column.sort !== undefined && { onHeaderCell: () => headingOf(column) }),
        })),
        ...(actions
          ? [
              {
                key: 'actions',
                title: (
                  <span className="only-heard">
                    <FormattedMessage id="list.actions" />
                  </span>
                ),
                fixed: 'right' as const,
                width: MENU_WIDTH,
                render: (_: unknown, row: R) => <RowMenu items={actions(row)} name={nameOf(row)} />,
              },
            ]
          : []),
      ]}
    />
  );
}

const headingOf = ({ sort, isMostFirst }: Pick<Column<never, string>, 'sort' | 'isMostFirst'>): ComponentProps<'th'> & SortableBy => ({
  sortsBy: sort,
  isMostFirst,
});

const COMPONENTS = { header: { cell: SortableHeading } };

/** Memoised: neither a row that is selected, nor a heading that is pressed, nor the menu of a right click changes it. */
const SteadyTable = memo(TableOfRows) as typeof TableOfRows;

function CellContent<R>({ cell, row }: { cell: (row: R) => ReactNode; row: R }) {
  return cell(row);
}

/** What a cell shows. Memoised, because antd's table renders every cell again when a row is selected or a heading pressed. */
const Cell = memo(CellContent) as typeof CellContent;

/** Mean width of a letter in a tag, and the width around its text (icon, borders, the cell's padding), in pixels. */
const LETTER = 6.6;
const TAG_PADDING = 56;
/** Stands for the `count` of a text that has one. */
const LARGE_COUNT = 999;

/** The width in pixels of a column of tags that may have these texts. */
const widthOf = (texts: readonly MessageId[], intl: IntlShape) =>
  Math.ceil(Math.max(...texts.map((id) => intl.formatMessage({ id }, { count: LARGE_COUNT }).length)) * LETTER + TAG_PADDING);

/** The table's minimum width. Percentage columns take their share of the total, so the others' sum is divided by what is left. */
function leastWidth<S extends string>(columns: readonly Pick<Column<never, S>, 'width' | 'grows'>[], others: number): number {
  const isPart = ({ grows }: (typeof columns)[number]) => typeof grows === 'string';
  const whole = columns.filter((column) => !isPart(column)).reduce((sum, { width = USUAL_WIDTH }) => sum + width, others);
  const parts = columns.filter(isPart).reduce((sum, { grows }) => sum + Number.parseFloat(String(grows)) / 100, 0);
  return Math.ceil(whole / (1 - parts));
}

/**
 * While new rows load, doesn't re-render the old ones, so that the control that was just used responds at once.
 */
const areSteady = (before: Steady, after: Steady) =>
  after.isRefreshing && before.rows === after.rows && before.selection?.ids === after.selection?.ids;

type Steady = Pick<DataTableProps<never, string>, 'isRefreshing' | 'selection'> & { rows: readonly unknown[] };
const SteadyList = memo(List, areSteady) as typeof List;
