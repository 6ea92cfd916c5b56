import { Card, Checkbox, Flex, Typography, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RowMenu } from '../page/RowMenu';
import { classes } from '../plain/classes';
import styles from './DataTable.module.css';
import factsStyles from '../facts/Facts.module.css';
import spacingStyles from '../page/spacing.module.css';

export type MessageId = FormatjsIntl.Message['ids'];

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
  /** Used instead of a width for a column of states: the texts that its cells may have. The column is as wide as the longest of them. */
  fits?: readonly MessageId[];
  /**
   * `true`: shares the remaining width with other such columns; a percentage: always takes that share. If no column grows, all grow alike.
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
  /** Details of a row, shown below it on demand; null for a row without any. */
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
  /** False if the back end doesn't sort that many rows: then no column shows or offers sorting. */
  isSorted?: boolean;
  /** A row's actions, shown in a menu at its end and on right click. */
  actions?: (row: R) => NonNullable<MenuProps['items']>;
  /** A row's name, for the label of its menu. */
  nameOf: (row: R) => string;
  /** For bulk actions: the ids of the selected rows, including those on other pages. */
  selection?: Selection | undefined;
  /** A row's React key, for tables with two kinds of rows whose ids may collide. */
  keyOf?: (row: R) => string | number;
  /** Rows shown in grey because the object is no longer active. */
  isOver?: (row: R) => boolean;
  /** Shown when there are no rows: nothing yet, no matches, or a failure. */
  empty: ReactNode;
}

export const idOf = ({ id }: { id: number }) => id;
export const never = () => false;

export function Cards<R extends { id: number }, S extends string>({
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
              {actions && <RowMenu items={actions(row)} name={nameOf(row)} />}
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
