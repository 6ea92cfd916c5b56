import type { Db } from '../database/db';
import { users } from '../database/schema';
import { eq } from 'drizzle-orm';
import { guestIdOfName } from './opaqueNames';

/** Replaces a name made by `opaqueName` for this unit by the guest's own name; returns any other name unchanged. */
export async function ownNameOf(db: Db, unitId: number, name: string): Promise<string> {
  const guestId = await guestIdOfName(db, unitId, name);
  if (guestId === null) return name;
  const [guest] = await db.select({ username: users.username }).from(users).where(eq(users.id, guestId));
  return guest?.username ?? name;
}
