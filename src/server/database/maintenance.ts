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
 * Milliseconds between rounds, between checks for tables that have grown, and until ended sessions are counted if nobody reads reports, and
 * again after a failure.
 */
const PAUSE = 3_600_000;
const LOOK = 5000;
const COUNT = 5_000;
const COUNT_AGAIN = 60_000;

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

/** Adds ended sessions to the sums of the reports until stopped, so that no report has much to add; a failed round is repeated in a minute. */
export const keepCounted = ({ db }: Database, onFailure: (error: unknown) => void): BackgroundJob =>
  every(COUNT, () => countEndedSessions(db), onFailure, COUNT_AGAIN);

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
