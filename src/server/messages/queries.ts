import { and, desc, eq, gte, lte, ne, or, sql } from 'drizzle-orm';
import type { ListMessages, OutboxMessage } from '../../contract/messages';
import type { MessageChannel } from '../../contract/plain/wire';
import { readableMessages, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { contains, isoOf, isoOrNull, momentOf } from '../database/listQueries';
import { hotspots, outbox } from '../database/schema';
import { maskedRecipient } from './lanes';
import { isUnsent, RETRIED_FOR, type Row } from './outboxQueries';

/** A page of the messages that the scope may see, latest first by default. */
export async function listMessages(
  db: Db,
  scope: Scope,
  query: ListMessages,
  now: Date,
): Promise<{ data: OutboxMessage[]; total: number }> {
  const { id, kind, state, hotspot_id, created, recipient, reason } = outbox;
  const isRecipient = or(
    eq(recipient, query.q),
    eq(recipient, maskedRecipient('mail', query.q)),
    eq(recipient, maskedRecipient('sms', query.q)),
  );
  const mine = and(
    readableMessages(scope),
    // Messages without a recipient are those of postToNobody.
    ne(recipient, ''),
    query.q === '' ? undefined : or(isRecipient, contains([reason, hotspots.name], query.q)),
    query.state === '' ? undefined : eq(state, query.state),
    query.kind === '' ? undefined : eq(kind, query.kind),
    query.hotspot === 0 ? undefined : eq(hotspot_id, query.hotspot),
    query.from === '' ? undefined : gte(created, momentOf(query.from)),
    query.to === '' ? undefined : lte(created, momentOf(query.to)),
  );
  const sort = query.sort === 'hotspot_name' ? hotspots.name : outbox[query.sort];
  const rows = await db
    .select({ message: outbox, hotspot_name: hotspots.name })
    .from(outbox)
    .leftJoin(hotspots, eq(hotspots.id, hotspot_id))
    .where(mine)
    .orderBy(query.order === 'desc' ? sql`${sort} desc nulls last` : sql`${sort} nulls first`, query.order === 'desc' ? desc(id) : id)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(outbox)
    .leftJoin(hotspots, eq(hotspots.id, hotspot_id))
    .where(mine);
  return { data: rows.map(({ message, hotspot_name }) => shown(message, hotspot_name ?? '', now)), total: counted?.total ?? 0 };
}

/** The number of waiting messages by channel, and for how many seconds the oldest of those that are due has been due; 0 if none is. */
export async function outboxState(db: Db, now: Date): Promise<{ waiting: Record<MessageChannel, number>; overdue: number }> {
  const rows = await db
    .select({
      channel: outbox.channel,
      count: sql<number>`count(*)::int`,
      due: sql<Date>`min(${outbox.next_try})`.mapWith(outbox.next_try),
    })
    .from(outbox)
    .where(isUnsent)
    .groupBy(outbox.channel);
  const counts = new Map(rows.map(({ channel, count }) => [channel, count]));
  const due = Math.min(now.getTime(), ...rows.map((row) => row.due.getTime()));
  return {
    waiting: { mail: counts.get('mail') ?? 0, sms: counts.get('sms') ?? 0, webhook: counts.get('webhook') ?? 0 },
    overdue: (now.getTime() - due) / 1000,
  };
}

const shown = (row: Row, hotspot_name: string, now: Date): OutboxMessage => ({
  id: row.id,
  kind: row.kind,
  channel: row.channel,
  recipient: maskedRecipient(row.channel, row.recipient),
  hotspot_id: row.hotspot_id ?? 0,
  hotspot_name,
  state: row.state,
  tries: row.tries,
  reason: row.reason,
  created: isoOf(row.created),
  next_try: row.ended ? null : isoOf(row.next_try),
  ended: isoOrNull(row.ended),
  expires: isoOf(row.expires),
  may_repeat: row.state === 'failed' && isOfUse(row, now),
});

/** Whether the message may still be sent. A code that couldn't be sent is withdrawn, because the guest was told so. */
const isOfUse = ({ content, expires, kind, code_id }: Row, now: Date): boolean =>
  content !== null && expires > now && !(kind === 'code' && code_id === null);

/**
 * Lets a failed message be retried for another day. Calling this twice is safe: a waiting message isn't changed. Returns what the message
 * is about, or why it isn't sent again.
 */
export async function sendAgain(
  tx: Db,
  scope: Scope,
  messageId: number,
  now: Date,
): Promise<Pick<Row, 'kind' | 'hotspot_id' | 'account_id'> | 'unknown message' | 'already sent' | 'of no use'> {
  const [row] = await tx
    .select()
    .from(outbox)
    .where(and(readableMessages(scope), ne(outbox.recipient, ''), eq(outbox.id, messageId)))
    .for('no key update');
  if (!row) return 'unknown message';
  if (row.state === 'sent') return 'already sent';
  if (row.state !== 'failed') return row;
  if (!isOfUse(row, now)) return 'of no use';
  const retry_until = new Date(Math.min(row.expires.getTime(), now.getTime() + RETRIED_FOR));
  await tx.update(outbox).set({ state: 'waiting', tries: 0, next_try: now, retry_until, ended: null }).where(eq(outbox.id, row.id));
  return row;
}
