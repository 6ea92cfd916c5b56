import type { Db } from '../database/db';
import { users } from '../database/schema';
import { eq } from 'drizzle-orm';
import { guestIdOfName } from './opaqueNames';

/** The guest's own name for such a name at this unit; any other name as it is. */
export async function ownNameOf(db: Db, unitId: number, name: string): Promise<string> {
  const guestId = await guestIdOfName(db, unitId, name);
  if (guestId === null) return name;
  const [guest] = await db.select({ username: users.username }).from(users).where(eq(users.id, guestId));
  return guest?.username ?? name;
}
