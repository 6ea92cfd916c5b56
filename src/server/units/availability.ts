/** When units were heard, by half-hours: kept for a month, and reported for units and hotspots. */
import type { Availability } from '../../contract/units';
import { AVAILABLE_FOR_DAYS, AVAILABLE_HALF_HOURS } from '../../contract/plain/wire';
import { dayIn, shifted, startOfDay } from '../../contract/plain/zones';
import type { Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { zonesOf } from '../preferences/zoneQueries';
import { slotOf, type ReportedSlots, reportedSlotsOf } from './availabilityQueries';

/** The half-hours of the last day up to now, and the days of a zone up to today, each as its first and last half-hour slot. */
function stretchesOf(zone: string, now: Date): { half_hours: [number, number][]; days: [number, number][] } {
  const present = slotOf(now.getTime());
  const today = dayIn(now, zone);
  return {
    half_hours: Array.from({ length: AVAILABLE_HALF_HOURS }, (_, index) => {
      const slot = present - (AVAILABLE_HALF_HOURS - 1 - index);
      return [slot, slot];
    }),
    days: Array.from({ length: AVAILABLE_FOR_DAYS }, (_, index) => {
      const day = shifted(today, index - (AVAILABLE_FOR_DAYS - 1));
      const to = slotOf(startOfDay(shifted(day, 1), zone).getTime() - 1);
      return [slotOf(startOfDay(day, zone).getTime()), Math.min(to, present)];
    }),
  };
}

/** The share of known half-hours in a period in which a unit was heard; null if none is known. */
function shareOf({ slots, known }: ReportedSlots, [from, to]: [number, number]): number | null {
  const first = Math.max(from, known);
  if (first > to) return null;
  let reporting = 0;
  for (let slot = first; slot <= to; slot += 1) if (slots.has(slot)) reporting += 1;
  return rounded(reporting / (to - first + 1));
}

const rounded = (share: number) => Math.round(share * 1000) / 1000;

/** The availability of units in scope, by days of their hotspot's zone; others are left out. */
export async function availabilityOfUnits(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  now: Date,
  serverZone: string,
): Promise<Availability[]> {
  const { reporting, zoneOf, stretches } = await reportsInZones(db, scope, { units: ids }, now, serverZone);
  return reporting.map((unit) => {
    const zone = zoneOf(unit.hotspotId);
    const { half_hours, days } = stretches(zone);
    const share = (stretch: [number, number]) => shareOf(unit, stretch);
    return { id: unit.id, zone, half_hours: half_hours.map(share), days: days.map(share) };
  });
}

/** The availability of hotspots in scope: the share of their units that were heard. */
export async function availabilityOfHotspots(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  now: Date,
  serverZone: string,
): Promise<Availability[]> {
  const { reporting, zoneOf, stretches } = await reportsInZones(db, scope, { hotspots: ids }, now, serverZone);
  return [...new Set(reporting.map(({ hotspotId }) => hotspotId))].map((id) => {
    const some = reporting.filter(({ hotspotId }) => hotspotId === id);
    const zone = zoneOf(id);
    const { half_hours, days } = stretches(zone);
    const share = (stretch: [number, number]) => {
      const known = some.map((unit) => shareOf(unit, stretch)).filter((one) => one !== null);
      return known.length === 0 ? null : rounded(known.filter((one) => one > 0).length / known.length);
    };
    return { id, zone, half_hours: half_hours.map(share), days: days.map(share) };
  });
}

/** When units were heard, the zone of each hotspot, and the stretches of time that are shown for a zone. */
async function reportsInZones(db: Db, scope: Scope, which: Parameters<typeof reportedSlotsOf>[2], now: Date, serverZone: string) {
  const reporting = await reportedSlotsOf(db, scope, which, now);
  const zoneOf = await zonesOf(
    db,
    reporting.map(({ hotspotId }) => hotspotId),
    serverZone,
  );
  return { reporting, zoneOf, stretches: rememberedBy((zone: string) => stretchesOf(zone, now)) };
}

function rememberedBy<T>(make: (key: string) => T): (key: string) => T {
  const cached = new Map<string, T>();
  return (key) => {
    const known = cached.get(key) ?? make(key);
    cached.set(key, known);
    return known;
  };
}
