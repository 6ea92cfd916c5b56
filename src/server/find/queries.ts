import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { FoundItem } from '../../contract/find';
import { FOUND_AT_MOST } from '../../contract/find';
import { may } from '../../contract/roles';
import type { Db } from '../database/db';
import { deviceText, guestText } from '../database/searchExpressions';
import { accounts, devices, hotspot_vouchers, hotspots, units, user_histories, users } from '../database/schema';
import { managedAccounts, onChosenHotspot, readableHotspots, visibleVouchers, onHotspot, type Scope } from '../auth/tenancy';
import { contains } from '../database/listQueries';

/**
 * Global search: up to FOUND_AT_MOST items of each kind in scope whose names contain `q`, newest first; nothing for an empty `q`. Archived
 * guests come after the others. With `hotspot`, only its guests and vouchers.
 */
export async function find(db: Db, scope: Scope, q: string, hotspot: number, now: Date): Promise<FoundItem[]> {
  if (q === '') return [];
  const atHotspot = [...(await findGuests(db, scope, q, hotspot, now)), ...(await findVouchers(db, scope, q, hotspot))];
  if (hotspot !== 0) return atHotspot;
  return [
    ...atHotspot,
    ...(await findHotspots(db, scope, q)),
    ...(may(scope.role, 'find.units') ? await findUnits(db, scope, q) : []),
    ...(may(scope.role, 'find.accounts') ? await findAccounts(db, scope, q) : []),
  ];
}

/** Guests by name, username or e-mail, and by the MAC address of a device; archived ones last. */
async function findGuests(db: Db, scope: Scope, q: string, hotspot: number, now: Date): Promise<FoundItem[]> {
  const { name, username, email, id } = users;
  const newest = (table: GuestTable, where: SQL | undefined) => newestIn(db, table, where, now);
  const mine = onChosenHotspot(scope, users.hotspot_id, hotspot);
  const byName = await newest(users, and(mine, contains([guestText(users)], q), contains([name, username, email], q)));
  const { mac_address, user_id } = devices;
  const withDevice = await db
    .select({ id: user_id })
    .from(devices)
    .where(and(onChosenHotspot(scope, devices.hotspot_id, hotspot), contains([deviceText(devices)], q), contains([mac_address], q)))
    .orderBy(desc(devices.id))
    .limit(FOUND_AT_MOST);
  const byDevice =
    withDevice.length === 0
      ? []
      : await newest(
          users,
          and(
            mine,
            inArray(
              id,
              withDevice.map((device) => device.id),
            ),
          ),
        );
  const known = new Set(byName.map((guest) => guest.id));
  const present = [...byName, ...byDevice.filter((guest) => !known.has(guest.id))];
  if (present.length >= FOUND_AT_MOST) return present.slice(0, FOUND_AT_MOST);
  const gone = user_histories;
  const archived = await newest(
    gone,
    and(
      onChosenHotspot(scope, gone.hotspot_id, hotspot),
      contains([guestText(gone)], q),
      contains([gone.name, gone.username, gone.email], q),
    ),
  );
  return [...present, ...archived].slice(0, FOUND_AT_MOST);
}

type GuestTable = typeof users | typeof user_histories;

/** Matches considered for sorting, to bound the query. With more, the newest may be missed until a longer term narrows them down. */
const TRIED = 500;

async function newestIn(db: Db, table: GuestTable, where: SQL | undefined, now: Date): Promise<FoundItem[]> {
  const { id, hotspot_id, name, username, email, valid_until } = table;
  const some = db.select({ id }).from(table).where(where).limit(TRIED);
  const rows = await db
    .select({ id, hotspot_id, name, username, email, valid_until })
    .from(table)
    .where(inArray(id, some))
    .orderBy(desc(id))
    .limit(FOUND_AT_MOST);
  return rows.map((row) => ({
    kind: 'guest' as const,
    id: row.id,
    hotspot_id: row.hotspot_id,
    title: row.name === '' ? row.username : row.name,
    subtitle: row.email === '' ? row.username : row.email,
    ...((row.valid_until === null || row.valid_until <= now) && { expired: true as const }),
    ...(table === user_histories && { archived: true as const }),
  }));
}

async function findVouchers(db: Db, scope: Scope, q: string, hotspot: number): Promise<FoundItem[]> {
  const rows = await db
    .select({ id: hotspot_vouchers.id, hotspot_id: hotspot_vouchers.hotspot_id, title: hotspot_vouchers.code, subtitle: hotspots.name })
    .from(hotspot_vouchers)
    .innerJoin(hotspots, eq(hotspots.id, hotspot_vouchers.hotspot_id))
    .where(
      and(
        visibleVouchers(scope),
        hotspot === 0 ? undefined : eq(hotspot_vouchers.hotspot_id, hotspot),
        contains([hotspot_vouchers.code], q),
      ),
    )
    .orderBy(desc(hotspot_vouchers.id))
    .limit(FOUND_AT_MOST);
  return rows.map((row) => ({ kind: 'voucher', ...row }));
}

async function findHotspots(db: Db, scope: Scope, q: string): Promise<FoundItem[]> {
  const rows = await db
    .select({ id: hotspots.id, hotspot_id: hotspots.id, title: hotspots.name, subtitle: hotspots.description })
    .from(hotspots)
    .where(and(readableHotspots(scope), contains([hotspots.name, hotspots.description, hotspots.business_name], q)))
    .orderBy(desc(hotspots.id))
    .limit(FOUND_AT_MOST);
  return rows.map((row) => ({ kind: 'hotspot', ...row }));
}

async function findUnits(db: Db, scope: Scope, q: string): Promise<FoundItem[]> {
  const rows = await db
    .select({ id: units.id, hotspot_id: units.hotspot_id, title: units.name, subtitle: units.mac_address })
    .from(units)
    .where(and(onHotspot(scope, units.hotspot_id), contains([units.name, units.description, units.mac_address], q)))
    .orderBy(desc(units.id))
    .limit(FOUND_AT_MOST);
  return rows.map((row) => ({ kind: 'unit', ...row }));
}

async function findAccounts(db: Db, scope: Scope, q: string): Promise<FoundItem[]> {
  const rows = await db
    .select({ id: accounts.id, title: accounts.username, subtitle: accounts.name })
    .from(accounts)
    .where(and(managedAccounts(scope), contains([accounts.username, accounts.name, accounts.email], q)))
    .orderBy(desc(accounts.id))
    .limit(FOUND_AT_MOST);
  return rows.map((row) => ({ kind: 'account', hotspot_id: 0, ...row }));
}
