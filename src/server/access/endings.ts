/** Disconnect requests for units that can't be called: they learn from the answer to their next report which sessions to end. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { asked_endings, sessions } from '../database/schema';

/** Requests the end of a session; does nothing if it is no longer running. Idempotent. */
export async function askToEnd(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${asked_endings} (session_id, asked)
    select id, ${now.toISOString()}::timestamptz from ${sessions} where id = ${sessionId} for key share
    on conflict do nothing`);
}

/** Keys of a unit's running sessions that have been requested to end. */
export async function keysToEnd(db: Db, unitId: number): Promise<string[]> {
  const rows = await db
    .select({ key: sessions.session_key })
    .from(asked_endings)
    .innerJoin(sessions, eq(sessions.id, asked_endings.session_id))
    .where(eq(sessions.unit_id, unitId));
  return rows.map(({ key }) => key);
}
