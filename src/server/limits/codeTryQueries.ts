import type { Db } from '../database/db';
import { portal_tries } from '../database/schema';
import { keyOf } from './limits';
import { countingsOf, type CodeTry } from './codeTries';

/** Counts a failed try afterwards, for RADIUS (`whileUndecided` in codeTries.ts). */
export async function countFailed(db: Db, tried: CodeTry, now: Date): Promise<void> {
  await db.insert(portal_tries).values(countingsOf(tried).map((counting) => ({ key: keyOf(counting), at: now })));
}
