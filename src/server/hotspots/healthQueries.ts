/** The health of hotspots (`board` on the wire), in one query for any number. */
import { and, asc, count, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { HEALTH_SORTS, HotspotHealth } from '../../contract/hotspots';
import { onHotspot, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOrNull, sortKey } from '../database/listQueries';
import { hotspot_integrations, hotspot_vouchers, hotspots, sessions, units } from '../database/schema';
import { guestsOnline } from '../guests/stateQueries';
import { isOnAt } from '../preferences/queries';
import { activity } from '../units/activityQueries';
import { isVoucherUsable } from '../vouchers/usageQueries';

type HealthSort = (typeof HEALTH_SORTS)[number];

const VOUCHER_LOGINS = ['voucher_login', 'temp_code_login'] as const;

/** The boards of hotspots that match `where`, by id; sorted and paged if `wanted` is given. */
export async function healthOf(
  db: Db,
  scope: Scope,
  now: Date,
  where: SQL | undefined,
  wanted?: { sort: HealthSort; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<Map<number, HotspotHealth>> {
  const mine = (column: AnyPgColumn) =>
    and(onHotspot(scope, column), inArray(column, db.select({ id: hotspots.id }).from(hotspots).where(where)));
  const online = guestsOnline(mine);
  const { running, ended, latest, isSilent, isActive } = activity(db, now);
  const ofUnits = db
    .select({
      hotspot_id: units.hotspot_id,
      all: count().as('units_all'),
      active: sql<number>`count(*) filter (where ${isActive})`.as('units_active'),
      silent: sql<number>`count(*) filter (where ${isSilent})`.as('units_silent'),
      since: sql`max(${latest}) filter (where ${isSilent})`.as('silent_since'),
    })
    .from(units)
    .leftJoinLateral(running, sql`true`)
    .leftJoinLateral(ended, sql`true`)
    .where(mine(units.hotspot_id))
    .groupBy(units.hotspot_id)
    .as('of_units');
  const unused = db
    .select({ hotspot_id: hotspot_vouchers.hotspot_id, vouchers: count().as('vouchers_left') })
    .from(hotspot_vouchers)
    .where(and(mine(hotspot_vouchers.hotspot_id), isVoucherUsable(now)))
    .groupBy(hotspot_vouchers.hotspot_id)
    .as('vouchers');
  const failed = db
    .select({ hotspot_id: hotspot_integrations.hotspot_id, syncs: count().as('syncs_failed') })
    .from(hotspot_integrations)
    .where(and(mine(hotspot_integrations.hotspot_id), isNull(hotspot_integrations.last_sync)))
    .groupBy(hotspot_integrations.hotspot_id)
    .as('failed');

  const numberOf = (value: SQL | AnyPgColumn | SQL.Aliased) => sql<number>`coalesce(${value}, 0)`.mapWith(Number);
  const sums = {
    guests_online: numberOf(online.guests),
    units: numberOf(ofUnits.all),
    units_active: numberOf(ofUnits.active),
    units_silent: numberOf(ofUnits.silent),
    vouchers_left: sql<number | null>`case when ${isOnAt(VOUCHER_LOGINS, hotspots.id)} then coalesce(${unused.vouchers}, 0) end`.mapWith(
      (value: unknown) => (value === null ? null : Number(value)),
    ),
    syncs_failed: numberOf(failed.syncs),
  };
  // Hotspots with all units silent come before those with some, then by the number of alerts, then of silent units.
  const trouble = sql`(case when ${sums.units} > 0 and ${sums.units_silent} = ${sums.units} then 1000000 else 0 end
    + (${sums.syncs_failed} + case when ${sums.units_silent} > 0 then 1 else 0 end) * 1000 + least(${sums.units_silent}, 999))`;
  const keys: Record<HealthSort, SQL> = { ...sums, trouble };
  const direction = wanted?.order === 'desc' ? desc : asc;
  const health = db
    .select({ id: hotspots.id, ...sums, silent_since: sql`${ofUnits.since}`.mapWith(sessions.update_time) })
    .from(hotspots)
    .leftJoin(online, eq(online.hotspot_id, hotspots.id))
    .leftJoin(ofUnits, eq(ofUnits.hotspot_id, hotspots.id))
    .leftJoin(unused, eq(unused.hotspot_id, hotspots.id))
    .leftJoin(failed, eq(failed.hotspot_id, hotspots.id))
    .where(where);
  const rows = await (wanted
    ? health
        .orderBy(sql`${direction(keys[wanted.sort])} nulls last`, asc(sortKey(hotspots.name)), asc(hotspots.id))
        .limit(wanted.limit)
        .offset(wanted.offset)
    : health);
  return new Map(rows.map(({ id, silent_since, ...row }) => [id, { ...row, silent_since: isoOrNull(silent_since) }]));
}
