/**
 * Remembers refusals, and repeats them until their time is over without asking the database, so that repeated requests cost it nothing.
 * Relies only on counts that are no longer taken back, and for minutes at most, so that nobody is refused for longer than the counts say
 * (docs/limits.md says what takes them back).
 */
import { and, desc, gt, lt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../database/db';
import { ttlCache } from '../ttlCache';

const MINUTE = 60_000;
const MAX_REFUSALS = 10_000;

/** Counts, as rows of a table. */
interface Counts {
  /** The key under which the refusal is remembered. */
  key: string;
  rows: { table: PgTable; at: AnyPgColumn; which: SQL | undefined };
  most: number;
  /** The period in which they count. */
  seconds: number;
  /** Milliseconds after which a row is no longer taken back, because its outcome is known. */
  settledAfter: number;
  /** Milliseconds after which the database is asked again, for rows that may be deleted early. */
  lookedAtAfter?: number;
}

/** By key, when the refusal was decided and until when it lasts, in milliseconds. `from` matters if the clock is set back. */
const memory = new WeakMap<Db, ReturnType<typeof ttlCache<{ from: number; until: number }>>>();

/** Until when any of these is refused; null if no refusal is remembered. */
export function refusedUntil(db: Db, keys: readonly string[], now: Date): Date | null {
  const time = now.getTime();
  const lasting = keys.flatMap((key) => memory.get(db)?.get(key) ?? []).filter(({ from, until }) => from <= time && time < until);
  return lasting.length === 0 ? null : new Date(Math.max(...lasting.map(({ until }) => until)));
}

/** Remembers a refusal if there are as many rows as the limit allows, without those that may still be taken back. */
export async function rememberRefusal(db: Db, { key, rows, most, seconds, settledAfter, lookedAtAfter }: Counts, now: Date): Promise<void> {
  const { table, at, which } = rows;
  const time = now.getTime();
  const [last] = await db
    .select({ at })
    .from(table)
    .where(and(which, gt(at, new Date(time - seconds * 1000)), lt(at, new Date(time - settledAfter))))
    .orderBy(desc(at))
    .offset(most - 1)
    .limit(1);
  if (!(last?.at instanceof Date)) return;
  const known = memory.get(db) ?? ttlCache<{ from: number; until: number }>(MAX_REFUSALS, 10 * MINUTE);
  memory.set(db, known);
  known.set(key, { from: time, until: Math.min(last.at.getTime() + seconds * 1000, time + (lookedAtAfter ?? 10 * MINUTE)) });
}

/** Forgets a refusal whose counts have been deleted. */
export const forgetRefusal = (db: Db, key: string): void => memory.get(db)?.delete(key);
