/** Retention (PORTICO_RETENTION_DAYS): erases and anonymises older data, in small steps so that no request waits long for a lock. */
import { deleteOldEntries } from '../audit/erasureQueries';
import type { Db } from '../database/db';
import { eraseNumbers } from '../messages/sms/quotaQueries';
import { startJob, type BackgroundJob } from '../backgroundJob';
import { RESTORABLE_FOR } from '../audit/undoQueries';
import { anonymiseHistories, eraseExpiredGuests, eraseNotesOfUnused } from './erasureQueries';
import { firstDay, DAY } from './retentionQueries';

/**
 * Work per step: guests anonymised in a day's sessions, expired guests erased, notes removed from vouchers, audit entries deleted, phone
 * numbers removed from SMS.
 */
const AT_ONCE = { sessions: 100, expired: 10, notes: 1000, entries: 1000, numbers: 1000 };

/** Milliseconds until the next step, while there is more to do and otherwise. */
const PAUSE = { working: 250, idle: 3_600_000 };

/**
 * `step` does a small amount of work as of `now` and returns whether there is more. Sessions are anonymised by whole days, oldest first, so
 * that daily reports count the same number of guests.
 */
export function retention(db: Db, days: number): { step: (now: Date) => Promise<boolean> } {
  /** All sessions before this day are anonymised; undefined until determined. */
  let reached: Date | undefined;
  return {
    step: async (now) => {
      const cutoff = new Date(Math.floor(now.getTime() / DAY) * DAY - days * DAY);
      if ((await eraseExpiredGuests(db, cutoff, AT_ONCE.expired)) > 0) return true;
      if ((await eraseNotesOfUnused(db, cutoff, AT_ONCE.notes)) > 0) return true;
      if ((await deleteOldEntries(db, cutoff, AT_ONCE.entries)) > 0) return true;
      if ((await eraseNumbers(db, cutoff, AT_ONCE.numbers)) > 0) return true;
      reached ??= await firstDay(db);
      if (reached === undefined) return false;
      if (reached >= cutoff) {
        // Next time, start from here again: deleted sessions may be restored into a day that was already anonymised.
        reached = new Date(cutoff.getTime() - RESTORABLE_FOR - DAY);
        return false;
      }
      const next = new Date(reached.getTime() + DAY);
      if ((await anonymiseHistories(db, reached, next, AT_ONCE.sessions)) < AT_ONCE.sessions) reached = next;
      return true;
    },
  };
}

/** Runs until stopped; a failed step is reported and retried after an hour. */
export function keepRetention(db: Db, days: number, clock: () => Date, onFailure: (error: unknown) => void): BackgroundJob {
  const { step } = retention(db, days);
  return startJob(async () => {
    const isMore = await step(clock()).catch((error: unknown) => {
      onFailure(error);
      return false;
    });
    return isMore ? PAUSE.working : PAUSE.idle;
  });
}
