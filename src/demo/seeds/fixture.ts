/** Loads a fixture: a database recorded as JSON, `{recorded_at, tables: {name: [row, …]}}`. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { NO_DATE } from '../../contract/plain/wire';
import { hashPassword } from '../../server/auth/passwords';
import type { Db } from '../../server/database/db';
import * as schema from '../../server/database/schema';
import { withSumsLater } from '../../server/database/reportSums';
import { linkGuestsToVouchers } from './guestVouchers';

/** The file isn't a fixture, or doesn't fit this schema; the database is unchanged. */
export class FixtureError extends Error {}

const fixture = z.object({
  recorded_at: z.iso.datetime(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))),
});
export type RecordedTables = z.infer<typeof fixture>['tables'];
type Row = RecordedTables[string][number];

/** Rows per INSERT: PostgreSQL takes at most 65,535 parameters. */
const BATCH = 1000;

/** Rows to load in batches, each with its place in the source, for error messages. */
export type RowsToLoad = AsyncIterable<readonly { row: Row; source: string }[]> | Iterable<readonly { row: Row; source: string }[]>;

/** Tables to load, in any order. `sourceOf` says where a table's rows came from, for error messages. */
export interface TablesToLoad {
  names: readonly string[];
  rowsOf: (table: string) => RowsToLoad;
  sourceOf: (table: string) => string;
}

/**
 * Empties every table and loads the fixture, in one transaction. Consents without proof are recorded as those of an older system, and
 * guests are linked to their vouchers. A 0 in a nullable foreign key becomes NULL, as does the "no date" value in any nullable column;
 * `password_plain` is stored hashed. Throws FixtureError.
 */
export async function loadFixture(db: Db, file: string): Promise<void> {
  const { tables } = await readFixture(file);
  await loadTables(db, async () => ({
    names: Object.keys(tables),
    rowsOf: (name) => [(tables[name] ?? []).map((row, at) => ({ row, source: `${file}: ${name}[${at}]` }))],
    sourceOf: (name) => `${file}: the rows of ${name}`,
  }));
}

/** Loads tables as `loadFixture` does; `prepare` is called in the transaction. */
export async function loadTables(db: Db, prepare: (tx: Db) => Promise<TablesToLoad>): Promise<void> {
  const tables = inOrderOfReference(Object.values(schema).filter((value) => is(value, PgTable)));
  const names = tables.map((table) => getTableConfig(table).name);
  await db.transaction(async (tx) => {
    const { names: given, rowsOf, sourceOf } = await prepare(tx);
    const unknown = given.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new FixtureError(`${sourceOf(unknown)}: there is no table ${unknown}`);
    await tx.execute(
      sql`truncate ${sql.join(
        tables.map((table) => sql`${table}`),
        sql`, `,
      )} restart identity`,
    );
    await withSumsLater(tx, async () => {
      for (const table of tables) {
        const { name } = getTableConfig(table);
        if (!given.includes(name)) continue;
        for await (const rows of rowsOf(name)) {
          const stored = await Promise.all(rows.map(({ row, source }) => toStored(table, row, source)));
          for (let from = 0; from < stored.length; from += BATCH) {
            await tx
              .insert(table)
              .values(stored.slice(from, from + BATCH))
              .catch((error: unknown) => {
                throw new FixtureError(`${sourceOf(name)} do not fit: ${reasonOf(error)}`, { cause: error });
              });
          }
        }
        if ('id' in getColumns(table)) await passHighestId(tx, table, name);
      }
    });
    await markOlderConsents(tx);
    await linkGuestsToVouchers(tx);
  });
}

async function readFixture(file: string): Promise<z.infer<typeof fixture>> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new FixtureError(`${file} could not be read as JSON: ${reasonOf(error)}`, { cause: error });
  }
  const parsed = fixture.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FixtureError(`${file} is not a fixture: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** Sorts tables topologically: each after those it references. */
function inOrderOfReference(tables: PgTable[]): PgTable[] {
  const sorted = new Set<PgTable>();
  const add = (table: PgTable) => {
    for (const { foreignTable } of referencesOf(table)) if (foreignTable !== table && !sorted.has(foreignTable)) add(foreignTable);
    sorted.add(table);
  };
  for (const table of tables) if (!sorted.has(table)) add(table);
  return [...sorted];
}

async function toStored(table: PgTable, { password_plain, ...row }: Row, source: string): Promise<Record<string, unknown>> {
  const columns = getColumns(table);
  const references = new Set(referencesOf(table).flatMap((reference) => reference.columns));
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const column = columns[name];
    if (!column) throw new FixtureError(`${source}: there is no column ${name}`);
    const isNone = !column.notNull && ((value === 0 && references.has(column)) || value === NO_DATE);
    stored[name] = isNone ? null : toColumn(column, value, `${source}.${name}`);
  }
  if (typeof password_plain === 'string') stored.password_hash = await hashPassword(password_plain);
  return stored;
}

/** Converts a recorded value for the driver: booleans were recorded as 0 and 1, timestamps as text. */
function toColumn(column: PgColumn, value: Row[string], source: string): unknown {
  if (value === null) return null;
  if (column.dataType === 'boolean') return Boolean(value);
  if (column.dataType !== 'date') return value;
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) throw new FixtureError(`${source}: ${String(value)} is not a moment`);
  return moment;
}

/**
 * For guests who are marked as having consented, but without a record of it, adds consents taken over from an older system, dated when the
 * guest or archived guest was created.
 */
async function markOlderConsents(tx: Db): Promise<void> {
  const texts = { hash: createHash('sha256').update('').digest('hex'), body: '' };
  await tx.execute(sql`
    with given as (
      select hotspot_id, id as user_id, created, marketing_auth, survey_auth from users
      union all select hotspot_id, user_id, created, marketing_auth, survey_auth from user_histories),
    missing as (
      select g.hotspot_id, g.user_id, p.purpose, min(g.created) as at from given g
      join (values ('marketing'), ('survey')) p (purpose) on case p.purpose when 'marketing' then g.marketing_auth else g.survey_auth end
      where not exists (select from consents c where c.user_id = g.user_id and c.purpose = p.purpose)
      group by g.hotspot_id, g.user_id, p.purpose),
    worded as (
      insert into consent_texts (hash, body, created) select ${texts.hash}, ${texts.body}, min(at) from missing having count(*) > 0
      on conflict do nothing)
    insert into consents (hotspot_id, user_id, purpose, is_given, text_hash, language, at, unit_id, source)
    select hotspot_id, user_id, purpose, true, ${texts.hash}, '', at, 0, 'older_system' from missing`);
}

/** Moves the id sequence past the loaded rows. */
async function passHighestId(tx: Db, table: PgTable, name: string): Promise<void> {
  await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), max(id)) from ${table} having max(id) is not null`);
}

const referencesOf = (table: PgTable) => getTableConfig(table).foreignKeys.map((key) => key.reference());

const getColumns = (table: PgTable): Record<string, PgColumn> =>
  Object.fromEntries(getTableConfig(table).columns.map((column) => [column.name, column]));

/** The database's own message, because drizzle's repeats the whole statement. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
  return String(error);
}
