/** References between tables, from the schema: what is deleted with a row, and in which order rows can be restored. */
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import * as schema from '../database/schema';

/** A column that refers to a row of another table by its id. */
interface Reference {
  child: PgTable;
  column: PgColumn;
  parent: PgTable;
  parentColumn: PgColumn;
  /** What happens to the child when the parent is deleted. */
  onDelete: 'cascade' | 'set null' | 'refused';
}

const TABLES = Object.values(schema as Record<string, unknown>).filter((value) => is(value, PgTable));

const REFERENCES: readonly Reference[] = TABLES.flatMap((child) =>
  getTableConfig(child).foreignKeys.flatMap((key): Reference[] => {
    const { columns, foreignTable, foreignColumns } = key.reference();
    const [[column], [parentColumn]] = [columns, foreignColumns];
    if (!column || !parentColumn || columns.length > 1) throw new Error(`${nameOf(child)} refers by several columns`);
    const onDelete = key.onDelete === 'cascade' || key.onDelete === 'set null' ? key.onDelete : 'refused';
    return [{ child, column, parent: foreignTable, parentColumn, onDelete }];
  }),
);

export const nameOf = (table: PgTable): string => getTableConfig(table).name;

/** References from a table to others. */
export const parentsOf = (table: PgTable): Reference[] => REFERENCES.filter(({ child }) => child === table);

/** References from other tables to a table; those within the table are left out. */
export const childrenOf = (table: PgTable): Reference[] => REFERENCES.filter(({ child, parent }) => parent === table && child !== table);

/** The columns of a table's primary key. */
export function keyOf(table: PgTable): PgColumn[] {
  const [composite] = getTableConfig(table).primaryKeys;
  return composite?.columns ?? Object.values<PgColumn>(getTableColumns(table)).filter(({ primary }) => primary);
}

/** All tables, each after those that it refers to. */
export const TABLES_IN_ORDER: readonly PgTable[] = (() => {
  const ordered = new Set<PgTable>();
  const add = (table: PgTable) => {
    if (ordered.has(table)) return;
    for (const { parent } of parentsOf(table)) if (parent !== table) add(parent);
    ordered.add(table);
  };
  for (const table of TABLES) add(table);
  return [...ordered];
})();
