/** Asks guests about their stay, every minute. */
import { startJob, type BackgroundJob } from '../backgroundJob';
import type { Config } from '../config';
import { hasUnits } from '../config';
import type { Db } from '../database/db';
import type { Mailer } from '../messages/mailer';
import type { FEEDBACK_OBSTACLES } from '../../contract/feedback';
import { forgetMailboxes } from './feedbackRequestQueries';
import { sendDueRequests, planFeedback } from './feedbackRequests';

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * How far back to look for sessions whose guests should be asked: after a start, to cover the time that the server was off, and each
 * minute.
 */
const LOOKS_BACK = { atStart: 7 * DAY, then: DAY };

/** URL of the pages on which guests answer; null if the server doesn't know it, or serves no portal. */
export function portalUrlOf(config: Config): string | null {
  const origin = config.portalOrigin ?? config.publicUrl;
  return origin === undefined || !hasUnits(config) ? null : `${origin}${config.basePath}/portal`;
}

/** Why no guest can be asked, at any hotspot; null if there is no obstacle. */
export function obstacleOf(config: Config, mailer: Mailer): (typeof FEEDBACK_OBSTACLES)[number] | null {
  if (!hasUnits(config)) return 'no_portal';
  if (!mailer.isConfigured) return 'no_mail_server';
  return portalUrlOf(config) === null ? 'no_public_url' : null;
}

/** Plans and sends questions until stopped; a failed round goes to `onFailure`, and the next one runs as usual. */
export function keepFeedback(
  { db, clock, zone, portalUrl, wake }: { db: Db; clock: () => Date; zone: string; portalUrl: string; wake: () => void },
  onFailure: (error: unknown) => void,
): BackgroundJob {
  let looksBack = LOOKS_BACK.atStart;
  return startJob(async () => {
    try {
      const now = clock();
      await planFeedback(db, { since: new Date(now.getTime() - looksBack), now, zone });
      looksBack = LOOKS_BACK.then;
      await forgetMailboxes(db, now);
      const isMore = await sendDueRequests(db, { now, zone, portalUrl });
      wake();
      return isMore ? 0 : MINUTE;
    } catch (error) {
      onFailure(error);
      return MINUTE;
    }
  });
}
