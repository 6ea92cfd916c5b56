/** A database's content as the parts of a backup. Tables are read from the catalogue, so older versions can be saved too. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { BackupFileError, newHeader, writeBackup, type BackupPart } from './backupFile';
import { rowsIn, type Db } from '../database/db';
import { newestApplied } from '../database/migrate';

/** Batch limits: as many rows as make up this many characters, estimated from the previous batch. */
const WANTED = { characters: 1_000_000, most: 1000 };

const namedRows = z.array(z.object({ name: z.string() }));
const described = z.array(z.object({ table: z.string(), columns: z.array(z.string()), keys: z.array(z.string()).nullable() }));
const filled = z.array(z.object({ row: z.string() }));
const counted = z.array(z.object({ name: z.string(), value: z.string() }));

/**
 * Writes the database's content to `file`, from one snapshot. On PostgreSQL this blocks nobody; the embedded database serves nobody else
 * until it is done. Memory use is bounded.
 */
export async function backUp(db: Db, file: string, now: Date): Promise<void> {
  await db.transaction((tx) => writeBackup(file, partsOf(tx, now)), { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

async function* partsOf(tx: Db, now: Date): AsyncGenerator<BackupPart> {
  // Same text forms on both engines and in every zone.
  await tx.execute(sql`set local timezone to 'UTC'`);
  await tx.execute(sql`set local datestyle to 'ISO, YMD'`);
  await tx.execute(sql`set local statement_timeout to 0`);
  const schema = await newestApplied(tx);
  if (schema === 0) throw new BackupFileError('There is nothing to save: the database has no tables of Portico.');
  yield { kind: 'header', header: newHeader(schema, now) };
  for (const { table, columns, keys } of await tablesOf(tx)) {
    yield { kind: 'table', name: table, columns };
    for await (const rows of rowsOf(tx, table, columns, keys ?? [])) yield { kind: 'rows', rows };
  }
  // Sequences aren't transactional: read last, they are past every id in the rows.
  const sequences = counted.parse(
    rowsIn(
      await tx.execute(sql`select sequencename as name, last_value::text as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by sequencename collate "C"`),
    ),
  );
  yield { kind: 'sequences', sequences };
}

/** Every table except those of extensions, with its columns except generated ones, and its primary key. */
export async function tablesOf(tx: Db): Promise<z.infer<typeof described>> {
  return described.parse(
    rowsIn(
      await tx.execute(sql`select c.relname as "table",
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' order by a.attnum) as columns,
        (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
          where i.indrelid = c.oid and i.indisprimary) as keys
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        order by c.relname collate "C"`),
    ),
  );
}

async function* rowsOf(tx: Db, table: string, columns: string[], keys: string[]): AsyncGenerator<string[]> {
  const texts = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  );
  const order = sql.join(
    keys.map((key) => sql`${sql.identifier(key)}`),
    sql`, `,
  );
  await tx.execute(
    sql`declare backup no scroll cursor for select to_json(array[${texts}])::text as row from ${sql.identifier(table)} ${
      keys.length > 0 ? sql`order by ${order}` : sql``
    }`,
  );
  let wanted = 10;
  for (;;) {
    const rows = filled.parse(rowsIn(await tx.execute(sql.raw(`fetch ${wanted} from backup`)))).map(({ row }) => row);
    if (rows.length === 0) break;
    yield rows;
    const characters = rows.reduce((sum, row) => sum + row.length, 0);
    const fitting = Math.floor((WANTED.characters * rows.length) / characters);
    wanted = Math.max(1, Math.min(fitting, 2 * wanted, WANTED.most));
  }
  await tx.execute(sql`close backup`);
}

/** The `name`s of a result. */
export function namesIn(result: unknown): string[] {
  return namedRows.parse(rowsIn(result)).map(({ name }) => name);
}
