import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FoundItem } from '../../contract/find';
import { FOUND_AT_MOST } from '../../contract/plain/wire';
import { may } from '../../contract/plain/roles';
import type { Db } from '../database/db';
import { codeKey, deviceText, guestText, isNoted, voucherText } from '../database/searchExpressions';
import { zonesOf } from '../preferences/zoneQueries';
import { accounts, devices, hotspot_vouchers, hotspots, replaced_codes, sessions, units, user_histories, users } from '../database/schema';
import { managedAccounts, onChosenHotspot, readableHotspots, visibleVouchers, onHotspot, type Scope } from '../auth/tenancy';
import { beginsIn, contains, containsCode, containsIndexed, isExactly, isoOf, isoOrNull } from '../database/listQueries';
import { withIds } from '../database/paging';
import { isOver } from '../guests/stateQueries';

/**
 * Global search: up to FOUND_AT_MOST items of each kind in scope whose names contain `q`, hotspots, units and managers of exactly this name
 * first, then those in which a word begins like it, then the newest; nothing for an empty `q`. Guests whose access has ended come after
 * those who are valid, archived ones last. With `hotspot`, only its guests and vouchers. `serverZone` is that of hotspots without one.
 */
export async function find(
  db: Db,
  scope: Scope,
  { q, hotspot }: { q: string; hotspot: number },
  { now, serverZone }: { now: Date; serverZone: string },
): Promise<FoundItem[]> {
  if (q === '') return [];
  const atHotspot = await findGuestsAndVouchers(db, scope, { q, hotspot }, { now, serverZone });
  if (hotspot !== 0) return atHotspot;
  return [
    ...atHotspot,
    ...(await findHotspots(db, scope, q)),
    ...(may(scope.role, 'find.units') ? await findUnits(db, scope, q) : []),
    ...(may(scope.role, 'find.accounts') ? await findAccounts(db, scope, q) : []),
  ];
}

/** As `find`, guests and vouchers alone, of all hotspots in scope (0) or of one. */
export async function findGuestsAndVouchers(
  db: Db,
  scope: Scope,
  { q, hotspot }: { q: string; hotspot: number },
  { now, serverZone }: { now: Date; serverZone: string },
): Promise<FoundItem[]> {
  const found = await findVouchers(db, scope, q, hotspot, serverZone);
  return [...(await findGuests(db, scope, q, hotspot, found, now)), ...found];
}

/** Guests by name, username or e-mail, by a device's MAC address, and the guests of the found vouchers; archived ones last. */
async function findGuests(
  db: Db,
  scope: Scope,
  q: string,
  hotspot: number,
  foundVouchers: readonly FoundItem[],
  now: Date,
): Promise<FoundItem[]> {
  const { name, username, email, id } = users;
  const newest = (table: GuestTable, where: SQL | undefined) => newestIn(db, table, where, { q, now });
  const mine = onChosenHotspot(scope, users.hotspot_id, hotspot);
  const byName = await newest(users, and(mine, containsIndexed(guestText(users), [name, username, email], q)));
  const { mac_address, user_id } = devices;
  const withDevice = await db
    .select({ id: user_id })
    .from(devices)
    .where(and(onChosenHotspot(scope, devices.hotspot_id, hotspot), containsIndexed(deviceText(devices), [mac_address], q)))
    .orderBy(desc(devices.id))
    .limit(FOUND_AT_MOST);
  const withOthers = [
    ...(withDevice.length === 0 ? [] : [withIds(id, idsOf(withDevice))]),
    ...(foundVouchers.length === 0 ? [] : [withIds(users.voucher_id, idsOf(foundVouchers))]),
  ];
  const others = withOthers.length === 0 ? [] : await newest(users, and(mine, or(...withOthers)));
  const known = new Set(idsOf(byName));
  const present = [...byName, ...others.filter((guest) => !known.has(guest.id))];
  if (present.length >= FOUND_AT_MOST) return present.slice(0, FOUND_AT_MOST);
  const gone = user_histories;
  const archived = await newest(
    gone,
    and(onChosenHotspot(scope, gone.hotspot_id, hotspot), containsIndexed(guestText(gone), [gone.name, gone.username, gone.email], q)),
  );
  return [...present, ...archived].slice(0, FOUND_AT_MOST);
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

type GuestTable = typeof users | typeof user_histories;

/** Maximum number of matches to sort. If there are more, the newest may be missing until the term is longer. */
const TRIED = 500;

async function newestIn(db: Db, table: GuestTable, where: SQL | undefined, { q, now }: { q: string; now: Date }): Promise<FoundItem[]> {
  const { id, hotspot_id, name, username, email } = table;
  const some = db.select({ id }).from(table).where(where).limit(TRIED);
  const rows = await db
    .select({ id, hotspot_id, name, username, email, is_over: isOverIn(table, now) })
    .from(table)
    .where(inArray(id, some))
    .orderBy(asc(isOverIn(table, now)), desc(beginsIn([name, username, email], q)), desc(id))
    .limit(FOUND_AT_MOST);
  const running = table === users ? await sessionsOf(db, rows) : NOBODY;
  const onlineAs = (guest: number) => running.get(guest) ?? [];
  return rows.map((row) => ({
    kind: 'guest' as const,
    id: row.id,
    hotspot_id: row.hotspot_id,
    title: row.name === '' ? row.username : row.name,
    subtitle: row.email === '' ? row.username : row.email,
    ...(onlineAs(row.id).length > 0 && { online: true as const, sessions: onlineAs(row.id) }),
    ...(row.is_over && { expired: true as const }),
    ...(table === user_histories && { archived: true as const }),
  }));
}

/** Without an end, an archived guest counts as over: it can't have a first use any more. */
const isOverIn = (table: GuestTable, now: Date): SQL<boolean> =>
  (table === users ? isOver(now) : sql`coalesce(${table.valid_until} <= ${now.toISOString()}::timestamptz, true)`) as SQL<boolean>;

const NOBODY: ReadonlyMap<number, number[]> = new Map();

/** The running sessions of these guests, by guest. */
async function sessionsOf(db: Db, guests: readonly { id: number }[]): Promise<ReadonlyMap<number, number[]>> {
  if (guests.length === 0) return NOBODY;
  const running = await db
    .select({ id: sessions.id, guest: sessions.user_id })
    .from(sessions)
    .where(withIds(sessions.user_id, idsOf(guests)))
    .orderBy(sessions.id);
  return new Map(guests.map((guest) => [guest.id, idsOf(running.filter((session) => session.guest === guest.id))]));
}

/**
 * Vouchers by part of their code, or of a code that they replaced, and by room. An exact match comes first, then codes that differ only in
 * look-alike characters, then the newest; matches by room last.
 */
async function findVouchers(db: Db, scope: Scope, q: string, hotspot: number, serverZone: string): Promise<FoundItem[]> {
  const mine = and(visibleVouchers(scope), hotspot === 0 ? undefined : eq(hotspot_vouchers.hotspot_id, hotspot));
  const best = (code: AnyPgColumn) => [desc(sql`lower(${code}) = lower(${q})`), desc(sql`${codeKey(code)} = ${codeKey(sql`${q}::text`)}`)];
  const { code, id } = hotspot_vouchers;
  const current: VoucherRow[] = await db
    .select(VOUCHER)
    .from(hotspot_vouchers)
    .innerJoin(hotspots, eq(hotspots.id, hotspot_vouchers.hotspot_id))
    .where(and(mine, containsCode(code, q)))
    .orderBy(...best(code), desc(id))
    .limit(FOUND_AT_MOST);
  const replaced: VoucherRow[] = await db
    .select({ ...VOUCHER, replaced: { code: replaced_codes.code, at: replaced_codes.replaced, account_name: replaced_codes.replaced_by } })
    .from(replaced_codes)
    .innerJoin(hotspot_vouchers, eq(id, replaced_codes.voucher_id))
    .innerJoin(hotspots, eq(hotspots.id, hotspot_vouchers.hotspot_id))
    .where(and(mine, containsCode(replaced_codes.code, q)))
    .orderBy(...best(replaced_codes.code), desc(replaced_codes.id))
    .limit(FOUND_AT_MOST);
  const inRoom: VoucherRow[] = await db
    .select(VOUCHER)
    .from(hotspot_vouchers)
    .innerJoin(hotspots, eq(hotspots.id, hotspot_vouchers.hotspot_id))
    .where(and(mine, isNoted(hotspot_vouchers), containsIndexed(voucherText(hotspot_vouchers), [hotspot_vouchers.room], q)))
    .orderBy(desc(id))
    .limit(FOUND_AT_MOST);
  const isExact = (found: string) => found.toLowerCase() === q.toLowerCase();
  const ranked = [
    ...current.filter(({ title }) => isExact(title)),
    ...replaced,
    ...current.filter(({ title }) => !isExact(title)),
    ...inRoom,
  ];
  const seen = new Set<number>();
  const once = ranked.filter((row) => !seen.has(row.id) && seen.add(row.id)).slice(0, FOUND_AT_MOST);
  const zoneAt = await zonesOf(
    db,
    once.map(({ hotspot_id }) => hotspot_id),
    serverZone,
  );
  return once.map(({ id: voucherId, hotspot_id, title, subtitle, expires, ...row }) => ({
    kind: 'voucher' as const,
    id: voucherId,
    hotspot_id,
    title,
    subtitle,
    voucher: {
      remain_use: row.remain_use,
      duration: row.duration,
      expires: isoOrNull(expires),
      zone: zoneAt(hotspot_id),
      guest_name: row.guest_name,
      room: row.room,
      ...(row.replaced && { replaced: { ...row.replaced, at: isoOf(row.replaced.at) } }),
    },
  }));
}

interface VoucherRow {
  id: number;
  hotspot_id: number;
  title: string;
  subtitle: string;
  remain_use: number;
  duration: number;
  expires: Date | null;
  room: string;
  guest_name: string;
  replaced?: { code: string; at: Date; account_name: string };
}

const VOUCHER = {
  id: hotspot_vouchers.id,
  hotspot_id: hotspot_vouchers.hotspot_id,
  title: hotspot_vouchers.code,
  subtitle: hotspots.name,
  remain_use: hotspot_vouchers.remain_use,
  duration: hotspot_vouchers.duration,
  expires: hotspot_vouchers.expires,
  room: hotspot_vouchers.room,
  /** The guest that it was made for, else the first who used it. */
  guest_name: sql<string>`coalesce(nullif(${hotspot_vouchers.user_name}, ''), (select coalesce(nullif(u.name, ''), u.username) from users u
    where u.voucher_id = "hotspot_vouchers"."id" order by u.id limit 1), '')`,
};

/** A table whose rows are found by name. */
interface Searched {
  table: PgTable;
  id: AnyPgColumn;
  name: AnyPgColumn;
  /** Other columns that are searched, and those in which the beginning of a word counts. */
  alsoSearched: AnyPgColumn[];
  alsoBegins?: AnyPgColumn[];
}

/** Which rows in scope are found, up to TRIED of them, and in which order: those of exactly this name first. */
function matching(db: Db, { table, id, name, alsoSearched, alsoBegins = alsoSearched }: Searched, inScope: SQL | undefined, q: string) {
  const some = db
    .select({ id })
    .from(table)
    .where(and(inScope, contains([name, ...alsoSearched], q)))
    .orderBy(desc(isExactly(name, q)))
    .limit(TRIED);
  return { found: inArray(id, some), order: [desc(isExactly(name, q)), desc(beginsIn([name, ...alsoBegins], q)), desc(id)] };
}

async function findHotspots(db: Db, scope: Scope, q: string): Promise<FoundItem[]> {
  const { id, name, description, business_name } = hotspots;
  const searched = { table: hotspots, id, name, alsoSearched: [description, business_name] };
  const { found, order } = matching(db, searched, readableHotspots(scope), q);
  const rows = await db
    .select({ id, hotspot_id: id, title: name, subtitle: description })
    .from(hotspots)
    .where(found)
    .orderBy(...order)
    .limit(FOUND_AT_MOST);
  return rows.map((row) => ({ kind: 'hotspot', ...row }));
}

async function findUnits(db: Db, scope: Scope, q: string): Promise<FoundItem[]> {
  const { id, hotspot_id, name, description, mac_address } = units;
  const searched = { table: units, id, name, alsoSearched: [description, mac_address], alsoBegins: [description] };
  const { found, order } = matching(db, searched, onHotspot(scope, hotspot_id), q);
  const rows = await db
    .select({ id, hotspot_id, title: name, subtitle: mac_address })
    .from(units)
    .where(found)
    .orderBy(...order)
    .limit(FOUND_AT_MOST);
  return rows.map((row) => ({ kind: 'unit', ...row }));
}

async function findAccounts(db: Db, scope: Scope, q: string): Promise<FoundItem[]> {
  const { id, username, name, email, type } = accounts;
  const { found, order } = matching(db, { table: accounts, id, name: username, alsoSearched: [name, email] }, managedAccounts(scope), q);
  const rows = await db
    .select({ id, title: username, subtitle: name, type })
    .from(accounts)
    .where(found)
    .orderBy(...order)
    .limit(FOUND_AT_MOST);
  return rows.map(({ type: role, ...row }) => ({ kind: 'account', hotspot_id: 0, ...row, ...(role === 'reseller' && { reseller: true }) }));
}
