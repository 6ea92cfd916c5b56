import type { Db } from '../database/db';
import type { Carriers } from '../messages/tries';
import { isStillWanted } from './feedbackRequestQueries';
import { attachmentsOf } from './guestMail';
import { lookOf } from './queries';

/** What the outbox has to ask about hotspots and guests before it sends a message. */
export const ofMarketing = (db: Db): Pick<Carriers, 'logoOf' | 'isStillWanted'> => ({
  logoOf: async (hotspotId) => attachmentsOf((await lookOf(db, hotspotId)).look),
  isStillWanted,
});
