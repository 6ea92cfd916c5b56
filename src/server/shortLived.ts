/** Deletes what is stored for a limited time: previous secrets and keys, counts of limits, expired vouchers, and what staff deleted. */
import { forgetKeys } from './auth/serverKeyQueries';
import { startJob, type BackgroundJob } from './backgroundJob';
import type { Db } from './database/db';
import { forgetDeleted } from './deleted/restoringQueries';
import { forgetCounts } from './limits/queries';
import { endPreviousSecrets } from './units/secretQueries';
import { deleteExpiredVouchers } from './vouchers/keeping';

const MINUTE = 60_000;

/** Maximum rows deleted per table and round, so that no lock is held for long. */
const AT_ONCE = 5000;

/** Maximum deletions finally carried out per round. */
const THINGS_AT_ONCE = 100;

/** Runs every minute until stopped; a failed round goes to `onFailure`, and the next one runs as usual. */
export function keepShortLived(db: Db, clock: () => Date, onFailure: (error: unknown) => void): BackgroundJob {
  return startJob(async () => {
    try {
      await endPreviousSecrets(db, clock());
      await forgetKeys(db, clock());
      await forgetCounts(db, clock(), AT_ONCE);
      await deleteExpiredVouchers(db, clock(), AT_ONCE);
      await forgetDeleted(db, clock(), THINGS_AT_ONCE);
    } catch (error) {
      onFailure(error);
    }
    return MINUTE;
  });
}
