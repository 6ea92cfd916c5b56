/** Finds what a database still contains about a person. */
import { sql } from 'drizzle-orm';
import { rowsIn, type Db } from '../../../src/server/database/db';

/** The tables with a row that contains one of the texts, ignoring case. */
export async function tablesNaming(db: Db, ...texts: string[]): Promise<string[]> {
  const tables = rowsIn<{ name: string }>(
    await db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    ),
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const isNamed = sql.join(
      texts.map((text) => sql`strpos(lower(t::text), lower(${text})) > 0`),
      sql` or `,
    );
    const rows = rowsIn<unknown>(await db.execute(sql`select 1 from ${sql.identifier(name)} t where ${isNamed} limit 1`));
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}
