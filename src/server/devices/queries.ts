import { and, count, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { Device, ListDevices } from '../../contract/devices';
import type { Db } from '../db/client';
import { devices, hotspots, users } from '../db/schema';
import { NO_GUEST, toGuest } from '../guests/queries';
import { hotspotColumns, NO_HOTSPOT, toHotspotRow } from '../hotspots/queries';
import { onChosenHotspot, onHotspot, type Scope } from '../tenancy';
import { contains, isoOf, sortedBy } from '../wire';

/** A page of the devices on the scope's hotspots, each with its guest and hotspot; `q` looks at MAC, IP and the guest's name. */
export async function listDevices(db: Db, scope: Scope, query: ListDevices): Promise<{ data: Device[]; total: number }> {
  const mine = and(
    onChosenHotspot(scope, devices.hotspot_id, query.hotspot),
    query.user === 0 ? undefined : eq(devices.user_id, query.user),
    contains([devices.mac_address, devices.ip_address, users.name], query.q),
  );
  const rows = await db
    .select({ device: getTableColumns(devices), user: getTableColumns(users), hotspot: hotspotColumns })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.user_id))
    .innerJoin(hotspots, eq(hotspots.id, devices.hotspot_id))
    .where(mine)
    .orderBy(...sortedBy(devices[query.sort], devices.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  // Every device has its guest: only a search has to look there.
  const total = query.q === '' ? await db.$count(devices, mine) : await countWithGuest(db, mine);
  return {
    data: rows.map(({ device, user, hotspot }) => ({
      ...device,
      created: isoOf(device.created),
      user: toGuest(user),
      hotspot: toHotspotRow(hotspot),
    })),
    total,
  };
}

/** One device on the scope's hotspots, without its guest and hotspot; null otherwise. */
export async function getDevice(db: Db, scope: Scope, id: number): Promise<Device | null> {
  const [row] = await db
    .select()
    .from(devices)
    .where(and(onHotspot(scope, devices.hotspot_id), eq(devices.id, id)));
  return row ? { ...row, created: isoOf(row.created), user: NO_GUEST, hotspot: NO_HOTSPOT } : null;
}

async function countWithGuest(db: Db, mine: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(devices).innerJoin(users, eq(users.id, devices.user_id)).where(mine);
  return counted?.total ?? 0;
}
