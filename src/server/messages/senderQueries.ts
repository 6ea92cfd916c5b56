import { and, asc, eq, lte, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { integrations, outbox } from '../database/schema';
import type { OutboxContent } from '../database/jsonColumns';
import { CLAIMED_FOR, isUnsent, type Row } from './outboxQueries';
import { reserveSms } from './sms/quotaQueries';

/** `except`: ids of messages that this server is already sending. */
interface Due {
  now: Date;
  except: number[];
}

const isDue = ({ now, except }: Due) =>
  and(isUnsent, lte(outbox.next_try, now), except.length > 0 ? notInArray(outbox.id, except) : undefined);

export async function dueLanes(db: Db, due: Due): Promise<string[]> {
  const found = await db.selectDistinct({ lane: outbox.lane }).from(outbox).where(isDue(due));
  return found.map(({ lane }) => lane);
}

/** Claims the message of a lane that has been due longest; undefined if there is none. */
export async function claim(db: Db, lane: string, due: Due): Promise<Row | undefined> {
  const next = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.lane, lane), isDue(due)))
    .orderBy(asc(outbox.next_try), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(outbox)
    .set({ state: 'sending', tries: sql`${outbox.tries} + 1`, next_try: new Date(due.now.getTime() + CLAIMED_FOR.usual) })
    // With `=`, the subquery runs once. With `in`, PostgreSQL may run it for each row, and so claim several messages.
    .where(eq(outbox.id, sql`(${next})`))
    .returning();
  return claimed;
}

/** Deducts an SMS that is sent again from the reseller's pack and stores that in `row`. Returns which limit is reached, or null. */
export async function chargeSms(
  db: Db,
  row: Row,
  { hotspotId, ...content }: Extract<OutboxContent, { channel: 'sms' }> & { hotspotId: number },
  now: Date,
): Promise<Exclude<Awaited<ReturnType<typeof reserveSms>>, object> | null> {
  return db.transaction(async (tx) => {
    const reserved = await reserveSms(tx, { hotspotId, unitId: content.unitId, number: row.recipient, now });
    if (typeof reserved === 'string') return reserved;
    row.content = { ...content, reserved };
    await tx.update(outbox).set({ content: row.content }).where(eq(outbox.id, row.id));
    return null;
  });
}

/** The webhook address and secret of an integration. */
export async function findTarget(db: Db, integrationId: number): Promise<{ url: string; secret: string } | undefined> {
  const [target] = await db
    .select({ url: integrations.webhook_url, secret: integrations.webhook_token })
    .from(integrations)
    .where(eq(integrations.id, integrationId));
  return target;
}
