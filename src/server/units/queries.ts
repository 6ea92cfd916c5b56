import { and, eq, inArray, sql } from 'drizzle-orm';
import { each, namesOf } from '../../contract/plain/fields';
import { toWireMac } from '../../contract/plain/macAddress';
import type { HttpProof } from '../../contract/plain/wire';
import { UNIT_FIELDS } from '../../contract/plain/unitFields';
import type { CreateUnit, ListUnits, LiveUnit, Unit, UpdateUnit } from '../../contract/units';
import type { Db } from '../database/db';
import { accounts, hotspots, units } from '../database/schema';
import { onChosenHotspot, onHotspot, ownHotspots, type Scope } from '../auth/tenancy';
import { contains, isoOf, sortedBy } from '../database/listQueries';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { freeUnits } from '../limits/unitQuotaQueries';
import { plainAddress } from './addresses';
import { activityOf } from './activityQueries';

/** Placeholder for a unit that a response doesn't include, as in existing back ends. */
export const NO_UNIT: Unit = {
  id: 0,
  hotspot_id: 0,
  mac_address: '',
  ...each(namesOf(UNIT_FIELDS), () => ''),
  uuid: '',
  secret: '',
  created: null,
};

/** A page of the units in scope; `q` searches its texts, MAC address and uuid. */
export async function listUnits(db: Db, scope: Scope, query: ListUnits, now: Date): Promise<{ data: LiveUnit[]; total: number }> {
  const mine = and(
    onChosenHotspot(scope, units.hotspot_id, query.hotspot),
    contains([...namesOf(UNIT_FIELDS).map((field) => units[field]), units.mac_address, units.uuid], query.q),
  );
  const rows = await db
    .select()
    .from(units)
    .where(mine)
    .orderBy(...sortedBy(units[query.sort], units.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const data = rows.map((row) => toUnit(row, scope));
  return { data: query.live === 'true' ? await withActivity(db, data, now) : data, total: await db.$count(units, mine) };
}

/** Adds activity and hotspot name to units. The caller has checked scope. */
export async function withActivity(db: Db, shown: readonly Unit[], now: Date): Promise<LiveUnit[]> {
  const known = await activityOf(
    db,
    shown.map(({ id }) => id),
    now,
  );
  return shown.map((unit) => ({ ...unit, ...known.get(unit.id) }));
}

/** One unit on the scope's hotspots; null otherwise. */
export async function getUnit(db: Db, scope: Scope, id: number): Promise<Unit | null> {
  const [row] = await db
    .select()
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.id, id)));
  return row ? toUnit(row, scope) : null;
}

/** The secret of a unit on the scope's hotspots; null if there is no such unit. */
export async function secretOf(db: Db, scope: Scope, id: number): Promise<{ uuid: string; secret: string } | null> {
  const [found] = await db
    .select({ uuid: units.uuid, secret: units.secret })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.id, id)));
  return found ?? null;
}

/** Adds a unit to a hotspot that the scope manages, if the plan of the hotspot's reseller allows it. */
export async function insertUnit(
  tx: Db,
  scope: Scope,
  { hotspot_id, mac_address, ...fields }: CreateUnit & { http_proof: HttpProof },
  now: Date,
): Promise<number | 'unknown hotspot' | 'over quota' | 'duplicate'> {
  const hotspotId = Number(hotspot_id);
  const [hotspot] = await tx
    .select({ owner: accounts.id })
    .from(hotspots)
    .innerJoin(accounts, eq(accounts.id, hotspots.account_id))
    .where(and(ownHotspots(scope), eq(hotspots.id, hotspotId)));
  if (!hotspot) return 'unknown hotspot';
  if ((await freeUnits(tx, hotspot.owner)) <= 0) return 'over quota';
  const itsHotspots = tx.select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.account_id, hotspot.owner));
  const mac = toWireMac(mac_address);
  // Only among the reseller's own units, so that another tenant's entry doesn't keep anybody from registering their unit.
  if ((await tx.$count(units, and(inArray(units.hotspot_id, itsHotspots), eq(units.mac_address, mac)))) > 0) return 'duplicate';
  const [created] = await tx
    .insert(units)
    .values({ ...fields, hotspot_id: hotspotId, mac_address: mac, created: now })
    .onConflictDoNothing()
    .returning({ id: units.id });
  return created?.id ?? 'duplicate';
}

/** Changes a unit of a hotspot that the scope manages. False if there is none. */
export async function updateUnit(db: Db, scope: Scope, id: number, change: UpdateUnit): Promise<boolean> {
  const { secret: _never, address, ...plain } = change;
  const set = {
    ...plain,
    ...(address !== undefined && {
      address: plainAddress(address),
      address_confirmed: sql`case when ${units.address} = ${plainAddress(address)} then ${units.address_confirmed} end`,
    }),
    // The exemption from signing is tied to the fixed address, so it is lost with it.
    ...(address === '' && { may_be_unsigned: false }),
    // Keeps the statement valid if nothing else is set; changes nothing.
    id: sql`${units.id}`,
  };
  const changed = await db
    .update(units)
    .set(set)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.id, id)))
    .returning({ id: units.id });
  return changed.length > 0;
}

/** Deletes a unit of a hotspot that the scope manages; its sessions stay. False if there is none. */
export async function deleteUnit(tx: Db, scope: Scope, id: number, copies: DeletedCopies): Promise<boolean> {
  const mine = and(onHotspot(scope, units.hotspot_id), eq(units.id, id));
  await copies.deleting(units, mine);
  const deleted = await tx.delete(units).where(mine).returning({ id: units.id });
  return deleted.length > 0;
}

/** A unit as in responses: without its secret unless `scope` gets secrets, because anybody who knows it can register devices (MAC-14). */
export function toUnit(unit: typeof units.$inferSelect, { getsSecrets }: Scope): Unit {
  const { id, hotspot_id, mac_address, uuid, secret, created } = unit;
  const texts = each(namesOf(UNIT_FIELDS), (field) => unit[field]);
  return { id, hotspot_id, mac_address, ...texts, uuid, secret: getsSecrets ? secret : '', created: isoOf(created) };
}
