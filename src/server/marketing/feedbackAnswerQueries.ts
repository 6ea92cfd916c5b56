/** Guests' answers to questions about their stay, given on the pages to which the questions link. */
import { and, eq, isNull } from 'drizzle-orm';
import { languageIn, portalText } from '../../portal/texts';
import type { Db } from '../database/db';
import { feedback_refusals, feedback_requests } from '../database/schema';
import { withdrawConsent } from '../disclaimers/consentQueries';
import { post } from '../messages/outboxQueries';
import { findGuest, sha256, storedSettings } from './feedbackRequestQueries';
import type { FeedbackSettings } from './feedbackRules';
import { lookOf } from './queries';

/** Maximum length of a guest's message. */
export const MAX_MESSAGE = 2000;

/** A question that was sent, found by the token in its link. */
export type SentQuestion = typeof feedback_requests.$inferSelect;

/** The question whose link has this token; null if there is none. */
export async function findQuestion(db: Db, token: string): Promise<SentQuestion | null> {
  if (!/^[\w-]{16}$/.test(token)) return null;
  const [found] = await db
    .select()
    .from(feedback_requests)
    .where(eq(feedback_requests.token_hash, sha256(token)));
  return found ?? null;
}

/** Records when the question's page was first opened. */
export async function noteOpened(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(feedback_requests)
    .set({ opened: now })
    .where(and(eq(feedback_requests.id, id), isNull(feedback_requests.opened)));
}

/**
 * Stores an answer, once, and mails it to the hotspot's feedback address if it is a message, or if it has no more stars than the hotspot's
 * threshold. Returns whether to show the guest the review sites; the first answer decides.
 */
export async function answer(
  db: Db,
  question: SentQuestion,
  { stars, message }: { stars: number | null; message: string },
  { now, settings }: { now: Date; settings: FeedbackSettings },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .update(feedback_requests)
      .set({ answered: now, stars, message: message.slice(0, MAX_MESSAGE) })
      .where(and(eq(feedback_requests.id, question.id), isNull(feedback_requests.answered)))
      .returning();
    if (!stored) return (question.stars ?? 0) > settings.threshold;
    const isForHotspot = stars === null || stars <= settings.threshold;
    if (isForHotspot && settings.feedbackEmail !== '') await mailAnswer(tx, stored, settings.feedbackEmail, now);
    return !isForHotspot;
  });
}

async function mailAnswer(tx: Db, { hotspot_id, user_id, stars, message }: SentQuestion, recipient: string, now: Date): Promise<void> {
  const guest = user_id === null ? null : await findGuest(tx, user_id);
  const stored = await storedSettings(tx, hotspot_id);
  const { look, name } = await lookOf(tx, hotspot_id, stored);
  const language = languageIn(stored.guest_language) ?? 'en';
  const who = guest === null ? '' : guest.name === guest.email ? guest.email : `${guest.name} ${guest.email}`.trim();
  const text = [
    portalText(language, 'answer_lead', { hotspot: name, guest: who || '–' }),
    ...(stars === null ? [] : ['', '★'.repeat(stars) + '☆'.repeat(5 - stars)]),
    ...(message === '' ? [] : ['', message]),
    '',
    '--',
    look.business_name || name,
  ].join('\n');
  const mail = { subject: portalText(language, 'answer_subject', { hotspot: name }), text };
  const replyTo = guest !== null && guest.email !== '' ? { replyTo: guest.email } : {};
  await post(
    tx,
    {
      hotspotId: hotspot_id,
      userId: user_id,
      kind: 'answer',
      recipient,
      content: { channel: 'mail', mail: { ...mail, ...replyTo } },
    },
    now,
  );
}

/** Ends questions by this hotspot to the guest, and to the mailbox or number that was used. */
export async function refuseFurther(db: Db, { hotspot_id, user_id, mailbox_hash }: SentQuestion, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (mailbox_hash !== '')
      await tx
        .insert(feedback_refusals)
        .values({ hotspot_id, mailbox_hash, at: now })
        .onConflictDoUpdate({ target: [feedback_refusals.hotspot_id, feedback_refusals.mailbox_hash], set: { at: now } });
    if (user_id !== null) await withdrawConsent(tx, user_id, 'survey', now);
  });
}
