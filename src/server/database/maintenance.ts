/**
 * Vacuum and analyze. An external PostgreSQL does this itself; the embedded database has no autovacuum process, so dead rows would pile
 * up and the planner would use outdated statistics.
 */
import { sql, type SQL } from 'drizzle-orm';
import { startJob, type BackgroundJob } from '../backgroundJob';
import type { Database } from './client';
import { rowsIn, type Db } from './db';
import { countEndedSessions, foldSums } from './reportSums';

/**
 * Milliseconds between rounds, between checks for tables that have grown or changed, and until ended sessions are counted if nobody reads
 * reports, and again after a failure.
 */
const PAUSE = 3_600_000;
const LOOK = 5000;
const LOOK_FOR_CHANGES = 1000;
const COUNT = 5_000;
const AGAIN = 60_000;

/** Autovacuum's thresholds: a number of changed rows, and a share of the table. */
const DUE = sql`greatest(n_dead_tup - 50, n_ins_since_vacuum - 1000) > 0.2 * greatest(c.reltuples, 0)
  or n_mod_since_analyze - 50 > 0.1 * greatest(c.reltuples, 0)`;

/** Whether a table has more than twice as many rows as the planner assumes. */
const HAS_GROWN = sql`n_live_tup > 2 * greatest(c.reltuples, 0) + 100`;

/** One round. Other queries run between two tables; vacuuming a million sessions takes one to two seconds, a few times a year. */
export async function upkeep({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<void> {
  await foldSums(db);
  if (engine === 'postgres') return;
  for (const table of await tablesThat(db, DUE)) await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
}

/**
 * Analyses tables that have grown, so that PostgreSQL replans what reads them. Prepared statements keep their plan, and one planned for
 * an empty table would go on scanning all of it: on a new system, each log-in took longer than the one before.
 */
export async function analyseGrown(db: Db): Promise<void> {
  for (const table of await tablesThat(db, HAS_GROWN)) await db.execute(sql`analyze ${sql.identifier(table)}`);
}

async function tablesThat(db: Db, condition: SQL): Promise<string[]> {
  const found: unknown = await db.execute(
    sql`select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname = 'public' and (${condition})`,
  );
  return rowsIn<{ name: string }>(found).map(({ name }) => name);
}

/**
 * Returns a round that merges what an index for searches has gathered if many rows of its table have changed since the last merge, or any
 * for a minute; it returns how many pages that was. Such an index takes changed rows up in a list, which is cheap, until it has 4 MB. Whoever
 * adds the next row, such as a guest who logs in, would wait a tenth of a second and more until it is merged, and so would all who are stored
 * in the same statement. And each search goes through the whole list. Autovacuum comes too seldom. Each replica does this; whoever comes second
 * finds little.
 */
export function mergeChanged(db: Db, clock: () => number = () => performance.now()): () => Promise<number> {
  const merged = new Map<string, { changes: number; at: number }>();
  return async () => {
    const found: unknown = await db.execute(sql`
      select i.indexrelid::text as id, (pg_stat_get_tuples_inserted(i.indrelid) + pg_stat_get_tuples_updated(i.indrelid))::float8 as changes
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam where a.amname = 'gin'`);
    const now = clock();
    let pages = 0;
    for (const { id, changes } of rowsIn<{ id: string; changes: number }>(found)) {
      const last = merged.get(id) ?? { changes, at: now };
      // The counts begin anew after a crash.
      const more = changes - Math.min(last.changes, changes);
      const isDue = more >= MANY_CHANGES || (more > 0 && now - last.at >= MERGED_WITHIN);
      if (isDue) pages += await merge(db, id);
      merged.set(id, isDue ? { changes, at: now } : { changes: changes - more, at: more > 0 ? last.at : now });
    }
    return pages;
  };
}

/**
 * Changed rows that are worth a merge: the more there are, the less time each takes. Some thousands of guests fill 4 MB; a search among a
 * thousand takes 17 ms. And milliseconds after which a single row is.
 */
const MANY_CHANGES = 1000;
const MERGED_WITHIN = 60_000;

/** Merges an index' list. Returns how many pages it had. */
async function merge(db: Db, indexId: string): Promise<number> {
  const answer: unknown = await db.execute(sql`select gin_clean_pending_list(${indexId}::oid)::int as pages`);
  return rowsIn<{ pages: number }>(answer)[0]?.pages ?? 0;
}

/** Vacuums and analyzes every table after a bulk load. Not in a transaction. */
export async function tidy(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
}

/** Runs until stopped; a failed round goes to `onFailure` and is repeated an hour later. */
export const keepTidy = (database: Database, onFailure: (error: unknown) => void): BackgroundJob =>
  every(PAUSE, () => upkeep(database), onFailure);

/** For the embedded database: runs until stopped; a failed round goes to `onFailure` and is repeated an hour later. */
export const keepAnalysed = ({ db }: Database, onFailure: (error: unknown) => void): BackgroundJob =>
  every(LOOK, () => analyseGrown(db), onFailure);

/** Merges the lists of indexes until stopped; a failed round is repeated in a minute. */
export function keepMerged({ db }: Database, onFailure: (error: unknown) => void): BackgroundJob {
  const round = mergeChanged(db);
  return every(LOOK_FOR_CHANGES, async () => void (await round()), onFailure, AGAIN);
}

/** Adds ended sessions to the sums of the reports until stopped, so that no report has much to add; a failed round is repeated in a minute. */
export const keepCounted = ({ db }: Database, onFailure: (error: unknown) => void): BackgroundJob =>
  every(COUNT, () => countEndedSessions(db), onFailure, AGAIN);

function every(pause: number, work: () => Promise<void>, onFailure: (error: unknown) => void, again = PAUSE): BackgroundJob {
  return startJob(() =>
    work().then(
      () => pause,
      (error: unknown) => {
        onFailure(error);
        return again;
      },
    ),
  );
}
