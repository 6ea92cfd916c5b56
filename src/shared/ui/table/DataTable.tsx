import DownOutlined from '@ant-design/icons/DownOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, Card, Checkbox, Dropdown, Flex, Skeleton, Table, Typography, type MenuProps } from 'antd';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { capabilities } from '../../backEnd/capabilities';
import { MoreActions } from '../page/MoreActions';
import { useArrowKeys } from './useArrowKeys';
import { useIsWide } from './useIsWide';
import { useIsPhone } from '../../useMedia';
import { classes } from '../plain/classes';
import styles from './DataTable.module.css';
import factsStyles from '../facts/Facts.module.css';
import spacingStyles from '../page/spacing.module.css';

type MessageId = FormatjsIntl.Message['ids'];

export interface Column<R, S extends string> {
  key: string;
  title: MessageId;
  cell: (row: R) => ReactNode;
  /** The sort key on the wire; columns without one aren't sortable. */
  sort?: S;
  /** The first click sorts in descending order. */
  isMostFirst?: boolean;
  /** Role in the card that shows a row on a phone; a function decides per row whether the fact is shown. */
  onPhone?: 'name' | 'fact' | ((row: R) => boolean);
  /** Minimum width, in pixels. */
  width?: number;
  /** Instead of a width: the texts of which each cell has one as a tag with an icon. The column is as wide as the longest. */
  fits?: readonly MessageId[];
  /**
   * `true`: shares the width left over with other such columns; a percentage: always takes that part. If no column grows, all grow alike.
   */
  grows?: true | `${number}%`;
  /** Hidden until the user chooses it. */
  isExtra?: boolean;
  /** For numbers. */
  align?: 'right';
}

interface Selection {
  ids: readonly number[];
  onSelect: (ids: number[]) => void;
}

export interface DataTableProps<R, S extends string> {
  /** The table's name for screen readers. */
  label: MessageId;
  columns: readonly Column<R, S>[];
  /** Columns for the cards on a phone, if not `columns`. */
  ofCards?: readonly Column<R, S>[];
  /** Details of a row, shown below it on demand; nothing for a row without any. */
  details?: (row: R) => ReactNode;
  rows: R[];
  /** First load: there is nothing to show yet. */
  isLoading: boolean;
  /** Later loads: the rows stay, with a thin progress bar. */
  isRefreshing: boolean;
  /** The current sort key; absent if the table isn't sortable. */
  sort?: S;
  order?: 'asc' | 'desc';
  onSort?: (sort: S, order: 'asc' | 'desc') => void;
  /** False if the back end doesn't sort that many rows: there is then no sort indicator, and no column offers sorting. */
  isSorted?: boolean;
  /** A row's actions, shown in a menu at its end and on right click. */
  actions?: (row: R) => NonNullable<MenuProps['items']>;
  /** A row's name, for the label of its menu. */
  nameOf: (row: R) => string;
  /** For bulk actions: the ids of the selected rows, including those on other pages. */
  selection?: Selection | undefined;
  /** A row's React key, for tables with two kinds of rows whose ids may collide. */
  keyOf?: (row: R) => string | number;
  /** Rows shown in grey because they are over. */
  isOver?: (row: R) => boolean;
  /** Shown when there are no rows: nothing yet, no matches, or a failure. */
  empty: ReactNode;
}

/** Default width of a column, and widths of the actions and expander columns, in pixels. */
const USUAL_WIDTH = 140;
const MENU_WIDTH = 48;
const OPENER_WIDTH = 40;

/** Rows as a table, or as cards on a phone. */
export function DataTable<R extends { id: number }, S extends string>(props: DataTableProps<R, S>) {
  const { isLoading, isRefreshing, rows, empty, isSorted = true } = props;
  const isPhone = useIsPhone();
  // Without earlier rows to keep on screen, `empty` could be wrong until the response is here.
  if (isLoading || (isRefreshing && rows.length === 0)) return <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />;
  return (
    <div aria-busy={isRefreshing}>
      <div className={classes(styles.refreshing, 'not-on-paper')}>{isRefreshing && <div className={styles.refreshingBar} />}</div>
      {rows.length === 0 ? <div className={styles.empty}>{empty}</div> : isPhone ? <SteadyCards {...props} /> : <SteadyRows {...props} />}
      {!isSorted && rows.length > 0 && (
        <Typography.Text type="secondary">
          <FormattedMessage id="list.not_sorted" values={{ most: capabilities().sortsUpTo }} />
        </Typography.Text>
      )}
    </div>
  );
}

function Rows<R extends { id: number }, S extends string>({
  label,
  columns: given,
  rows,
  sort,
  order,
  onSort,
  isSorted = true,
  actions,
  details,
  nameOf,
  selection,
  keyOf = idOf,
  isOver = never,
}: DataTableProps<R, S>) {
  const intl = useIntl();
  const columns = given.map((column) => (column.fits ? { ...column, width: widthOf(column.fits, intl) } : column));
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // antd renders a hidden copy of the header to measure columns; its select-all checkbox must not be focusable.
    for (const copy of frame.current?.querySelectorAll('tr[aria-hidden="true"]') ?? []) copy.toggleAttribute('inert', true);
  });
  useArrowKeys(frame);
  const isWide = useIsWide(frame, '.ant-table-content');
  const [rightClicked, setRightClicked] = useState<{ row: R; x: number; y: number } | null>(null);
  return (
    <div ref={frame} className={isWide ? classes(styles.rows, styles.isWide) : styles.rows}>
      <Table<R>
        rowKey={keyOf}
        rowClassName={(row) => (isOver(row) ? 'row-over' : '')}
        size="middle"
        aria-label={intl.formatMessage({ id: label })}
        dataSource={rows}
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: leastWidth(columns, (actions ? MENU_WIDTH : 0) + (details ? OPENER_WIDTH : 0)) }}
        showSorterTooltip={false}
        sortDirections={['ascend', 'descend', 'ascend']}
        onChange={(_pages, _filters, sorter) => {
          if (!Array.isArray(sorter) && sorter.columnKey !== undefined) {
            const column = columns.find(({ key }) => key === sorter.columnKey);
            if (column?.sort) onSort?.(column.sort, sorter.order === 'descend' ? 'desc' : 'asc');
          }
        }}
        {...(selection && {
          rowSelection: {
            fixed: true,
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...selection.ids],
            onChange: (keys) => selection.onSelect(keys.map(Number)),
            getTitleCheckboxProps: () => ({ 'aria-label': intl.formatMessage({ id: 'list.select_page' }) }),
            getCheckboxProps: (row) => ({ 'aria-label': intl.formatMessage({ id: 'list.select' }, { name: nameOf(row) }) }),
          },
        })}
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
            setRightClicked({ row, x: event.clientX, y: event.clientY });
          },
        })}
        columns={[
          ...columns.map((column) => ({
            key: column.key,
            title: <span title={intl.formatMessage({ id: column.title })}>{intl.formatMessage({ id: column.title })}</span>,
            render: (_: unknown, row: R) => column.cell(row),
            ...(column.grows !== true && { width: column.grows ?? column.width ?? USUAL_WIDTH }),
            ellipsis: { showTitle: false },
            ...(column.align !== undefined && { align: column.align, className: styles.isNumber }),
            // The name column stays visible while the rest scrolls.
            ...(column.onPhone === 'name' && { fixed: 'left' as const }),
            ...(column.sort !== undefined &&
              isSorted && {
                sorter: true,
                ...(column.isMostFirst && { sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const] }),
                sortOrder: column.sort === sort ? (order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
              }),
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
                  render: (_: unknown, row: R) => <MoreActions items={actions(row)} name={nameOf(row)} isInRow />,
                },
              ]
            : []),
        ]}
      />
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

/** Mean width of a letter in a tag, and what surrounds its text: icon, borders and the cell's padding, in pixels. */
const LETTER = 6.6;
const AROUND_TAG = 56;

/** The width of a column of tags with these texts, in pixels. */
const widthOf = (texts: readonly MessageId[], intl: IntlShape) =>
  Math.ceil(Math.max(...texts.map((id) => intl.formatMessage({ id }).length)) * LETTER + AROUND_TAG);

/** The table's minimum width. Percentage columns take their share of the total, so the others' sum is divided by what is left. */
function leastWidth<S extends string>(columns: readonly Pick<Column<never, S>, 'width' | 'grows'>[], others: number): number {
  const isPart = ({ grows }: (typeof columns)[number]) => typeof grows === 'string';
  const whole = columns.filter((column) => !isPart(column)).reduce((sum, { width = USUAL_WIDTH }) => sum + width, others);
  const parts = columns.filter(isPart).reduce((sum, { grows }) => sum + Number.parseFloat(String(grows)) / 100, 0);
  return Math.ceil(whole / (1 - parts));
}

const idOf = ({ id }: { id: number }) => id;
const never = () => false;

function Cards<R extends { id: number }, S extends string>({
  label,
  columns: shown,
  ofCards: columns = shown,
  rows,
  actions,
  nameOf,
  keyOf = idOf,
  isOver = never,
  selection,
}: DataTableProps<R, S>) {
  const intl = useIntl();
  return (
    <ul aria-label={intl.formatMessage({ id: label })} className={styles.rowCards}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={isOver(row) ? 'row-over' : undefined}>
          <Card size="small">
            <Flex justify="space-between" align="center" gap={8}>
              <Flex gap={12} align="center" className={classes(spacingStyles.shrinks)}>
                {selection && (
                  <Checkbox
                    aria-label={intl.formatMessage({ id: 'list.select' }, { name: nameOf(row) })}
                    checked={selection.ids.includes(row.id)}
                    onChange={({ target }) =>
                      selection.onSelect(target.checked ? [...selection.ids, row.id] : selection.ids.filter((id) => id !== row.id))
                    }
                  />
                )}
                {columns
                  .filter(({ onPhone }) => onPhone === 'name')
                  .map(({ key, cell }) => (
                    <Typography.Text strong key={key} className={classes(styles.cardName)}>
                      {cell(row)}
                    </Typography.Text>
                  ))}
              </Flex>
              {actions && <MoreActions items={actions(row)} name={nameOf(row)} isInRow />}
            </Flex>
            <dl className={factsStyles.facts}>
              {columns
                .filter(({ onPhone }) => onPhone === 'fact' || (typeof onPhone === 'function' && onPhone(row)))
                .map(({ key, title, cell }) => (
                  <div key={key}>
                    <dt>
                      <FormattedMessage id={title} />
                    </dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** While new rows load, skips re-rendering the old ones and their sort indicator, so that the control just pressed responds at once. */
const areSteady = (before: Steady, after: Steady) =>
  after.isRefreshing && before.rows === after.rows && before.selection?.ids === after.selection?.ids;
type Steady = Pick<DataTableProps<never, string>, 'isRefreshing' | 'selection'> & { rows: readonly unknown[] };

const SteadyRows = memo(Rows, areSteady) as typeof Rows;
const SteadyCards = memo(Cards, areSteady) as typeof Cards;
