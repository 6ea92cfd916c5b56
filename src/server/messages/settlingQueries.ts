import { and, eq } from 'drizzle-orm';
import type { Db } from '../database/db';
import { failing_destinations, feedback_requests, hotspot_integrations, outbox } from '../database/schema';
import { destinationOf, maskedRecipient } from './lanes';
import { isUnsent, post, type Row } from './outboxQueries';
import { releaseSms, smsWarnings } from './sms/quotaQueries';
import { pauseAfter, type Carriers, type Outcome, type Unsent } from './tries';

/** Maximum postponement of a message at its receiver's request, in milliseconds. */
const LONGEST_RETRY_AFTER = 6 * 3_600_000;

/** Why it failed, without the recipient, which mail servers repeat in their messages. */
export const reasonOf = ({ channel, recipient }: Row, { reason }: Unsent): string =>
  (recipient === '' ? reason : reason.replaceAll(recipient, maskedRecipient(channel, recipient))).slice(0, 500);

/** The part of the carriers that is needed here. */
type Settling = Pick<Carriers, 'db' | 'clock' | 'mailer' | 'product'>;

/** Stores the outcome of a try. A sent message keeps no content; an SMS that is given up is refunded to the pack. */
export async function settle(carriers: Settling, row: Row, outcome: Outcome): Promise<void> {
  const { db, clock } = carriers;
  const now = clock();
  if (outcome.kind === 'sent') return db.transaction((tx) => settleSent(tx, carriers, row, now));
  // If another worker has claimed the message meanwhile, that one decides what happens next.
  const mine = and(eq(outbox.id, row.id), eq(outbox.state, 'sending'), eq(outbox.tries, row.tries));
  if (outcome.kind === 'quiet') {
    await db
      .update(outbox)
      .set({ state: 'waiting', next_try: outcome.until, tries: row.tries - 1 })
      .where(mine);
    return;
  }
  const reason = reasonOf(row, outcome);
  const next = new Date(now.getTime() + Math.max(pauseAfter(row.tries), Math.min(outcome.after ?? 0, LONGEST_RETRY_AFTER)));
  // Somebody was told that the first try failed. After a later one, made because a server died, nobody was.
  const isReported = row.content?.isAwaited === true && row.tries === 1;
  const isRepeated = outcome.kind !== 'never' && !isReported && next < row.retry_until;
  await db.transaction(async (tx) => {
    const [settled] = await tx
      .update(outbox)
      .set(isRepeated ? { state: 'waiting', next_try: next, reason } : { state: 'failed', reason, ended: now })
      .where(mine)
      .returning({ id: outbox.id });
    if (outcome.kind !== 'never') await noteFailing(tx, row.lane, reason, now);
    if (!settled || isRepeated) return;
    if (row.request_id !== null)
      await tx.update(feedback_requests).set({ state: 'failed' }).where(eq(feedback_requests.id, row.request_id));
    if (row.content?.channel === 'sms' && row.content.reserved) {
      const { reserved, ...content } = row.content;
      await releaseSms(tx, reserved);
      await tx.update(outbox).set({ content }).where(eq(outbox.id, row.id));
    }
  });
}

async function settleSent(tx: Db, { mailer, product }: Settling, row: Row, now: Date): Promise<void> {
  const recipient = maskedRecipient(row.channel, row.recipient);
  const [settled] = await tx
    .update(outbox)
    .set({ state: 'sent', reason: '', content: null, recipient, ended: now })
    .where(and(eq(outbox.id, row.id), isUnsent))
    .returning({ id: outbox.id });
  await tx.delete(failing_destinations).where(eq(failing_destinations.name, destinationOf(row.lane)));
  if (!settled) return;
  const { content, request_id, hotspot_id, integration_id, kind } = row;
  if (request_id !== null) await tx.update(feedback_requests).set({ state: 'sent', sent: now }).where(eq(feedback_requests.id, request_id));
  if (kind === 'sync' && hotspot_id !== null && integration_id !== null)
    await tx
      .update(hotspot_integrations)
      .set({ last_sync: now })
      .where(and(eq(hotspot_integrations.hotspot_id, hotspot_id), eq(hotspot_integrations.integration_id, integration_id)));
  if (content?.channel === 'sms' && content.reserved && mailer.isConfigured)
    for (const { to, accountId, ...mail } of await smsWarnings(tx, content.reserved, product, now))
      await post(tx, { kind: 'sms_warning', accountId, recipient: to, content: { channel: 'mail', mail } }, now);
}

async function noteFailing(tx: Db, lane: string, reason: string, now: Date): Promise<void> {
  await tx
    .insert(failing_destinations)
    .values({ name: destinationOf(lane), reason, since: now, last: now })
    .onConflictDoUpdate({ target: failing_destinations.name, set: { reason, last: now } });
}
