import type { Db } from '../database/db';
import { users, user_histories } from '../database/schema';
import { and, eq } from 'drizzle-orm';

/** Whether a present or archived guest of the hotspot has confirmed this number. */
export async function isGuestsNumber(db: Db, hotspotId: number, number: string): Promise<boolean> {
  const is = (table: typeof users | typeof user_histories) => and(eq(table.hotspot_id, hotspotId), eq(table.username, number));
  const one = { id: users.id };
  const [found] = await db.select(one).from(users).where(is(users)).limit(1);
  return found !== undefined || (await db.$count(user_histories, is(user_histories))) > 0;
}
