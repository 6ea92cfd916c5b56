/** Restores a backup: the counterpart of dump.ts. */
import { sql } from 'drizzle-orm';
import { drizzle as onPglite } from 'drizzle-orm/pglite';
import { z } from 'zod';
import { BackupFileError, checkBackup, readBackup, type BackupContent, type BackupPart } from './backupFile';
import type { DatabaseLocation } from '../database/client';
import { rowsIn, type Db } from '../database/db';
import { replaceEmbedded } from '../database/embedded';
import { namesIn, tablesOf } from './dump';
import { withMigrationLock, migrate, newestKnown } from '../database/migrate';
import { assertSuitable } from '../database/databaseRequirements';
import { assertNoOtherConnections } from '../database/replicas';

const typed = z.array(z.object({ name: z.string(), type: z.string() }));
const taken = z.array(z.object({ drop: z.string(), create: z.string() }));
const counted = z.array(z.object({ count: z.number().int() }));

/** The table that is being filled. */
interface Filling {
  table: string;
  insert: (rows: string[]) => Promise<void>;
  rows: number;
}

/** Reads the whole file and checks that it is complete, unaltered, and not from a newer version. Throws BackupFileError. */
export async function checkRestorable(file: string): Promise<BackupContent> {
  const content = await checkBackup(file);
  if (content.header.schema > newestKnown()) throw tooNew(file);
  return content;
}

/**
 * Replaces or creates a database from a backup, all or nothing. An embedded database needn't be intact for that, but must not be open
 * anywhere. Throws BackupFileError, EmbeddedDatabaseError, UnreachableDatabaseError, UnsuitableDatabaseError and DatabaseInUseError.
 */
export async function restoreDatabase({ url, folder }: DatabaseLocation, file: string): Promise<void> {
  await checkRestorable(file);
  if (url === undefined) await replaceEmbedded(folder, (pg) => onPglite(pg).transaction((tx) => restoreInto(tx, file)));
  else {
    await withMigrationLock(url, async (db) => {
      await assertSuitable(db);
      await assertNoOtherConnections(db);
      await db.transaction(async (tx) => {
        await empty(tx);
        await restoreInto(tx, file);
      });
    });
  }
}

/**
 * Fills a database without tables in the transaction `tx`: migrations up to the backup's, its rows, then the later migrations. Throws
 * BackupFileError if the file is incomplete or doesn't fit; `tx` must not be committed then.
 */
async function restoreInto(tx: Db, file: string): Promise<void> {
  await tx.execute(sql`set local timezone to 'UTC'`);
  await tx.execute(sql`set local datestyle to 'ISO, YMD'`);
  await tx.execute(sql`set local statement_timeout to 0`);
  const parts = readBackup(file);
  const first = await parts.next();
  if (first.done === true || first.value.kind !== 'header') throw doesNotFit(file, 'it has no header');
  const { schema } = first.value.header;
  if (schema > newestKnown()) throw tooNew(file);
  await migrate(tx, schema);
  // Foreign keys and indexes are recreated after all rows are in: faster, and rows needn't come in order of reference.
  const hindrances = await dropConstraintsAndIndexes(tx);
  const known = new Set((await tablesOf(tx)).map(({ table }) => table));
  const found = await fillTables(tx, file, parts, known);
  for (const { table, rows } of found) await expectRows(tx, file, table, rows);
  for (const { create } of hindrances) await tx.execute(sql.raw(create));
  await migrate(tx);
}

/** Drops every table, view, sequence, function and type except those of extensions. */
async function empty(tx: Db): Promise<void> {
  const ours = (catalog: string) =>
    sql.raw(
      `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype in ('e', 'i', 'a'))`,
    );
  const here = sql.raw(`'public'::regnamespace`);
  const found = await tx.execute(sql`
    select format('drop %s if exists public.%I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' else 'table' end, relname) as name from pg_class o
      where relnamespace = ${here} and relkind in ('r', 'p', 'v', 'm', 'S') and ${ours('pg_class')}
    union all select format('drop routine if exists %s cascade', o.oid::regprocedure) from pg_proc o
      where pronamespace = ${here} and ${ours('pg_proc')}
    union all select format('drop type if exists public.%I cascade', typname) from pg_type o
      where typnamespace = ${here} and typtype in ('e', 'd') and ${ours('pg_type')}`);
  for (const drop of namesIn(found)) await tx.execute(sql.raw(drop));
  await tx.execute(sql`drop schema if exists drizzle cascade`);
}

/** Drops foreign keys and indexes and disables triggers. Returns the statements that undo each. */
async function dropConstraintsAndIndexes(tx: Db): Promise<z.infer<typeof taken>> {
  const found = await tx.execute(sql`
    select format('drop index public.%I', i.relname) as drop, pg_get_indexdef(i.oid) as create from pg_index x
      join pg_class i on i.oid = x.indexrelid where i.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x'))
    union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
    union all select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
      from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace`);
  const hindrances = taken.parse(rowsIn(found));
  for (const { drop } of hindrances) await tx.execute(sql.raw(drop));
  return hindrances;
}

async function fillTables(tx: Db, file: string, parts: AsyncGenerator<BackupPart>, known: Set<string>): Promise<Filling[]> {
  const filled: Filling[] = [];
  for await (const part of parts) {
    const current = filled.at(-1);
    if (part.kind === 'table') {
      if (!known.has(part.name)) throw doesNotFit(file, `there is no table ${part.name}`);
      filled.push({ table: part.name, insert: await inserting(tx, file, part.name, part.columns), rows: 0 });
    } else if (part.kind === 'rows' && current !== undefined) {
      await current.insert(part.rows);
      current.rows += part.rows.length;
    } else if (part.kind === 'sequences') {
      for (const { name, value } of part.sequences) await setSequence(tx, file, name, value);
    }
  }
  return filled;
}

/**
 * Returns a function that inserts rows, each a JSON array of texts, cast to the table's types. Throws BackupFileError for an unknown
 * column.
 */
async function inserting(tx: Db, file: string, table: string, columns: string[]): Promise<Filling['insert']> {
  const found = await tx.execute(sql`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(${`public.${quoted(table)}`}) and attnum > 0 and not attisdropped and attgenerated = ''`);
  const types = new Map(typed.parse(rowsIn(found)).map(({ name, type }) => [name, type]));
  const values = columns.map((column, at) => {
    const type = types.get(column);
    if (type === undefined) throw doesNotFit(file, `there is no column ${table}.${column}`);
    return sql.raw(`(given ->> ${at})::${type}`);
  });
  const names = columns.map((column) => sql`${sql.identifier(column)}`);
  const target = sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) overriding system value`;
  return async (rows) => {
    await tx
      .execute(sql`${target} select ${sql.join(values, sql`, `)} from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) as given`)
      .catch((error: unknown) => {
        throw doesNotFit(file, `the rows of ${table} cannot be stored`, error);
      });
  };
}

async function setSequence(tx: Db, file: string, name: string, value: string): Promise<void> {
  const found = await tx.execute(sql`select sequencename as name from pg_sequences where schemaname = 'public' and sequencename = ${name}`);
  if (namesIn(found).length === 0) throw doesNotFit(file, `there is no sequence ${name}`);
  await tx.execute(sql`select setval(${`public.${quoted(name)}`}::regclass, ${value}::bigint)`);
}

async function expectRows(tx: Db, file: string, table: string, rows: number): Promise<void> {
  const [found] = counted.parse(rowsIn(await tx.execute(sql`select count(*)::int as count from ${sql.identifier(table)}`)));
  if (found?.count !== rows) throw doesNotFit(file, `${table} has ${found?.count} rows instead of ${rows}`);
}

function tooNew(file: string): BackupFileError {
  return new BackupFileError(
    `The backup ${file} was made by a newer version of Portico. Install that version or a later one. No changes were made.`,
  );
}

function doesNotFit(file: string, reason: string, cause?: unknown): BackupFileError {
  return new BackupFileError(`The backup ${file} does not fit this program: ${reason}. No changes were made.`, { cause });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
