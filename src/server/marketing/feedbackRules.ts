/** When guests are asked about their stay (MKT-12 to MKT-20). Pure rules; feedbackRequests.ts applies them. */
import type { FeedbackKind } from '../../contract/feedback';
import { MARKETING_DEFAULTS, QUIET_HOURS_DEFAULT } from '../../contract/plain/hotspotPreferences';
import type { QuietHours } from '../database/jsonColumns';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Default minutes from the first log-in to the first question. */
const FIRST_AFTER = 60;
/** Default days to the second question. */
const SECOND_AFTER_DAYS = 4;

/** A question that is later than this isn't sent: the guest has forgotten the stay, or thinks of another. */
const TOO_LATE = 3 * DAY;

/** Whether a question that is due at `due` would be too late at `at`. */
export const isTooLate = (due: Date, at: Date): boolean => at.getTime() - due.getTime() > TOO_LATE;

/** For how long a hotspot doesn't ask a mailbox the same question again, even for another guest with that mailbox. */
export const REQUEST_AGAIN_AFTER = 180 * DAY;

export interface FeedbackSettings {
  feedbackEmail: string;
  isOn: Readonly<Record<FeedbackKind, boolean>>;
  bySms: boolean;
  /** Minutes. */
  firstAfter: number;
  /** Days after the first; null for the end of the guest's access. */
  secondAfterDays: number | null;
  /** Answers with up to this many stars go to the feedback address; with more, the guest is shown the review sites. */
  threshold: number;
  reviewSites: readonly string[];
  quiet: QuietHours;
  subject: Readonly<Record<FeedbackKind, string>>;
  body: Readonly<Record<FeedbackKind, string>>;
}

/** Reads stored preferences, by key. `zone` is the server's, for hotspots without one of their own. */
export function feedbackSettingsIn(stored: Readonly<Partial<Record<string, string>>>, zone: string): FeedbackSettings {
  const text = (key: keyof typeof MARKETING_DEFAULTS) => stored[key] ?? MARKETING_DEFAULTS[key];
  const isSet = (key: keyof typeof MARKETING_DEFAULTS) => text(key) === 'true';
  const number = (key: keyof typeof MARKETING_DEFAULTS, fallback: number) => (text(key) === '' ? fallback : Number(text(key)));
  const isOn = isSet('marketing_1_enabled');
  const [from = 0, until = 0] = (stored.marketing_17_quiet_hours || QUIET_HOURS_DEFAULT).split('-').map(Number);
  return {
    feedbackEmail: text('marketing_2_feedback_email'),
    isOn: {
      feedback: isOn && isSet('marketing_3_first_email_enabled'),
      review: isOn && isSet('marketing_4_second_email_enabled'),
    },
    bySms: isSet('marketing_5_sms_enabled'),
    firstAfter: number('marketing_6_first_after', FIRST_AFTER),
    secondAfterDays: text('marketing_7_second_after') === 'days' ? number('marketing_8_second_after_days', SECOND_AFTER_DAYS) : null,
    threshold: number('marketing_9_threshold', 3),
    reviewSites: [text('marketing_10_first_url'), text('marketing_11_second_url'), text('marketing_12_third_url')].filter(
      (url) => url !== '',
    ),
    quiet: { from, until, zone: stored.time_zone || zone },
    subject: { feedback: text('marketing_15_feedback_subject_text'), review: text('marketing_16_review_subject_text') },
    body: { feedback: text('marketing_13_feedback_body_text'), review: text('marketing_14_review_body_text') },
  };
}

/** When a guest who went online at `start` should be asked; null for never, because the access doesn't end. */
export function dueAt(
  kind: FeedbackKind,
  { start, validUntil }: { start: Date; validUntil: Date | null },
  { firstAfter, secondAfterDays }: Pick<FeedbackSettings, 'firstAfter' | 'secondAfterDays'>,
): Date | null {
  const first = start.getTime() + firstAfter * MINUTE;
  if (kind === 'feedback') return new Date(first);
  return secondAfterDays === null ? validUntil : new Date(first + secondAfterDays * DAY);
}
