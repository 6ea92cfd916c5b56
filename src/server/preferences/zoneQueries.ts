/** The time zone in which a hotspot's days begin and end: from its preferences, else the server's. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import { onChosenHotspot, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { hotspot_preferences, hotspots } from '../database/schema';

/** The zones of these hotspots, whatever the scope. */
export async function zonesOf(db: Db, hotspotIds: readonly number[], serverZone: string): Promise<(hotspotId: number) => string> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const rows =
    hotspotIds.length === 0
      ? []
      : await db
          .select({ hotspot_id, value })
          .from(hotspot_preferences)
          .where(and(inArray(hotspot_id, [...new Set(hotspotIds)]), eq(key, 'time_zone')));
  const known = new Map(rows.map((row) => [row.hotspot_id, row.value]));
  return (hotspotId) => known.get(hotspotId) || serverZone;
}

/**
 * The zone of the chosen hotspot, or that of all hotspots in scope (0: none chosen); the server's if they have several zones or there are
 * none.
 */
export async function zoneOf(db: Db, scope: Scope, hotspotId: number, serverZone: string): Promise<string> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const rows = await db
    .selectDistinct({ zone: sql<string>`coalesce(${value}, '')` })
    .from(hotspots)
    .leftJoin(hotspot_preferences, and(eq(hotspot_id, hotspots.id), eq(key, 'time_zone')))
    .where(onChosenHotspot(scope, hotspots.id, hotspotId))
    .limit(3);
  const [zone = serverZone, ...others] = new Set(rows.map((row) => row.zone || serverZone));
  return others.length === 0 ? zone : serverZone;
}

/** The zone that a request names in `tz`; `hotspot` means that of the hotspot in question (0: all in scope). */
export async function requestedZone(
  db: Db,
  scope: Scope,
  { tz, hotspot }: { tz: string; hotspot: number },
  serverZone: string,
): Promise<string> {
  return tz === HOTSPOT_ZONE ? zoneOf(db, scope, hotspot, serverZone) : tz;
}
