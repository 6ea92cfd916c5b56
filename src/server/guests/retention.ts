/**
 * Retention (README, PORTICO_RETENTION_DAYS): what is older than so many days loses its guests, a little at a time, so that nobody who
 * works meanwhile has to wait for it.
 */
import { min } from 'drizzle-orm';
import { forgetEntries } from '../audit/forgetting';
import type { Db } from '../database/db';
import { session_histories } from '../database/schema';
import { anonymiseHistories, eraseExpiredGuests } from './erasure';

const DAY = 86_400_000;

/** How many guests one step takes out of a day's sessions, how many expired ones it erases, and how many entries of the audit trail. */
const AT_ONCE = { sessions: 100, expired: 10, entries: 1000 };

/** Milliseconds between two steps while there is work, and after all is done: another day will have passed by then, or not. */
const PAUSE = { working: 250, idle: 3_600_000 };

/**
 * One step at a time: `step` does a little work for the moment `now`, and says whether there is more to do. Sessions go by the whole
 * days on which they began, from the oldest on, so that reports by day count as many guests as before.
 */
export function retention(db: Db, days: number): { step: (now: Date) => Promise<boolean> } {
  /** The sessions of all days before this one have no guests any more. */
  let reached: Date | undefined;
  return {
    step: async (now) => {
      const cutoff = new Date(Math.floor(now.getTime() / DAY) * DAY - days * DAY);
      if ((await eraseExpiredGuests(db, cutoff, AT_ONCE.expired)) > 0) return true;
      if ((await forgetEntries(db, cutoff, AT_ONCE.entries)) > 0) return true;
      reached ??= await firstDay(db);
      if (reached === undefined || reached >= cutoff) return false;
      const next = new Date(reached.getTime() + DAY);
      if ((await anonymiseHistories(db, reached, next, AT_ONCE.sessions)) < AT_ONCE.sessions) reached = next;
      return true;
    },
  };
}

async function firstDay(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ first: min(session_histories.start_time) }).from(session_histories);
  return row?.first ? new Date(Math.floor(row.first.getTime() / DAY) * DAY) : undefined;
}

/** Goes on until it is stopped; a step that fails is told and tried again later. `stop` waits for the step that runs. */
export function keepRetention(db: Db, days: number, clock: () => Date, onFailure: (error: unknown) => void): { stop: () => Promise<void> } {
  const { step } = retention(db, days);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const go = (): void => {
    running = step(clock())
      .catch((error: unknown) => {
        onFailure(error);
        return false;
      })
      .then((isMore) => {
        if (!isStopped) timer = setTimeout(go, isMore ? PAUSE.working : PAUSE.idle);
      });
  };
  go();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
