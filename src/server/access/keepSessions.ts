/** What has to be done about sessions while nobody asks: ending silent ones, and forgetting what is no longer needed. */
import type { Db } from '../database/db';
import { repeat, type Repeating } from '../repeating';
import { forgetFigures } from './portalFigures';
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

/** Days for which the figures of the portal are kept if nothing else says how long: a year and the one before. */
const FIGURE_DAYS = 731;

/** Rows forgotten in a round, so that nobody waits for long. */
const AT_ONCE = 5000;

/** Runs each minute until stopped; a failed round is reported and tried again. */
export function keepSessions(db: Db, retentionDays: number | undefined, clock: () => Date, onFailure: (error: unknown) => void): Repeating {
  return repeat(async () => {
    await round(db, retentionDays, clock()).catch(onFailure);
    return MINUTE;
  }, FIRST);
}

async function round(db: Db, days: number | undefined, now: Date): Promise<void> {
  await endSilentSessions(db, now.getTime());
  await forgetReports(db, now.getTime(), AT_ONCE);
  await forgetDecisions(db, new Date(now.getTime() - (days ?? DECISION_DAYS) * DAY), AT_ONCE);
  await forgetFigures(db, new Date(now.getTime() - (days ?? FIGURE_DAYS) * DAY).toISOString().slice(0, 10), AT_ONCE);
  await forgetTries(db, now, AT_ONCE);
  await forgetCodes(db, now, AT_ONCE);
}
