/** What guests have used, in ended and running sessions: what limits are compared with, and what staff see. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { repeated, rowsIn, type Db } from '../database/db';
import { withIds } from '../database/paging';
import { session_histories, sessions } from '../database/schema';
import { dayIn, startOfDay } from '../../contract/zones';

/** Seconds and bytes, used or allowed; as a limit, 0 means none. */
export interface Amount {
  seconds: number;
  bytes: number;
}

export interface Usage {
  inAll: Amount;
  /** Since the given start of today; null if it wasn't asked for. */
  today: Amount | null;
}

/** Start of today in a time zone. */
export const startOfToday = (zone: string, now: Date): Date => startOfDay(dayIn(now, zone), zone);

/** Stands for the start of today if today's usage isn't asked for; nothing is later. */
const NEVER = new Date('9999-12-31T00:00:00Z');

type SessionTable = typeof session_histories | typeof sessions;

/** Columns that sum up sessions, in total and since `since`. */
function sumsOf(table: SessionTable, since: Date | null) {
  const from = since ?? NEVER;
  const traffic = sql`(${table.bytes_up} + ${table.bytes_down})`;
  const end = sql`coalesce(${table.stop_time}, ${table.update_time})`;
  // A session that began earlier counts in proportion to its time since then, because usage by the hour isn't recorded.
  const share = sql`case when ${table.start_time} >= ${from} then 1
    else extract(epoch from ${end} - ${from}::timestamptz) / extract(epoch from ${end} - ${table.start_time}) end`;
  const total = (amount: SQL) => sql`coalesce(sum(${amount}), 0)`.mapWith(Number);
  const after = (amount: SQL) => sql`coalesce(sum(${amount} * ${share}) filter (where ${end} > ${from}), 0)`.mapWith(Number);
  const time = sql`${table.duration}`;
  return {
    ...{ bytes: total(traffic).as('bytes'), seconds: total(time).as('seconds') },
    ...{ bytesToday: after(traffic).as('bytesToday'), secondsToday: after(time).as('secondsToday') },
  };
}

interface Sums extends Amount {
  bytesToday: number;
  secondsToday: number;
}

function added(sums: readonly Sums[], since: Date | null): Usage {
  const sum = (key: keyof Sums) => Math.round(sums.reduce((total, one) => total + one[key], 0));
  return {
    inAll: { seconds: sum('seconds'), bytes: sum('bytes') },
    today: since === null ? null : { seconds: sum('secondsToday'), bytes: sum('bytesToday') },
  };
}

/** What a guest used at its hotspot; today's from `since` on. */
export async function usageOf(db: Db, guest: { userId: number; hotspotId: number }, since: Date | null): Promise<Usage> {
  const sumsIn = (table: SessionTable) =>
    db
      .select(sumsOf(table, since))
      .from(table)
      .where(and(eq(table.hotspot_id, guest.hotspotId), eq(table.user_id, guest.userId)));
  const answer = await db.execute(sql`${repeated}${sumsIn(session_histories).unionAll(sumsIn(sessions))}`);
  return added(
    rowsIn<Record<keyof Sums, unknown>>(answer).map((row) => ({
      ...{ seconds: Number(row.seconds), bytes: Number(row.bytes) },
      ...{ secondsToday: Number(row.secondsToday), bytesToday: Number(row.bytesToday) },
    })),
    since,
  );
}

/** As `usageOf`, of each of a hotspot's guests, in one statement. */
export async function usageOfEach(
  db: Db,
  { userIds, hotspotId }: { userIds: readonly number[]; hotspotId: number },
  since: Date | null,
): Promise<(userId: number) => Usage> {
  const sumsIn = (table: SessionTable) =>
    db
      .select({ userId: table.user_id, ...sumsOf(table, since) })
      .from(table)
      .where(and(eq(table.hotspot_id, hotspotId), withIds(table.user_id, [...userIds])))
      .groupBy(table.user_id);
  const found = new Map<number, Sums[]>();
  const rows = userIds.length === 0 ? [] : await sumsIn(session_histories).unionAll(sumsIn(sessions));
  for (const { userId, ...sums } of rows) found.set(userId, [...(found.get(userId) ?? []), sums]);
  return (userId) => added(found.get(userId) ?? [], since);
}

/** As `usageOf`, of guests of any hotspots with the start of today there, and whether each has a running session. */
export async function usageOfEachGuest(
  db: Db,
  guests: readonly { userId: number; since: Date | null }[],
): Promise<(hotspotId: number, userId: number) => Usage & { isOnline: boolean }> {
  const byStart = new Map<number, { since: Date | null; userIds: number[] }>();
  for (const { userId, since } of guests) {
    const same = byStart.get(since?.getTime() ?? -1) ?? { since, userIds: [] };
    same.userIds.push(userId);
    byStart.set(since?.getTime() ?? -1, same);
  }
  const starts = new Map(guests.map(({ userId, since }) => [userId, since]));
  const found = new Map<string, Sums[]>();
  const online = new Set<string>();
  for (const [table, { since, userIds }] of [session_histories, sessions].flatMap((each) =>
    [...byStart.values()].map((some) => [each, some] as const),
  )) {
    const rows = await db
      .select({ hotspotId: table.hotspot_id, userId: table.user_id, ...sumsOf(table, since) })
      .from(table)
      .where(withIds(table.user_id, userIds))
      .groupBy(table.hotspot_id, table.user_id);
    for (const { hotspotId, userId, ...sums } of rows) {
      const key = `${hotspotId}/${userId}`;
      found.set(key, [...(found.get(key) ?? []), sums]);
      if (table === sessions) online.add(key);
    }
  }
  return (hotspotId, userId) => {
    const key = `${hotspotId}/${userId}`;
    return { ...added(found.get(key) ?? [], starts.get(userId) ?? null), isOnline: online.has(key) };
  };
}
