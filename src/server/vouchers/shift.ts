import { sql, type SQL } from 'drizzle-orm';
import type { Shift } from '../../contract/batches';
import { rowsIn, type Db } from '../database/db';
import { shifted, startOfDay } from '../../contract/plain/zones';
import type { Scope } from '../auth/tenancy';
import { isReadable } from './queries';

/** Counts of a day's work at a hotspot, by the day in `zone`; for a desk only its own work. Null if the scope may not read the hotspot. */
export async function getShift(db: Db, scope: Scope, hotspotId: number, day: string, zone: string): Promise<Shift | null> {
  if (!(await isReadable(db, scope, hotspotId))) return null;
  const [from, to] = [startOfDay(day, zone), startOfDay(shifted(day, 1), zone)].map((moment) => moment.toISOString());
  const within = (column: SQL) => sql`${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz`;
  const isDesk = scope.role === 'desk';
  const answer: unknown = await db.execute(sql`
    select v.preset, count(*)::int as vouchers, count(*) filter (where v.prints > 0 or v.printed)::int as printed
    from hotspot_vouchers v where v.hotspot_id = ${hotspotId} and ${within(sql`v.created`)}
      and ${isDesk ? sql`v.owner_id = ${scope.accountId}` : sql`true`}
    group by v.preset order by count(*) desc, v.preset`);
  const done: unknown = await db.execute(sql`
    select count(*) filter (where e.action = 'vouchers.replace')::int as replaced, count(*) filter (where e.action = 'vouchers.send')::int as mailed,
      count(*) filter (where e.action like 'guests.%' and exists (
        select 1 from jsonb_array_elements(e.changes) c where c ->> 'field' = 'valid_until' and c ->> 'new' > c ->> 'old'))::int as extended
    from audit_entries e where e.hotspot_id = ${hotspotId} and ${within(sql`e.at`)}
      and ${isDesk ? sql`e.account_id = ${scope.accountId}` : sql`true`}`);
  const presets = rowsIn<{ preset: string; vouchers: number; printed: number }>(answer);
  const [counts] = rowsIn<Pick<Shift, 'replaced' | 'mailed' | 'extended'>>(done);
  const { replaced = 0, mailed = 0, extended = 0 } = counts ?? {};
  return {
    day,
    vouchers: presets.reduce((sum, { vouchers }) => sum + vouchers, 0),
    printed: presets.reduce((sum, { printed }) => sum + printed, 0),
    replaced,
    mailed,
    extended,
    presets: presets.map(({ preset, vouchers }) => ({ preset, vouchers })),
  };
}
