/** Feedback and reviews: what guests are asked after they go online, and what staff see of it. */
import { z } from 'zod';
import { id, moment, paging } from './lists';

/** The first mail asks for a message, the second for stars. */
export const FEEDBACK_KINDS = ['feedback', 'review'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** `waiting`: in the outbox. `sent`: delivered. `failed`: couldn't be delivered. `dropped`: not sent, for one of `FEEDBACK_REASONS`. */
export const FEEDBACK_STATES = ['planned', 'waiting', 'sent', 'dropped', 'failed'] as const;

/** Why a question was not asked. */
export const FEEDBACK_REASONS = [
  'switched_off',
  'no_consent',
  'refused',
  'no_address',
  'asked_before',
  'too_late',
  'no_sms_left',
  'gone',
] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

/** Why no question can be sent for any hotspot. */
export const FEEDBACK_OBSTACLES = ['no_mail_server', 'no_public_url', 'no_portal'] as const;

/** GET /api/marketing/{hotspotId}/results (our server only). */
export const feedbackResultsQuery = paging;

const feedbackAnswer = z.object({
  id,
  answered: moment,
  kind: z.enum(FEEDBACK_KINDS),
  stars: z.number().int().min(1).max(5).nullable(),
  message: z.string(),
  /** The guest; 0 and '' once erased. */
  user_id: id,
  name: z.string(),
  email: z.string(),
});
export type FeedbackAnswer = z.infer<typeof feedbackAnswer>;

export const feedbackResults = z.object({
  /** Why no guest is asked; null if nothing stands in the way. */
  obstacle: z.enum(FEEDBACK_OBSTACLES).nullable(),
  /** Questions that aren't due or aren't delivered yet. */
  planned: id,
  sent: id,
  failed: id,
  opened: id,
  answered: id,
  refused: id,
  /** Answers with one to five stars, by month (YYYY-MM of the hotspot), oldest first. */
  stars: z.array(z.object({ month: z.string(), counts: z.array(id).length(5) })),
  data: z.array(feedbackAnswer),
  total: id,
});
export type FeedbackResults = z.infer<typeof feedbackResults>;
