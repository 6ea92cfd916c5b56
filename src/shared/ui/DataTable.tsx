import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Card, Checkbox, Dropdown, Flex, Grid, Skeleton, Table, Typography, type MenuProps } from 'antd';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SORTED_UP_TO } from '../backEnd/existingLists';
import { ActionMenu } from './ActionMenu';

type MessageId = FormatjsIntl.Message['ids'];

export interface Column<R, S extends string> {
  key: string;
  title: MessageId;
  cell: (row: R) => ReactNode;
  /** The wire's name of what it sorts by; without it the column does not sort. */
  sort?: S;
  /** On a phone a row is a card: its name, and the facts that matter, or those of which the row says so. */
  onPhone?: 'name' | 'fact' | ((row: R) => boolean);
  width?: number;
  /** Numbers stand at the right. */
  align?: 'right';
}

interface Selection {
  ids: readonly number[];
  onSelect: (ids: number[]) => void;
}

interface DataTableProps<R, S extends string> {
  /** What the table is, for those who hear it. */
  label: MessageId;
  columns: readonly Column<R, S>[];
  rows: R[];
  /** The first load: there is nothing to show yet. */
  isLoading: boolean;
  /** A later one: what is there stays, a thin bar moves. */
  isRefreshing: boolean;
  /** How it is sorted, where it can be. */
  sort?: S;
  order?: 'asc' | 'desc';
  onSort?: (sort: S, order: 'asc' | 'desc') => void;
  /** False where the back end does not sort so many: nothing says that they are in order, and nobody is offered another one. */
  isSorted?: boolean;
  /** What can be done with a row, where there is anything: in a menu at its end, and by right click. */
  actions?: (row: R) => NonNullable<MenuProps['items']>;
  /** How a row is called, for the name of its menu. */
  nameOf: (row: R) => string;
  /** Where something can be done with several rows: which are chosen, by their ids, also those of other pages. */
  selection?: Selection | undefined;
  /** What tells a row from others, where its id does not: rows of two kinds. */
  keyOf?: (row: R) => string | number;
  /** Rows that are past: grey. */
  isOver?: (row: R) => boolean;
  /** What stands there without rows: nothing yet, nothing that matches, or a failure. */
  empty: ReactNode;
}

/** Rows as a table, or on a phone as cards. */
export function DataTable<R extends { id: number }, S extends string>(props: DataTableProps<R, S>) {
  const { isLoading, isRefreshing, rows, empty, isSorted = true } = props;
  const isPhone = Grid.useBreakpoint().md === false;
  // Without rows that could stay there is nothing true to say until the answer comes.
  if (isLoading || (isRefreshing && rows.length === 0)) return <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />;
  return (
    <div aria-busy={isRefreshing}>
      <div className="not-on-paper" style={{ height: 2 }}>
        {isRefreshing && <div className="refreshing-bar" />}
      </div>
      {rows.length === 0 ? (
        <div style={{ padding: '48px 16px' }}>{empty}</div>
      ) : isPhone ? (
        <SteadyCards {...props} />
      ) : (
        <SteadyRows {...props} />
      )}
      {!isSorted && rows.length > 0 && (
        <Typography.Text type="secondary">
          <FormattedMessage id="list.not_sorted" values={{ most: SORTED_UP_TO }} />
        </Typography.Text>
      )}
    </div>
  );
}

function Rows<R extends { id: number }, S extends string>({
  label,
  columns,
  rows,
  sort,
  order,
  onSort,
  isSorted = true,
  actions,
  nameOf,
  selection,
  keyOf = idOf,
  isOver = never,
}: DataTableProps<R, S>) {
  const intl = useIntl();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // antd measures its columns by an unseen copy of the titles: the box that chooses all must not be reached there, too.
    for (const copy of frame.current?.querySelectorAll('tr[aria-hidden="true"]') ?? []) copy.toggleAttribute('inert', true);
  });
  const [rightClicked, setRightClicked] = useState<{ row: R; x: number; y: number } | null>(null);
  return (
    <div ref={frame}>
      <Table<R>
        rowKey={keyOf}
        rowClassName={(row) => (isOver(row) ? 'row-over' : '')}
        size="middle"
        aria-label={intl.formatMessage({ id: label })}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
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
        onRow={(row) => ({
          onContextMenu: (event) => {
            // A right click on a link keeps the browser's own menu.
            if (!actions || (event.target instanceof Element && event.target.closest('a, button'))) return;
            event.preventDefault();
            setRightClicked({ row, x: event.clientX, y: event.clientY });
          },
        })}
        columns={[
          ...columns.map((column) => ({
            key: column.key,
            title: <FormattedMessage id={column.title} />,
            render: (_: unknown, row: R) => column.cell(row),
            ...(column.width !== undefined && { width: column.width }),
            ...(column.align !== undefined && { align: column.align }),
            // What a row is called stays in sight while the rest moves.
            ...(column.onPhone === 'name' && { fixed: 'left' as const }),
            ...(column.sort !== undefined &&
              isSorted && {
                sorter: true,
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
                  width: 56,
                  render: (_: unknown, row: R) => <RowMenu items={actions(row)} name={nameOf(row)} />,
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

const idOf = ({ id }: { id: number }) => id;
const never = () => false;

function Cards<R extends { id: number }, S extends string>({
  label,
  columns,
  rows,
  actions,
  nameOf,
  keyOf = idOf,
  isOver = never,
  selection,
}: DataTableProps<R, S>) {
  const intl = useIntl();
  return (
    <ul aria-label={intl.formatMessage({ id: label })} className="row-cards">
      {rows.map((row) => (
        <li key={keyOf(row)} className={isOver(row) ? 'row-over' : undefined}>
          <Card size="small">
            <Flex justify="space-between" align="center" gap={8}>
              <Flex gap={12} align="center" style={{ minWidth: 0 }}>
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
                    <Typography.Text strong key={key} className="card-name">
                      {cell(row)}
                    </Typography.Text>
                  ))}
              </Flex>
              {actions && <RowMenu items={actions(row)} name={nameOf(row)} />}
            </Flex>
            <dl className="facts">
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

function RowMenu({ items, name }: { items: NonNullable<MenuProps['items']>; name: string }) {
  const intl = useIntl();
  if (items.length === 0) return null;
  return (
    <ActionMenu items={items} placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={intl.formatMessage({ id: 'list.actions_of' }, { name })}
      />
    </ActionMenu>
  );
}

/**
 * While other rows are on their way, those that are there stay as they are drawn, the sign of their order too: what was pressed shows at
 * once that it was heard.
 */
const areSteady = (before: Steady, after: Steady) =>
  after.isRefreshing && before.rows === after.rows && before.selection?.ids === after.selection?.ids;
type Steady = Pick<DataTableProps<never, string>, 'isRefreshing' | 'selection'> & { rows: readonly unknown[] };

const SteadyRows = memo(Rows, areSteady) as typeof Rows;
const SteadyCards = memo(Cards, areSteady) as typeof Cards;
