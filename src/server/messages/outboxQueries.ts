/**
 * The outbox: mails, SMS and webhook calls are rows, written in the transaction that causes them (`post`), and sent by the workers of every
 * replica (sender.ts).
 */
import { and, eq, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { MessageKind } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import type { OutboxContent } from '../database/jsonColumns';
import { outbox } from '../database/schema';
import { laneOf, maskedRecipient } from './lanes';
import { releaseSms } from './sms/quotaQueries';

export interface Message {
  kind: MessageKind;
  recipient: string;
  content: OutboxContent;
  /** What the message is about, and for whom it is; at least a hotspot or a manager. */
  hotspotId?: number;
  accountId?: number;
  userId?: number | null;
  requestId?: number | null;
  codeId?: number;
  integrationId?: number;
  /** When it is too late to send it; by default as in `USEFUL_FOR`. */
  expires?: Date;
}

export type Row = typeof outbox.$inferSelect;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

/** Milliseconds after which messages are no longer sent. */
const USEFUL_FOR: Readonly<Record<MessageKind, number>> = {
  code: 10 * MINUTE,
  test: 10 * MINUTE,
  password_reset: 30 * MINUTE,
  feedback: 3 * DAY,
  review: 3 * DAY,
  voucher: 7 * DAY,
  sms_warning: 7 * DAY,
  answer: 30 * DAY,
  sync: 30 * DAY,
};

/** For how long sending a message is retried automatically. */
export const RETRIED_FOR = DAY;

/**
 * A message claimed by a worker for this long is claimed anew, because the worker must be gone: a mail server may take ten seconds for each
 * response, but never that long. Messages that somebody waits for are claimed anew sooner.
 */
export const CLAIMED_FOR = { usual: 5 * MINUTE, awaited: 2 * MINUTE };

/** For how long finished messages are kept. */
const RETENTION_MS = 30 * DAY;
const FORGOTTEN_AT_ONCE = 1000;

/** Maximum postponement of a message, by quiet hours or at its destination's request. */
const LONGEST_WAIT = 26 * 60 * MINUTE;

/** Adds a message, in the transaction that causes it. After the commit, call `wake` if it shouldn't wait for the next round. */
export async function post(tx: Db, message: Message, now: Date): Promise<void> {
  await tx.insert(outbox).values({ ...valuesOf(message, now), next_try: now });
}

/** The same for a message that the caller itself sends after the commit (`sendNow`), because somebody waits for the outcome. */
export async function postTaken(tx: Db, message: Message, now: Date): Promise<Row> {
  const [row] = await tx
    .insert(outbox)
    .values({ ...valuesOf(message, now), state: 'sending', tries: 1, next_try: new Date(now.getTime() + CLAIMED_FOR.awaited) })
    .returning();
  if (!row) throw new Error('no message was stored');
  return row;
}

/** Does as much work as `post`, so that the time it takes doesn't reveal that there is no recipient. */
export async function postToNobody(tx: Db, message: Message, now: Date): Promise<void> {
  await tx.insert(outbox).values({ ...valuesOf(message, now), recipient: '', state: 'failed', next_try: now, ended: new Date(0) });
}

function valuesOf({ kind, recipient, content, expires, ...about }: Message, now: Date) {
  const useful = expires ?? new Date(now.getTime() + USEFUL_FOR[kind]);
  const { hotspotId, accountId, userId, requestId, codeId, integrationId } = about;
  return {
    hotspot_id: hotspotId,
    account_id: accountId,
    user_id: userId,
    request_id: requestId,
    code_id: codeId,
    integration_id: integrationId,
    kind,
    channel: content.channel,
    lane: laneOf({ channel: content.channel, kind, integrationId }),
    recipient,
    content,
    expires: useful,
    created: now,
    retry_until: new Date(Math.min(useful.getTime(), now.getTime() + RETRIED_FOR)),
  };
}

/** Messages that haven't been sent and haven't failed. */
export const isUnsent = inArray(outbox.state, ['waiting', 'sending']);

/** Deletes messages, sent or not. SMS that are waiting to be sent are refunded to their packs. */
export async function deleteMessages(tx: Db, which: SQL | undefined): Promise<void> {
  const gone = await tx.delete(outbox).where(which).returning({ state: outbox.state, content: outbox.content });
  for (const { state, content } of gone)
    if (state === 'waiting' && content?.channel === 'sms' && content.reserved) await releaseSms(tx, content.reserved);
}

/** Deletes a hotspot's unsent messages to an integration, which a newer one replaces. */
export async function deleteUnsentSyncs(tx: Db, hotspots: SQL, integrationId: number): Promise<void> {
  await deleteMessages(tx, and(isUnsent, eq(outbox.integration_id, integrationId), eq(outbox.kind, 'sync'), hotspots));
}

/** Deletes messages about and to guests of a hotspot: by their ids, and by their mailboxes and numbers. */
export async function deleteMessagesOf(tx: Db, hotspotId: number, guestIds: number[], recipients: string[]): Promise<void> {
  const { hotspot_id, user_id, recipient } = outbox;
  const theirs = or(inArray(user_id, guestIds), recipients.length > 0 ? inArray(recipient, recipients) : undefined);
  await deleteMessages(tx, and(eq(hotspot_id, hotspotId), theirs));
}

/** Deletes messages that ended long ago, and content and recipient of failed ones that are too late to send. */
export async function forgetMessages(db: Db, now: Date): Promise<void> {
  const { id, ended, state, expires, next_try, content, recipient, channel } = outbox;
  const some = (which: SQL | undefined) => db.select({ id }).from(outbox).where(which).limit(FORGOTTEN_AT_ONCE);
  await db.delete(outbox).where(inArray(id, some(and(isNotNull(ended), lt(ended, new Date(now.getTime() - RETENTION_MS))))));
  const useless = await db
    .select({ id, channel, recipient })
    .from(outbox)
    .where(and(eq(state, 'failed'), isNotNull(content), lt(expires, now)))
    .limit(FORGOTTEN_AT_ONCE);
  for (const one of useless)
    await db
      .update(outbox)
      .set({ content: null, recipient: maskedRecipient(one.channel, one.recipient) })
      .where(and(eq(id, one.id), eq(state, 'failed')));
  // A server whose clock was ahead may have postponed messages too far.
  const latest = new Date(now.getTime() + LONGEST_WAIT);
  await db
    .update(outbox)
    .set({ next_try: now, expires: sql`least(${expires}, ${new Date(now.getTime() + RETRIED_FOR).toISOString()}::timestamptz)` })
    .where(and(isUnsent, sql`${next_try} > ${latest.toISOString()}::timestamptz`));
}
