import { Button, Select } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DayOrder } from '../../shared/format/dayInWords';
import { columnKey, ROLES, type Columns, type GuestTable, type Role } from './guestFile';
import styles from './ImportGuestsDialog.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import { MAX_LISTED } from './ImportPreview';

/** The table of a file, and what the user chose for reading it. */
export interface Reading {
  table: GuestTable;
  columns: Columns;
  order: DayOrder | undefined;
}

/** The role of each column by its key, to be remembered. */
export const keysOf = ({ table, columns }: Reading): Record<string, Role | null> =>
  Object.fromEntries(columns.map((role, column) => [columnKey(table, column), role]));

interface ColumnChoiceProps {
  reading: Reading;
  /** Lines without a guest. */
  empty: readonly number[];
  onChange: (columns: Columns) => void;
}

/** Chooses the role of each column, and says which columns and lines aren't used. */
export function ColumnChoice({ reading: { table, columns }, empty, onChange }: ColumnChoiceProps) {
  const intl = useIntl();
  const hasName = columns.some((role) => role === 'name' || role === 'first_name' || role === 'last_name');
  const [isOpen, setOpen] = useState(!table.hasHeadings || !hasName);
  const nameOf = (column: number) => table.headings[column] || intl.formatMessage({ id: 'import.column_number' }, { number: column + 1 });
  const unused = columns.flatMap((role, column) => (role === null ? [nameOf(column)] : []));
  const lines = [...table.above, ...empty];
  const options = [null, ...ROLES].map((role) => ({
    value: role ?? '',
    label: intl.formatMessage({ id: role === null ? 'import.unused' : `import.${role}` }),
  }));
  const choose = (column: number, role: Role | null) =>
    onChange(columns.map((other, at) => (at === column ? role : role !== null && other === role ? null : other)));
  return (
    <div className={spacingStyles.below16}>
      {unused.length > 0 && (
        <div className="soft">
          <FormattedMessage id="import.unused_columns" values={{ names: intl.formatList(unused) }} />
        </div>
      )}
      {lines.length > 0 && (
        <div className="soft">
          <FormattedMessage
            id="import.unused_lines"
            values={{ count: lines.length, lines: intl.formatList(lines.slice(0, MAX_LISTED).map((line) => intl.formatNumber(line))) }}
          />
        </div>
      )}
      {isOpen ? (
        <div className={styles.importColumns} role="group" aria-label={intl.formatMessage({ id: 'import.columns' })}>
          {columns.map((role, column) => (
            <label key={column}>
              <bdi className="clipped">{nameOf(column)}</bdi>
              <span className="soft clipped">{table.rows.find(({ cells }) => (cells[column] ?? '') !== '')?.cells[column]}</span>
              <Select<string>
                aria-label={nameOf(column)}
                value={role ?? ''}
                options={options}
                onChange={(value) => choose(column, ROLES.find((one) => one === value) ?? null)}
              />
            </label>
          ))}
        </div>
      ) : (
        <Button type="link" className={classes(spacingStyles.noPaddingInline)} onClick={() => setOpen(true)}>
          <FormattedMessage id="import.change_columns" />
        </Button>
      )}
    </div>
  );
}
