/**
 * Vacuum and analyze. PostgreSQL does it by itself; the embedded database has no autovacuum process, so dead rows would pile up and the
 * planner would use outdated statistics.
 */
import { sql } from 'drizzle-orm';
import { repeat, type Repeating } from '../repeating';
import type { Database } from './client';
import { rowsIn, type Db } from './db';
import { foldSums } from './reportSums';

/** Milliseconds between rounds. */
const PAUSE = 3_600_000;

/** Autovacuum's thresholds: a number of changed rows, and a share of the table. */
const DUE = sql`greatest(n_dead_tup - 50, n_ins_since_vacuum - 1000) > 0.2 * greatest(c.reltuples, 0)
  or n_mod_since_analyze - 50 > 0.1 * greatest(c.reltuples, 0)`;

/** One round. Other queries run between two tables; a table of a million sessions takes one to two seconds, a few times a year. */
export async function upkeep({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<void> {
  await foldSums(db);
  if (engine === 'postgres') return;
  const found: unknown = await db.execute(
    sql`select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname = 'public' and (${DUE})`,
  );
  for (const { name } of rowsIn<{ name: string }>(found)) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
}

/** Vacuums and analyzes every table after a bulk load. Not in a transaction. */
export async function tidy(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
}

/** Runs until stopped; a failed round is reported and the next one tries again. */
export function startUpkeep(database: Database, onFailure: (error: unknown) => void): Repeating {
  return repeat(async () => {
    await upkeep(database).catch(onFailure);
    return PAUSE;
  });
}
