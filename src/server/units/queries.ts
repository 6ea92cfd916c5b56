import { and, eq } from 'drizzle-orm';
import type { ListUnits, Unit } from '../../contract/units';
import type { Db } from '../db/client';
import { units } from '../db/schema';
import { onChosenHotspot, onHotspot, type Scope } from '../tenancy';
import { contains, isoOf, sortedBy } from '../wire';

/** Stands where an answer has a unit's place but does not fill it in, as recorded. */
export const NO_UNIT: Unit = { id: 0, hotspot_id: 0, mac_address: '', name: '', description: '', uuid: '', secret: '', created: null };

/** A page of the units on the scope's hotspots; `q` looks at name, description, MAC address and uuid. */
export async function listUnits(db: Db, scope: Scope, query: ListUnits): Promise<{ data: Unit[]; total: number }> {
  const mine = and(
    onChosenHotspot(scope, units.hotspot_id, query.hotspot),
    contains([units.name, units.description, units.mac_address, units.uuid], query.q),
  );
  const rows = await db
    .select()
    .from(units)
    .where(mine)
    .orderBy(...sortedBy(units[query.sort], units.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  return { data: rows.map((row) => toUnit(row, scope)), total: await db.$count(units, mine) };
}

/** One unit on the scope's hotspots; null otherwise. */
export async function getUnit(db: Db, scope: Scope, id: number): Promise<Unit | null> {
  const [row] = await db
    .select()
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), eq(units.id, id)));
  return row ? toUnit(row, scope) : null;
}

/** Whoever knows a unit's secret can register devices with it: customers and desks do not get it (API.md, "Who may do what"). */
export function toUnit(row: typeof units.$inferSelect, { role }: Scope): Unit {
  const secret = role === 'admin' || role === 'reseller' ? row.secret : '';
  return { ...row, secret, created: isoOf(row.created) };
}
