import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../../src/server/database/db';
import { units } from '../../../src/server/database/schema';

type Unit = typeof units.$inferSelect;

/** The first two units of a hotspot of the fixture. */
export async function twoUnitsOf(db: Db, hotspotId: number): Promise<[Unit, Unit]> {
  const [one, other] = await db.select().from(units).where(eq(units.hotspot_id, hotspotId)).orderBy(asc(units.id));
  if (!one || !other) throw new Error('the fixture has two units there');
  return [one, other];
}
