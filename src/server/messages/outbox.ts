/**
 * The outbox: mails and SMS that nobody waits for are rows, written in the transaction of their cause, and sent by every replica's worker.
 * A row is claimed before it is sent, so that no two workers send it, and claimed anew if its worker is gone. A mail keeps its Message-ID
 * over all tries: whether a server that was lost before it answered has taken it, nobody here can know, but the reader's mailbox can.
 */
import { and, asc, eq, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { OutboxKind } from '../../contract/messages';
import { startJob, type BackgroundJob } from '../backgroundJob';
import type { Db } from '../database/db';
import { feedback_requests, outbox } from '../database/schema';
import type { Mail, Mailer } from './mailer';
import { outsideQuietHours, type QuietHours } from './quietHours';
import { releaseSms, type ReservedSms } from './sms/quotas';
import type { Sms } from './sms/sms';

/** What is sent. A mail's logo is loaded when it is sent: in each row it would be a thousand times the text. */
export type OutboxContent = { quiet?: QuietHours } & (
  | { channel: 'mail'; mail: Omit<Mail, 'to' | 'attachments'> }
  | { channel: 'sms'; text: string; reserved: ReservedSms }
);

export interface Message {
  hotspotId: number;
  userId: number | null;
  requestId: number | null;
  kind: OutboxKind;
  recipient: string;
  content: OutboxContent;
  /** When it must not arrive; left out for mails to staff. */
  quiet?: QuietHours;
}

interface Carriers {
  db: Db;
  mailer: Mailer;
  sms: Sms;
  clock: () => Date;
  /** Attachments of a hotspot's mails. */
  attachmentsOf: (hotspotId: number) => Promise<Mail['attachments']>;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

/** After this a message is given up. */
const USEFUL_FOR = DAY;

/** A worker that was given a message for this long is gone: far more than a mail server may take for all its answers. */
const CLAIMED_FOR = 5 * MINUTE;

/** Messages that one worker sends at once, to one destination: a mail server or an SMS gateway. */
const AT_ONCE = 4;

/** Ended messages are kept this long. */
const KEPT_FOR = 30 * DAY;
const FORGOTTEN_AT_ONCE = 1000;

/** Milliseconds until the next round: while there is more to send, when there is nothing, and when a destination does not answer. */
const PAUSE = { working: 0, idle: 5 * SECOND };

/** Adds a message in the transaction of its cause. */
export async function post(tx: Db, { hotspotId, userId, requestId, kind, recipient, content, quiet }: Message, now: Date): Promise<void> {
  await tx.insert(outbox).values({
    ...{ hotspot_id: hotspotId, user_id: userId, request_id: requestId, kind, channel: content.channel, recipient },
    content: { ...content, ...(quiet && { quiet }) },
    ...{ next_try: now, expires: new Date(now.getTime() + USEFUL_FOR), created: now },
  });
}

/** Milliseconds until the next try after `tries`: a minute, doubled up to an hour, and up to half of it more. */
export const pauseAfter = (tries: number, random: () => number = Math.random): number =>
  Math.min(60, 2 ** Math.max(0, tries - 1)) * MINUTE * (1 + random() / 2);

/** Sends up to `AT_ONCE` messages of a channel that are due. Returns whether there may be more that can be sent now. */
export async function sendDue(carriers: Carriers, channel: Channel): Promise<boolean> {
  const { db, clock } = carriers;
  const claimed = await claim(db, channel, clock());
  // Each is settled as soon as it is sent: what another one waits for must not make it be sent again.
  const outcomes = await Promise.all(
    claimed.map(async (row) => {
      const outcome = await sendOne(carriers, row);
      await settle(db, row, outcome, clock());
      return outcome;
    }),
  );
  // If nobody answers, the others would only lose a try.
  return claimed.length === AT_ONCE && outcomes.some(({ kind }) => kind !== 'unreachable');
}

type Row = typeof outbox.$inferSelect;
type Channel = Row['channel'];

async function claim(db: Db, channel: Channel, now: Date): Promise<Row[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.state, 'waiting'), eq(outbox.channel, channel), lte(outbox.next_try, now)))
    .orderBy(asc(outbox.next_try), asc(outbox.id))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  return db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, next_try: new Date(now.getTime() + CLAIMED_FOR) })
    .where(inArray(outbox.id, due))
    .returning();
}

type Outcome = { kind: 'sent' } | { kind: 'quiet'; until: Date } | { kind: 'unreachable' | 'later' | 'never'; reason: string };

async function sendOne(
  { mailer, sms, clock, attachmentsOf }: Carriers,
  { recipient, content, hotspot_id, expires }: Row,
): Promise<Outcome> {
  if (content === null || expires <= clock()) return { kind: 'never', reason: 'too late' };
  // A repeated message may come due in the night.
  const allowed = content.quiet === undefined ? clock() : outsideQuietHours(clock(), content.quiet);
  if (allowed > clock()) return { kind: 'quiet', until: allowed };
  if (content.channel === 'sms') {
    const failure = await sms.send({ number: recipient, text: content.text });
    return failure === null ? { kind: 'sent' } : { kind: 'later', reason: failure.failed };
  }
  const attachments = await attachmentsOf(hotspot_id);
  const delivery = await mailer.send({ ...content.mail, to: recipient, ...(attachments && { attachments }) });
  if (delivery === 'sent') return { kind: 'sent' };
  if (delivery === 'not configured') return { kind: 'unreachable', reason: delivery };
  if ('unreachable' in delivery) return { kind: 'unreachable', reason: delivery.unreachable };
  return { kind: delivery.isPermanent ? 'never' : 'later', reason: delivery.refused };
}

/** Stores how a try ended. What was sent keeps no content; an SMS that was given up goes back to the pack. */
async function settle(db: Db, row: Row, outcome: Outcome, now: Date): Promise<void> {
  const where = and(eq(outbox.id, row.id), eq(outbox.state, 'waiting'));
  if (outcome.kind === 'sent') {
    await db.transaction(async (tx) => {
      await tx.update(outbox).set({ state: 'sent', reason: '', content: null, ended: now }).where(where);
      if (row.request_id !== null)
        await tx.update(feedback_requests).set({ state: 'sent', sent: now }).where(eq(feedback_requests.id, row.request_id));
    });
    return;
  }
  if (outcome.kind === 'quiet') {
    await db
      .update(outbox)
      .set({ next_try: outcome.until, tries: row.tries - 1 })
      .where(where);
    return;
  }
  const next = new Date(now.getTime() + pauseAfter(row.tries));
  const reason = outcome.reason.slice(0, 500);
  if (outcome.kind !== 'never' && next < row.expires) {
    await db.update(outbox).set({ next_try: next, reason }).where(where);
    return;
  }
  await db.transaction(async (tx) => {
    await tx.update(outbox).set({ state: 'failed', reason, ended: now }).where(where);
    if (row.request_id !== null)
      await tx.update(feedback_requests).set({ state: 'failed' }).where(eq(feedback_requests.id, row.request_id));
  });
  if (row.content?.channel === 'sms') await releaseSms(db, row.content.reserved);
}

/** Deletes messages that ended long ago. */
export async function forgetMessages(db: Db, now: Date): Promise<void> {
  const old = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNotNull(outbox.ended), lt(outbox.ended, new Date(now.getTime() - KEPT_FOR))))
    .limit(FORGOTTEN_AT_ONCE);
  await db.delete(outbox).where(inArray(outbox.id, old));
}

/**
 * Sends a channel's messages until stopped; a failed round goes to `onFailure`, and the next one runs as usual. Each channel has a job of
 * its own, so that a mail server that hangs keeps no SMS waiting.
 */
export function keepSending(carriers: Carriers, channel: Channel, onFailure: (error: unknown) => void): BackgroundJob {
  return startJob(async () => {
    try {
      return (await sendDue(carriers, channel)) ? PAUSE.working : PAUSE.idle;
    } catch (error) {
      onFailure(error);
      return PAUSE.idle;
    }
  });
}
