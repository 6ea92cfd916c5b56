/** What has to be done about sessions while nobody asks: ending silent ones, and forgetting what is no longer needed. */
import type { Db } from '../database/db';
import { repeat, type Repeating } from '../repeating';
import { forgetDecisions } from './queries';
import { forgetCodes } from '../portal/sentCodes';
import { forgetTries } from '../portal/throttle';
import { endSilentSessions, forgetReports } from './sessionStore';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Units get this long after a start to be heard of: while the server was away, all of them were silent. */
const FIRST = 15 * MINUTE;

/** Days for which decisions are kept if nothing else says how long. */
const DECISION_DAYS = 90;

/** Rows forgotten in a round, so that nobody waits for long. */
const AT_ONCE = 5000;

/** Runs each minute until stopped; a failed round is reported and tried again. */
export function keepSessions(db: Db, retentionDays: number | undefined, clock: () => Date, onFailure: (error: unknown) => void): Repeating {
  return repeat(async () => {
    await round(db, retentionDays ?? DECISION_DAYS, clock()).catch(onFailure);
    return MINUTE;
  }, FIRST);
}

async function round(db: Db, days: number, now: Date): Promise<void> {
  await endSilentSessions(db, now.getTime());
  await forgetReports(db, now.getTime(), AT_ONCE);
  await forgetDecisions(db, new Date(now.getTime() - days * DAY), AT_ONCE);
  await forgetTries(db, now, AT_ONCE);
  await forgetCodes(db, now, AT_ONCE);
}
