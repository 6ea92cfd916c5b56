/** Empties and fills whole tables. Works on PostgreSQL and the embedded engine, in the transaction that is passed. */
import { getTableName, is, sql, type SQL } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { rowsIn, type Db } from '../server/database/db';
import * as schema from '../server/database/schema';

const TABLES = Object.values(schema).filter((value) => is(value, PgTable));

/** Rows per statement. Bounds memory use: the JSON text is held twice. */
const ROWS_AT_ONCE = 10_000;

export async function emptyTables(tx: Db): Promise<void> {
  const all = sql.join(
    TABLES.map((table) => sql`${table}`),
    sql`, `,
  );
  await tx.execute(sql`truncate table ${all} restart identity cascade`);
}

/**
 * Inserts many rows as one JSON parameter, which is fast and avoids the limit of 65,535 parameters per statement. All rows must have the
 * first one's keys; columns left out get their default.
 */
export async function insertRows<T extends PgTable>(tx: Db, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(
    Object.keys(first).map((name) => sql.identifier(name)),
    sql`, `,
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const json = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE));
    await tx.execute(sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${json}::json)`);
  }
}

/** Moves each table's sequence past its highest id, after inserting rows with explicit ids. */
export async function continueIds(tx: Db): Promise<void> {
  const numbered = TABLES.filter((table) => 'id' in table);
  for (const table of numbered) {
    const name = getTableName(table);
    await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), max(id)) from ${table} having max(id) is not null`);
  }
}

/** Moves the sequence of `sessions` past the ids of ended sessions too: both share one series of ids (demo/ledger.ts). */
export async function shareSessionIds(tx: Db): Promise<void> {
  const { sessions, session_histories } = schema;
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('sessions', 'id'), greatest((select max(id) from ${sessions}), (select max(id) from ${session_histories})))`,
  );
}

/**
 * Runs `work`, which fills a table, with the table's indexes and foreign keys dropped, and recreates them afterwards. Building them once is
 * much faster.
 */
export async function withoutIndexes(tx: Db, table: PgTable, work: () => Promise<unknown>): Promise<void> {
  const name = getTableName(table);
  const indexes = await definitions(
    tx,
    sql`select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${name}::regclass and not exists (select from pg_constraint k where k.conindid = c.oid)`,
  );
  const keys = await definitions(
    tx,
    sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = ${name}::regclass and contype = 'f'`,
  );
  for (const key of keys) await tx.execute(sql`alter table ${table} drop constraint ${sql.identifier(key.name)}`);
  for (const index of indexes) await tx.execute(sql`drop index ${sql.identifier(index.name)}`);
  await work();
  for (const index of indexes) await tx.execute(sql.raw(index.definition));
  for (const key of keys) await tx.execute(sql`alter table ${table} add constraint ${sql.identifier(key.name)} ${sql.raw(key.definition)}`);
}

interface Definition {
  name: string;
  definition: string;
}

async function definitions(tx: Db, query: SQL): Promise<Definition[]> {
  const result: unknown = await tx.execute(query);
  return rowsIn<Definition>(result);
}
