/** Periodic session upkeep: ends silent sessions and deletes data past its retention. */
import type { Db } from '../database/db';
import { startJob, type BackgroundJob } from '../backgroundJob';
import { forgetFigures } from '../access/portalFigureQueries';
import { forgetDecisions } from '../access/decisionQueries';
import { forgetCodes } from '../portal/sentCodeQueries';
import { endSilentSessions, forgetReports } from '../access/sessionQueries';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Milliseconds before the first round: units couldn't report while the server was down, so give them time to do so. */
const FIRST = 15 * MINUTE;

/** Default retention of access decisions, in days. */
const DECISION_DAYS = 90;

/** Default retention of portal figures, in days: a year and the one before it. */
const FIGURE_DAYS = 731;

/** Rows deleted per round, so that no lock is held for long. */
const AT_ONCE = 5000;

/** Runs every minute until stopped; a failed round goes to `onFailure` and the next one runs as usual. */
export function startSessionMaintenance(
  db: Db,
  retentionDays: number | undefined,
  clock: () => Date,
  onFailure: (error: unknown) => void,
): BackgroundJob {
  return startJob(async () => {
    await round(db, retentionDays, clock()).catch(onFailure);
    return MINUTE;
  }, FIRST);
}

async function round(db: Db, days: number | undefined, now: Date): Promise<void> {
  await endSilentSessions(db, now.getTime());
  await forgetReports(db, now.getTime(), AT_ONCE);
  await forgetDecisions(db, new Date(now.getTime() - (days ?? DECISION_DAYS) * DAY), AT_ONCE);
  await forgetFigures(db, new Date(now.getTime() - (days ?? FIGURE_DAYS) * DAY).toISOString().slice(0, 10), AT_ONCE);
  await forgetCodes(db, now, AT_ONCE);
}
