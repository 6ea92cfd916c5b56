/** What deleting something would end, counted before anybody confirms it. */
import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { DeletingCounts, DeletingQuery } from '../../contract/deleted';
import { idsGoingWith } from '../accounts/queries';
import { managedAccounts, onHotspot, visibleVouchers, type Scope } from '../auth/tenancy';
import { rowsIn, type Db } from '../database/db';
import { withIds } from '../database/paging';
import { access_tokens, accounts, devices, hotspots, hotspot_vouchers, sessions, units, users } from '../database/schema';
import { guestIds, isUsed } from '../vouchers/usageQueries';

/** The counts of a deletion of these objects, as far as they are in scope. */
export function countDeleting(
  db: Db,
  scope: Scope,
  about: Pick<DeletingQuery, 'kind' | 'hotspot'> & { ids: number[] },
  now: Date,
): Promise<DeletingCounts> {
  switch (about.kind) {
    case 'unit':
      return countOfUnits(db, scope, about.ids);
    case 'guest':
      return countOfGuests(db, scope, about.ids);
    case 'voucher':
      return countOfVouchers(db, scope, about);
    case 'account':
      return countOfAccounts(db, scope, about.ids, now);
  }
}

async function countOfUnits(db: Db, scope: Scope, ids: number[]): Promise<DeletingCounts> {
  const mine = db
    .select({ id: units.id })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), withIds(units.id, ids)));
  return { online: await db.$count(sessions, and(onHotspot(scope, sessions.hotspot_id), inArray(sessions.unit_id, mine))) };
}

async function countOfGuests(db: Db, scope: Scope, ids: number[]): Promise<DeletingCounts> {
  const mine = db
    .select({ id: users.id })
    .from(users)
    .where(and(onHotspot(scope, users.hotspot_id), withIds(users.id, ids)));
  return {
    online: await db.$count(sessions, and(onHotspot(scope, sessions.hotspot_id), inArray(sessions.user_id, mine))),
    devices: await db.$count(devices, inArray(devices.user_id, mine)),
  };
}

async function countOfVouchers(
  db: Db,
  scope: Scope,
  { ids, hotspot }: Pick<DeletingQuery, 'hotspot'> & { ids: number[] },
): Promise<DeletingCounts> {
  const { id, hotspot_id } = hotspot_vouchers;
  const mine = and(visibleVouchers(scope), hotspot === 0 ? withIds(id, ids) : eq(hotspot_id, hotspot));
  const result: unknown = await db.execute(sql`
    with v as (select * from ${hotspot_vouchers} where ${mine})
    select (select count(*)::int from v where ${isUsed}) as used,
      (select count(*)::int from ${sessions} s where exists (
        select 1 from v where v.hotspot_id = s.hotspot_id and s.user_id in ${guestIds})) as online`);
  const [counts] = rowsIn<{ used: number; online: number }>(result);
  return counts ?? { used: 0, online: 0 };
}

async function countOfAccounts(db: Db, scope: Scope, ids: number[], now: Date): Promise<DeletingCounts> {
  const chosen: SQL | undefined = and(managedAccounts(scope), withIds(accounts.id, ids));
  const going = await idsGoingWith(db, chosen);
  const { account_id, type, expires } = access_tokens;
  return {
    online: await db.$count(access_tokens, and(withIds(account_id, going), eq(type, 'login'), gt(expires, now))),
    managers: Math.max(0, going.length - ids.length),
    hotspots: await db.$count(hotspots, withIds(hotspots.account_id, going)),
  };
}
