/** Sessions of units that can't be called: they are told with their next report which ones to end. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { asked_endings, sessions } from '../database/schema';

/** Asks for the end of a running session, for as long as it runs. */
export async function askToEnd(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${asked_endings} (session_id, asked)
    select id, ${now.toISOString()}::timestamptz from ${sessions} where id = ${sessionId} for key share
    on conflict do nothing`);
}

/** The keys of a unit's running sessions whose end was asked for. */
export async function keysToEnd(db: Db, unitId: number): Promise<string[]> {
  const rows = await db
    .select({ key: sessions.session_key })
    .from(asked_endings)
    .innerJoin(sessions, eq(sessions.id, asked_endings.session_id))
    .where(eq(sessions.unit_id, unitId));
  return rows.map(({ key }) => key);
}
