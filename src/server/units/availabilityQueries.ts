import { AVAILABLE_FOR_DAYS } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { dayIn, shifted } from '../../contract/plain/zones';
import { sql, inArray, lt, and, eq, gte, asc } from 'drizzle-orm';
import { unit_days, units, session_histories, sessions, unit_contacts } from '../database/schema';
import { type Scope, onHotspot } from '../auth/tenancy';

const HALF_HOUR = 1_800_000;

const SLOTS = 48;

/** Days kept: one more, because in some zones the first day begins on the day before in UTC. */
const RETENTION_DAYS = AVAILABLE_FOR_DAYS + 1;

/** The number of a half-hour since 1970. */
export const slotOf = (moment: number) => Math.floor(moment / HALF_HOUR);

/**
 * Records the half-hours in which units are heard. A unit that was already recorded in this half-hour costs no statement, and a unit's
 * first record of a day deletes those older than a month.
 */
export function unitDayNotes(db: Db) {
  let slot = -1;
  let day = '';
  const noted = new Set<number>();
  return async (unitIds: readonly number[], now: Date): Promise<void> => {
    const current = slotOf(now.getTime());
    if (current !== slot) noted.clear();
    slot = current;
    const fresh = unitIds.filter((id) => !noted.has(id));
    if (fresh.length === 0) return;
    const today = dayIn(now, 'UTC');
    const bit = 2 ** (current % SLOTS);
    // Without units that were deleted in the meantime; the others stay until this is done.
    await db.execute(sql`
      insert into ${unit_days} (unit_id, day, heard)
      select ${units.id}, ${today}::date, ${bit}::bigint from ${units} where ${inArray(units.id, fresh)} order by ${units.id} for key share
      on conflict (unit_id, day) do update set heard = unit_days.heard | excluded.heard where unit_days.heard & excluded.heard = 0`);
    for (const id of fresh) noted.add(id);
    if (today === day) return;
    await db.delete(unit_days).where(lt(unit_days.day, shifted(today, -RETENTION_DAYS)));
    day = today;
  };
}

/**
 * For generated data, records the half-hours of the last month in which units were heard, derived from when sessions began and were
 * reported.
 */
export async function noteSessions(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const since = sql`${new Date(now.getTime() - RETENTION_DAYS * SLOTS * HALF_HOUR).toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into ${unit_days} (unit_id, day, heard)
    select h.unit_id, (slot at time zone 'UTC')::date, bit_or(1::bigint << ((extract(epoch from slot)::bigint / 1800) % 48)::int)
    from (
      select unit_id, start_time, update_time from ${session_histories} where update_time > ${since}
      union all select unit_id, start_time, update_time from ${sessions}) h
    join ${units} on ${units.id} = h.unit_id
    cross join lateral generate_series(
      to_timestamp(floor(extract(epoch from greatest(h.start_time, ${since})) / 1800) * 1800), least(h.update_time, ${at}), interval '30 minutes') as slot
    group by 1, 2
    on conflict (unit_id, day) do update set heard = unit_days.heard | excluded.heard`);
}

/** A unit with the half-hours in which it was heard, and the first half-hour for which that is known. */
export interface ReportedSlots {
  id: number;
  hotspotId: number;
  slots: ReadonlySet<number>;
  known: number;
}

export async function reportedSlotsOf(
  db: Db,
  scope: Scope,
  chosen: { units: readonly number[] } | { hotspots: readonly number[] },
  now: Date,
): Promise<ReportedSlots[]> {
  const isChosen = 'units' in chosen ? inArray(units.id, [...chosen.units]) : inArray(units.hotspot_id, [...chosen.hotspots]);
  const since = shifted(dayIn(now, 'UTC'), -RETENTION_DAYS);
  const rows = await db
    .select({
      id: units.id,
      hotspotId: units.hotspot_id,
      created: units.created,
      last: unit_contacts.heard,
      day: unit_days.day,
      heard: unit_days.heard,
    })
    .from(units)
    .leftJoin(unit_days, and(eq(unit_days.unit_id, units.id), gte(unit_days.day, since)))
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(and(isChosen, onHotspot(scope, units.hotspot_id)))
    .orderBy(asc(units.id), asc(unit_days.day));
  const byUnit = new Map<number, { id: number; hotspotId: number; slots: Set<number>; known: number }>();
  for (const { day, heard: bits, created, last, ...unit } of rows) {
    // Nothing is known about the time before a unit was first heard or recorded.
    const one = byUnit.get(unit.id) ?? { ...unit, known: last === null ? Infinity : slotOf(last.getTime()), slots: new Set() };
    byUnit.set(unit.id, one);
    if (day === null || bits === null) continue;
    const first = slotOf(Date.parse(`${day}T00:00:00Z`));
    for (let bit = 0; bit < SLOTS; bit += 1) {
      if (Math.floor(bits / 2 ** bit) % 2 === 0) continue;
      one.slots.add(first + bit);
      one.known = Math.min(one.known, first + bit);
    }
    one.known = Math.max(one.known, slotOf(created.getTime()));
  }
  return [...byUnit.values()];
}
