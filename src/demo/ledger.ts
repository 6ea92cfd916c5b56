/** Turns the generated year into rows: guests, devices, sessions and SMS, with ids in chronological order. Times are Unix seconds. */
import type * as schema from '../server/database/schema';
import { dateOf, type Device, type Guest, type Visit } from './guests';
import { DAY } from './italianTime';
import { between, chance, hex, type Random } from './random';
import type { Owner } from './tenants';

type Row<T extends keyof typeof schema> = (typeof schema)[T]['$inferInsert'];

/** Guests are archived this long after their access ended. */
export const ARCHIVED_AFTER = 30 * DAY;

/** Seconds between a unit's reports of a running session. */
const REPORT_EVERY = 4 * 60;

export type Sms = Omit<(typeof schema.hotspot_sms_counts)['$inferSelect'], 'id'>;

interface Ledger {
  users: Row<'users'>[];
  user_histories: Row<'user_histories'>[];
  devices: Row<'devices'>[];
  session_histories: Row<'session_histories'>[];
  sessions: Row<'sessions'>[];
}

/**
 * Builds the rows. Running and ended sessions share one series of ids and an ended session keeps its id, so that links to a session still
 * work after it ends (SES-20).
 */
export function writeYear(random: Random, guests: readonly Guest[], now: number): Ledger {
  const guestIds = numbered(guests, ({ row }) => row.created.getTime());
  const devices = guests.flatMap((guest) => guest.devices);
  const deviceIds = numbered(devices, ({ visits }) => visits[0]?.start ?? 0);
  const visitIds = numbered(
    devices.flatMap(({ visits }) => visits),
    ({ start }) => start,
  );
  const ledger: Ledger = { users: [], user_histories: [], devices: [], session_histories: [], sessions: [] };
  for (const [guest, id] of guestIds) {
    const row = { ...guest.row, hotspot_id: guest.venue.id };
    if (isArchived(guest, now)) ledger.user_histories.push({ user_id: id, ...row });
    else ledger.users.push({ id, ...row });
  }
  for (const [device, id] of deviceIds) {
    if (!isArchived(device.guest, now)) ledger.devices.push(deviceRow(device, id, guestIds.get(device.guest) ?? 0));
  }
  for (const [visit, id] of visitIds) {
    const names = {
      device_id: deviceIds.get(visit.device) ?? 0,
      user_id: guestIds.get(visit.device.guest) ?? 0,
      session_key: hex(random, 16),
    };
    if (visit.stop <= now)
      ledger.session_histories.push({ id, session_id: id, ...names, ...sessionFields(visit, visit.stop, dateOf(visit.stop)) });
    else ledger.sessions.push({ id, ...names, ...sessionFields(visit, lastReport(random, visit, now), null) });
  }
  return ledger;
}

/** One SMS for each guest who logged in by SMS, occasionally two; in chronological order. */
export function smsOf(random: Random, { reseller, venues }: Owner, guests: readonly Guest[]): Sms[] {
  const sent = guests
    .filter(({ venue, row }) => row.account_type === 'sms' && venues.includes(venue))
    .flatMap(({ venue, row, devices }) => {
      const before = chance(random, 0.08) ? [between(random, 100, 400), between(random, 15, 70)] : [between(random, 15, 70)];
      const unitId = devices[0]?.visits[0]?.unit.id ?? 0;
      return before.map((seconds) => ({
        hotspot_id: venue.id,
        unit_id: unitId,
        number: row.username,
        sent: new Date(row.created.getTime() - seconds * 1000),
      }));
    })
    .sort((one, other) => one.sent.getTime() - other.sent.getTime());
  // The pack was renewed during the year; SMS sent before that no longer count.
  const renewed = Math.max(sent.length - reseller.sms.sent, 0);
  return sent.map((row, index) => ({ ...row, reset: index < renewed }));
}

/** Assigns ids from 1, in ascending order of `by`. */
function numbered<T>(items: readonly T[], by: (item: T) => number): Map<T, number> {
  const sorted = items.map((item) => ({ item, at: by(item) })).sort((one, other) => one.at - other.at);
  return new Map(sorted.map(({ item }, index) => [item, index + 1]));
}

function isArchived({ row }: Guest, now: number): boolean {
  return row.valid_until !== null && row.valid_until < dateOf(now - ARCHIVED_AFTER);
}

function deviceRow({ mac, ip, guest, visits }: Device, id: number, userId: number): Row<'devices'> {
  const created = dateOf(visits[0]?.start ?? guest.row.created.getTime() / 1000);
  return { id, hotspot_id: guest.venue.id, user_id: userId, mac_address: mac, ip_address: ip, description: '', created };
}

function lastReport(random: Random, { start }: Visit, now: number): number {
  return Math.max(start, now - between(random, 0, REPORT_EVERY));
}

type SessionFields = Omit<Row<'sessions'>, 'id' | 'session_key' | 'device_id' | 'user_id'>;

/** Columns of a session as of `until` (Unix seconds). */
function sessionFields({ device, unit, start, down, up }: Visit, until: number, stop: Date | null): SessionFields {
  const { venue, row } = device.guest;
  const seconds = until - start;
  return {
    unit_id: unit.id,
    unit_mac: unit.mac,
    hotspot_id: venue.id,
    hotspot_desc: venue.plan.description,
    device_mac: device.mac,
    ip_address: device.ip,
    username: row.username,
    bytes_up: bytes(up, seconds),
    bytes_down: bytes(down, seconds),
    duration: seconds,
    auth_time: dateOf(start),
    start_time: dateOf(start),
    update_time: dateOf(until),
    stop_time: stop,
  };
}

/** Bytes transferred at a rate in kbps over some seconds. */
function bytes(kbps: number, seconds: number): number {
  return Math.round(kbps * 125 * seconds);
}
