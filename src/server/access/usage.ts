/** What guests have used, in ended and running sessions: compared with limits, and shown to staff. */
import { sql } from 'drizzle-orm';
import { dayIn, shifted, startOfDay } from '../../contract/plain/zones';
import { rowsIn, type Db } from '../database/db';

/** Seconds and bytes, used or allowed; as a limit, 0 means none. */
export interface Amount {
  seconds: number;
  bytes: number;
}

export interface Usage {
  inAll: Amount;
  /** Usage since the given start of today; null if it wasn't asked for. */
  today: Amount | null;
}

/** The day last asked for in each zone: every log-in asks for it. */
const days = new Map<string, { start: Date; end: Date }>();

/** Start of today in a time zone. */
export function startOfToday(zone: string, now: Date): Date {
  const known = days.get(zone);
  if (known && known.start <= now && now < known.end) return known.start;
  const day = dayIn(now, zone);
  const today = { start: startOfDay(day, zone), end: startOfDay(shifted(day, 1), zone) };
  days.set(zone, today);
  return today.start;
}

/** As returned by used_by(); numbers may be strings. */
export interface StoredUsage {
  seconds: number | string;
  bytes: number | string;
  seconds_today: number | string;
  bytes_today: number | string;
  is_online: boolean;
}

/** Converts what used_by() returned; `isOfToday` if it was called with the start of today. */
export const usageIn = (stored: StoredUsage | undefined, isOfToday: boolean): Usage & { isOnline: boolean } => ({
  inAll: { seconds: Number(stored?.seconds ?? 0), bytes: Number(stored?.bytes ?? 0) },
  today: isOfToday ? { seconds: Number(stored?.seconds_today ?? 0), bytes: Number(stored?.bytes_today ?? 0) } : null,
  isOnline: stored?.is_online === true,
});

/** A guest with its hotspot, and the start of today there; null if today's usage isn't asked for. */
interface UsageQuery {
  userId: number;
  hotspotId: number;
  since: Date | null;
}

/** What each of these guests has used at its hotspot, in one statement, and whether it has a running session. */
export async function usageOfEach(db: Db, guests: readonly UsageQuery[]): Promise<(guest: UsageQuery) => Usage & { isOnline: boolean }> {
  const periods = guests.map(({ userId, hotspotId, since }, nth) => ({ nth, guest: userId, hotspot: hotspotId, today: since }));
  const answer =
    guests.length === 0
      ? []
      : rowsIn<StoredUsage & { nth: number }>(
          await db.execute(sql`
            select g.nth, u.* from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb)
              as g (nth int, guest int, hotspot int, today timestamptz)
            cross join lateral used_by(g.guest, g.hotspot, coalesce(g.today, 'infinity'::timestamptz)) u`),
        );
  const byGuest = new Map(answer.map(({ nth, ...stored }) => [keyOf(guests[nth]), stored]));
  return (guest) => usageIn(byGuest.get(keyOf(guest)), guest.since !== null);
}

const keyOf = (guest: UsageQuery | undefined) => `${guest?.hotspotId}/${guest?.userId}`;

/** What a guest used at its hotspot; today's from `since` on. */
export async function usageOf(db: Db, guest: UsageQuery): Promise<Usage> {
  return (await usageOfEach(db, [guest]))(guest);
}
