/** Units with openNDS that report to this server, and their sessions. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../database/db';
import { session_reports, sessions, units, users } from '../database/schema';
import { secretsOf } from '../units/secretQueries';

export interface ReportingUnit {
  id: number;
  mac: string;
  hotspotId: number;
  /** The secrets with which the unit may prove itself, newest first; empty if it has none. */
  secrets: readonly string[];
}

/** Null for an unknown unit. Takes no scope: the caller authenticates the unit. */
export async function findUnit(db: Db, uuid: string): Promise<ReportingUnit | null> {
  const [found] = await db.select().from(units).where(eq(units.uuid, uuid));
  return found ? { id: found.id, mac: found.mac_address, hotspotId: found.hotspot_id, secrets: secretsOf(found) } : null;
}

/** User name of a hotspot's guest; null if there is no such guest. */
export async function guestName(db: Db, hotspotId: number, id: number): Promise<string | null> {
  const [found] = await db
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.hotspot_id, hotspotId), eq(users.id, id)));
  return found?.username ?? null;
}

/** The subset of `keys` under which this unit has reported sessions before. */
export async function reportedKeys(db: Db, unitId: number, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ key: session_reports.session_key })
    .from(session_reports)
    .where(and(eq(session_reports.unit_id, unitId), inArray(session_reports.session_key, [...keys])));
  return new Set(rows.map(({ key }) => key));
}

/** The sessions that are stored as running at a unit, with the unit's own keys. */
export async function runningAt(db: Db, unitId: number): Promise<{ id: number; key: string; start: Date }[]> {
  return db
    .select({ id: sessions.id, key: session_reports.session_key, start: sessions.start_time })
    .from(sessions)
    .innerJoin(session_reports, and(eq(session_reports.session_id, sessions.id), isNull(session_reports.ended)))
    .where(eq(sessions.unit_id, unitId));
}
