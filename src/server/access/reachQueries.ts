/** The address of a running session's unit, and the names by which the unit knows the session: for all that ends or changes sessions. */
import { eq, sql, type SQL } from 'drizzle-orm';
import { itsReports, itsRequestedEnd, KNOWN_TO_UNIT } from './pendingDisconnectQueries';
import type { Db } from '../database/db';
import { asked_endings, session_reports, sessions, unit_contacts, units } from '../database/schema';

/** A running session, and how its unit identifies it. */
export interface DisconnectTarget {
  sessionId: number;
  unitId: number;
  /** The unit's configured address, else the one it was last heard from; empty if neither is known. */
  address: string;
  /** CoA port at that address. */
  port: number;
  secret: string;
  key: string;
  /** As the unit reported it. */
  username: string;
  deviceMac: string;
  /** As the unit last sent it; empty if it sends none. */
  nasIdentifier: string;
}

const TARGET = {
  sessionId: sessions.id,
  unitId: sessions.unit_id,
  ...KNOWN_TO_UNIT,
  // For an erased guest, only the reports still have the key.
  key: sql<string>`coalesce(${session_reports.session_key}, ${sessions.session_key})`,
  port: units.coa_port,
  secret: units.secret,
  nasIdentifier: sql<string>`coalesce(${unit_contacts.nas_identifier}, '')`,
  address: sql<string>`coalesce(nullif(${units.address}, ''), ${unit_contacts.address}, '')`,
};

/** Running sessions with their targets. `which` may also refer to the joined tables: reports, unit, its contact, and request to end. */
export const sessionsToReach = (db: Db, which: SQL | undefined) =>
  db
    .select({
      target: TARGET,
      userId: sessions.user_id,
      guestName: sessions.username,
      hotspotId: sessions.hotspot_id,
      start: sessions.start_time,
      chosenKind: units.kind,
      recognisedKind: unit_contacts.kind,
      bytes: sql<number>`${sessions.bytes_up} + ${sessions.bytes_down}`.mapWith(Number),
    })
    .from(sessions)
    .innerJoin(units, eq(units.id, sessions.unit_id))
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, sessions.unit_id))
    .leftJoin(session_reports, itsReports)
    .leftJoin(asked_endings, itsRequestedEnd)
    .where(which);
