import { and, eq, exists, getTableColumns, max, or, sql, sum, type SQL } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Device, ListDevices, ReadDevice } from '../../contract/devices';
import { EXACT_TOTAL } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { deviceText, guestText } from '../database/searchExpressions';
import { devices, hotspots, session_histories, sessions, users } from '../database/schema';
import { NO_GUEST, toGuest } from '../guests/rowQueries';
import { hotspotColumns, NO_HOTSPOT, toHotspotRow } from '../hotspots/queries';
import { findPage, idList, inOrder, inPieces, PAGE_IDS, ROWS_OF_PAGE, withIds, type FoundPage } from '../database/paging';
import { onChosenHotspot, onHotspot, preparedOncePerRole, type Scope } from '../auth/tenancy';
import { contains, containsIndexed, isoOf, isoOrNull } from '../database/listQueries';

/** Placeholder for a device that a response doesn't include, as in existing back ends. */
export const NO_DEVICE: Device = {
  id: 0,
  mac_address: '',
  ip_address: '',
  description: '',
  created: null,
  user_id: 0,
  user: NO_GUEST,
  hotspot_id: 0,
  hotspot: NO_HOTSPOT,
};

/**
 * Conditions for devices whose MAC or IP address or guest's name contains `q`. `few` collects ids by two text indexes, reading at most
 * EXACT_TOTAL + 1 rows each; `asTheyCome` is for many matches and tests each device while the list is read in order.
 */
function contained(filter: SQL | undefined, scope: Scope, q: string): { few: SQL | undefined; asTheyCome: SQL | undefined } {
  const byName = containsIndexed(guestText(users), [users.name], q);
  const byAddress = contains([deviceText(devices)], q);
  if (byAddress === undefined) return { few: undefined, asTheyCome: undefined };
  const select = () => new QueryBuilder().select({ id: devices.id });
  const ofGuests = select()
    .from(users)
    .innerJoin(devices, eq(devices.user_id, users.id))
    .where(and(filter, onHotspot(scope, users.hotspot_id), byName))
    .limit(EXACT_TOTAL + 1);
  const addressed = select()
    .from(devices)
    .where(and(filter, byAddress))
    .limit(EXACT_TOTAL + 1);
  const itsGuest = new QueryBuilder()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, devices.user_id), contains([users.name], q)));
  return { few: sql`${devices.id} in (${addressed} union ${ofGuests})`, asTheyCome: or(byAddress, exists(itsGuest)) };
}

/** What these devices have used and when they were last reported, from their guests' sessions. */
async function activityOf(
  db: Db,
  scope: Scope,
  of: readonly Pick<typeof devices.$inferSelect, 'id' | 'user_id'>[],
): Promise<(id: number) => NonNullable<Device['activity']>> {
  const [ids, guests] = [of.map(({ id }) => id), [...new Set(of.map(({ user_id }) => user_id))]];
  const used = (table: typeof sessions | typeof session_histories) =>
    db
      .select({
        id: table.device_id,
        up: sum(table.bytes_up).mapWith(Number),
        down: sum(table.bytes_down).mapWith(Number),
        seen: max(table.update_time),
      })
      .from(table)
      .where(and(onHotspot(scope, table.hotspot_id), withIds(table.user_id, guests), withIds(table.device_id, ids)))
      .groupBy(table.device_id);
  const rows = of.length === 0 ? [] : [...(await used(sessions)), ...(await used(session_histories))];
  return (id) => {
    const own = rows.filter((row) => row.id === id);
    const seen = own.flatMap((row) => row.seen ?? []).sort((one, other) => other.getTime() - one.getTime());
    return {
      bytes_up: own.reduce((bytes, { up }) => bytes + up, 0),
      bytes_down: own.reduce((bytes, { down }) => bytes + down, 0),
      last_seen: isoOrNull(seen[0] ?? null),
    };
  };
}

const deviceRows = preparedOncePerRole((db, scope) =>
  db
    .select({ device: getTableColumns(devices), user: getTableColumns(users), hotspot: hotspotColumns })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.user_id))
    .innerJoin(hotspots, eq(hotspots.id, devices.hotspot_id))
    .where(and(onHotspot(scope, devices.hotspot_id), withIds(devices.id, PAGE_IDS)))
    .prepare(ROWS_OF_PAGE),
);

/** A page of the devices in scope, each with guest and hotspot; `q` searches MAC, IP and the guest's name. */
export async function listDevices(db: Db, scope: Scope, query: ListDevices): Promise<{ data: Device[]; page: FoundPage }> {
  const filter = and(
    onChosenHotspot(scope, devices.hotspot_id, query.hotspot),
    query.user === 0 ? undefined : eq(devices.user_id, query.user),
  );
  const { few, asTheyCome } = contained(filter, scope, query.q);
  const [where, whereMany] = [and(filter, few), and(filter, asTheyCome)];
  const page = await findPage(db, { table: devices, id: devices.id, where, whereMany, sortColumn: devices[query.sort] }, query);
  const data = await inPieces(page.ids, async (ids) => {
    const rows = await deviceRows(db, scope).execute({ ...scope, ids: idList(ids) });
    const activity =
      query.live === 'true' &&
      (await activityOf(
        db,
        scope,
        rows.map(({ device }) => device),
      ));
    return inOrder(ids, rows, ({ device }) => device.id).map(({ device, user, hotspot }) => ({
      ...device,
      ...(activity && { activity: activity(device.id) }),
      created: isoOf(device.created),
      user: toGuest(user),
      hotspot: toHotspotRow(hotspot),
    }));
  });
  return { data, page };
}

/** A device in scope, without guest and hotspot; null if there is none. */
export async function getDevice(db: Db, scope: Scope, id: number, { live = 'false' }: Partial<ReadDevice> = {}): Promise<Device | null> {
  const [row] = await db
    .select()
    .from(devices)
    .where(and(onHotspot(scope, devices.hotspot_id), eq(devices.id, id)));
  if (!row) return null;
  const activity = live === 'true' && (await activityOf(db, scope, [row]))(id);
  return { ...row, created: isoOf(row.created), ...(activity && { activity }), user: NO_GUEST, hotspot: NO_HOTSPOT };
}
