import { and, lte, notInArray, eq, asc, sql } from 'drizzle-orm';
import { isUnsent, type Row, CLAIMED_FOR } from './outboxQueries';
import { outbox } from '../database/schema';
import type { Db } from '../database/db';

/** `except`: what this server is sending already. */
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

/** Claims the message of a lane that has been due longest, and only that; undefined if there is none. */
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
    // Once, whatever the plan: as a list, PostgreSQL may ask for the next again for each row, and claim more than one.
    .where(eq(outbox.id, sql`(${next})`))
    .returning();
  return claimed;
}
