import { and, eq } from 'drizzle-orm';
import { toWireMac } from '../../contract/plain/macAddress';
import type { CreateMacEntry } from '../../contract/macAuth';
import { MAC_ENTRY_DAYS } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { devices, units, users } from '../database/schema';
import { onHotspot, type Scope } from '../auth/tenancy';

const DAY = 86_400_000;

/** A new MAC entry: ids of guest and device, and the MAC address in wire form. */
export interface MacEntry {
  guestId: number;
  deviceId: number;
  mac: string;
}

/** Creates a MAC entry on the hotspot of a unit that the scope may read. */
export async function insertMacEntry(
  tx: Db,
  scope: Scope,
  unitId: number,
  entry: CreateMacEntry,
  now: Date,
): Promise<MacEntry | 'unknown unit' | 'duplicate'> {
  const [unit] = await tx
    .select({ hotspotId: units.hotspot_id })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.id, unitId)));
  return unit ? insertEntry(tx, { id: unitId, hotspotId: unit.hotspotId }, entry, now) : 'unknown unit';
}

/** A MAC entry is a guest whose username is the MAC address, with one device. */
async function insertEntry(
  tx: Db,
  unit: { id: number; hotspotId: number },
  { mac: written, name, kbps_down, kbps_up }: CreateMacEntry,
  now: Date,
): Promise<MacEntry | 'duplicate'> {
  const mac = toWireMac(written);
  const [guest] = await tx
    .insert(users)
    .values({
      hotspot_id: unit.hotspotId,
      unit_id: unit.id,
      username: mac,
      name,
      account_type: 'mac',
      kbps_down,
      kbps_up,
      auto_login: true,
      valid_from: now,
      valid_until: new Date(now.getTime() + MAC_ENTRY_DAYS * DAY),
      created: now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!guest) return 'duplicate';
  const [device] = await tx
    .insert(devices)
    .values({ hotspot_id: unit.hotspotId, user_id: guest.id, mac_address: mac, created: now })
    .returning({ id: devices.id });
  return { guestId: guest.id, deviceId: device?.id ?? 0, mac };
}
