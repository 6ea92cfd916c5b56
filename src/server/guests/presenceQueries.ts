/** Where a guest is or was, with which device, and how the latest log-in attempts ended. */
import { and, desc, eq, gt, ne, type SQL } from 'drizzle-orm';
import { REFUSAL_CODES, type RefusalCode } from '../../contract/plain/access';
import type { Guest } from '../../contract/guests';
import type { Explanation } from '../../contract/why';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { access_events, devices, hotspot_vouchers, sessions, units, users } from '../database/schema';

/** Refused attempts returned, and for how long, in milliseconds. */
const MOST_TRIES = 5;
const TRIES_WITHIN = 7 * 86_400_000;

/** When the guest's own voucher ends; null if it never does, or the guest has none. */
export async function endOfVoucher(db: Db, guestId: number): Promise<Date | null> {
  const [voucher] = await db
    .select({ expires: hotspot_vouchers.expires })
    .from(users)
    .innerJoin(hotspot_vouchers, eq(hotspot_vouchers.id, users.voucher_id))
    .where(and(eq(users.id, guestId), eq(hotspot_vouchers.type, 'auth')));
  return voucher?.expires ?? null;
}

interface Presence {
  unit_id: number;
  device_mac: string;
}

/** The latest decision about the guest, which tells unit and device. */
export async function lastTry(db: Db, { id }: Guest): Promise<Presence | undefined> {
  const { unit_id, device_mac, at } = access_events;
  const [last] = await db
    .select({ unit_id, device_mac })
    .from(access_events)
    .where(eq(access_events.user_id, id))
    .orderBy(desc(at), desc(access_events.id))
    .limit(1);
  return last;
}

/** The guest's running session, for units that don't ask this server. */
export async function runningSession(db: Db, { id, hotspot_id }: Guest): Promise<Presence | undefined> {
  const { unit_id, device_mac, user_id, update_time } = sessions;
  const [running] = await db
    .select({ unit_id, device_mac })
    .from(sessions)
    .where(and(eq(sessions.hotspot_id, hotspot_id), eq(user_id, id)))
    .orderBy(desc(update_time))
    .limit(1);
  return running;
}

/** The first of the `likely` units that belongs to the hotspot, else any of its units. Undefined if it has none. */
export async function likelyUnit(db: Db, hotspotId: number, likely: readonly (number | undefined)[]): Promise<number | undefined> {
  const rows = await db.select({ id: units.id }).from(units).where(eq(units.hotspot_id, hotspotId)).orderBy(units.id);
  const ids = rows.map(({ id }) => id);
  return likely.find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
}

/** MAC address of the device that the guest registered last; empty if there is none. */
export async function latestDevice(db: Db, { id }: Guest): Promise<string> {
  const { mac_address, created } = devices;
  const [latest] = await db
    .select({ mac_address })
    .from(devices)
    .where(eq(devices.user_id, id))
    .orderBy(desc(created), desc(devices.id))
    .limit(1);
  return latest?.mac_address ?? '';
}

/** The latest refused attempts that match `where`. */
export async function refusedTries(db: Db, where: SQL | undefined, now: Date): Promise<Explanation['tries']> {
  const { unit_id, at, device_mac, refusal } = access_events;
  const rows = await db
    .select({ at, device_mac, refusal, unit_name: units.name })
    .from(access_events)
    .leftJoin(units, eq(units.id, unit_id))
    .where(and(where, gt(at, new Date(now.getTime() - TRIES_WITHIN)), ne(refusal, '')))
    .orderBy(desc(at), desc(access_events.id))
    .limit(MOST_TRIES);
  return rows.flatMap((row) => {
    const code: RefusalCode | undefined = REFUSAL_CODES.find((one) => one === row.refusal);
    return code ? [{ at: isoOf(row.at), unit_name: row.unit_name ?? '', device_mac: row.device_mac, refusal: code }] : [];
  });
}
