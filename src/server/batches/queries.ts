import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Batch, CreateBatch, ListBatches } from '../../contract/batches';
import { daysOf, type GuestRow } from '../../contract/plain/guestRows';
import { CODE_LENGTH } from '../../contract/plain/wire';
import { rowsIn, type Db } from '../database/db';
import { withIds } from '../database/paging';
import { hotspot_vouchers, hotspots, users, voucher_batches } from '../database/schema';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { randomCode } from '../auth/randomCode';
import { onHotspot, readableHotspots, visibleBatches, visibleVouchers, type Scope } from '../auth/tenancy';
import { isoOf } from '../database/listQueries';
import { searchable } from '../database/searchExpressions';
import { creatorOf, insertBatch, isReadable } from '../vouchers/queries';
import { isUsed, isVoucherExpired, isVoucherUsable } from '../vouchers/usageQueries';
import { endOfDay, startOfDay } from '../../contract/plain/zones';

/** A page of a hotspot's batches, newest first, with their counts at `now`; null if the scope may not read the hotspot. */
export async function listBatches(
  db: Db,
  scope: Scope,
  hotspotId: number,
  { page, limit }: ListBatches,
  now: Date,
): Promise<{ data: Batch[]; total: number } | null> {
  const mine = and(visibleBatches(scope), eq(voucher_batches.hotspot_id, hotspotId));
  const rows = await db
    .select()
    .from(voucher_batches)
    .where(mine)
    .orderBy(sql`${voucher_batches.created} desc, ${voucher_batches.id} desc`)
    .limit(limit)
    .offset((page - 1) * limit);
  const total = await db.$count(voucher_batches, mine);
  if (total === 0 && !(await isReadable(db, scope, hotspotId))) return null;
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
    now,
  );
  const data = rows.map(({ owner_id: _creator, ...row }) => ({ ...row, created: isoOf(row.created), ...(counts.get(row.id) ?? NOTHING) }));
  return { data, total };
}

type Counts = Pick<Batch, 'used' | 'expired' | 'left'>;
const NOTHING: Counts = { used: 0, expired: 0, left: 0 };

async function countsOf(db: Db, ids: number[], now: Date): Promise<Map<number, Counts>> {
  if (ids.length === 0) return new Map();
  const result: unknown = await db.execute(sql`
    select id, count(*) filter (where used)::int as used, count(*) filter (where over and not used)::int as expired,
      count(*) filter (where not over and not used)::int as left
    from (select v.batch_id as id, ${isUsed} as used, ${isVoucherExpired(now)} as over
      from hotspot_vouchers v where v.batch_id = any(${`{${ids.join(',')}}`}::int[])) v
    group by id`);
  const rows = rowsIn<Counts & { id: number }>(result);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Locks a batch in scope until the transaction ends; null if there is none. */
export async function lockBatch(tx: Db, scope: Scope, id: number): Promise<{ hotspotId: number; name: string } | null> {
  const [found] = await tx
    .select({ hotspotId: voucher_batches.hotspot_id, name: voucher_batches.name })
    .from(voucher_batches)
    .where(and(visibleBatches(scope), eq(voucher_batches.id, id)))
    .for('update');
  return found ?? null;
}

/** Deletes a locked batch's vouchers that are unused and not expired, together with the guests of auth ones. Returns how many vouchers. */
export async function cancelUnused(tx: Db, scope: Scope, id: number, now: Date, copies: DeletedCopies): Promise<number> {
  const result: unknown = await tx.execute(sql`
    select v.id, v.type = 'auth' as "isPersonal" from hotspot_vouchers v
    where v.id in (select ${hotspot_vouchers.id} from ${hotspot_vouchers} where ${onHotspot(scope, hotspot_vouchers.hotspot_id)})
      and v.batch_id = ${id} and not ${isUsed} and not ${isVoucherExpired(now)} order by v.id for update`);
  const going = rowsIn<{ id: number; isPersonal: boolean }>(result);
  if (going.length === 0) return 0;
  const idsOf = (some: typeof going) => some.map((voucher) => voucher.id);
  const waiting = withIds(users.voucher_id, idsOf(going.filter(({ isPersonal }) => isPersonal)));
  const unused = withIds(hotspot_vouchers.id, idsOf(going));
  await copies.deleting(users, waiting);
  await tx.delete(users).where(waiting);
  await copies.deleting(hotspot_vouchers, unused);
  await tx.delete(hotspot_vouchers).where(unused);
  return going.length;
}

/** Vouchers per statement: more would block the embedded database, and with it this process, for too long. */
const AT_ONCE = 1000;

/**
 * Creates a batch with a voucher of type auth, and its guest, for each row. Rows must have been validated. With `unless_known`, returns the
 * rows of known guests instead and creates nothing.
 */
export async function insertPersonal(
  tx: Db,
  scope: Scope,
  { rows, name, hotspot_id, unless_known, ...grants }: CreateBatch,
  now: Date,
): Promise<{ id: number; vouchers: number } | { known: number[] } | 'unknown hotspot'> {
  const [hotspot] = await tx
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspot_id)))
    .for('key share');
  if (!hotspot) return 'unknown hotspot';
  const known = unless_known ? await knownRows(tx, scope, hotspot_id, rows, now) : [];
  if (known.length > 0) return { known };
  const id = await insertBatch(tx, scope, { hotspot_id, name, count: rows.length }, now);
  const common = { ...grants, hotspot_id, batch_id: id, owner_id: creatorOf(scope) };
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    let missing = rows.slice(first, first + AT_ONCE);
    while (missing.length > 0) missing = await insertThose(tx, missing, common, now);
  }
  return { id, vouchers: rows.length };
}

/**
 * Indices (from 0) of the rows whose guest already has a usable voucher that the scope sees: same name, e-mail and room, compared as
 * searches do. Words of a name may come in any order: "Rossi, Mario".
 */
async function knownRows(tx: Db, scope: Scope, hotspotId: number, rows: readonly GuestRow[], now: Date): Promise<number[]> {
  const { hotspot_id, type, user_name, user_mail, room } = hotspot_vouchers;
  const usable = and(visibleVouchers(scope), eq(hotspot_id, hotspotId), eq(type, 'auth'), isVoucherUsable(now));
  const result: unknown = await tx.execute(sql`
    select r.at from json_to_recordset(${jsonOf(rows.map((row, at) => ({ at, ...row })))}::json)
      as r(at int, name text, email text, room text)
    where (${wordListOf(sql`r.name`)}, lower(r.email), searchable(r.room)) in (
      select ${wordListOf(user_name)}, lower(${user_mail}), ${searchable(room)} from ${hotspot_vouchers} where ${usable})
    order by r.at`);
  return rowsIn<{ at: number }>(result).map(({ at }) => at);
}

const wordListOf = (name: AnyPgColumn | SQL) =>
  sql`array(select word from regexp_split_to_table(${searchable(name)}, '[\\s,;-]+') word where word <> '' order by 1)`;

/**
 * Passes all rows as one JSON parameter: thousands of parameters take the embedded database seconds. `written` replaces lone surrogates,
 * which aren't valid text in PostgreSQL.
 */
const jsonOf = (rows: readonly (Pick<GuestRow, 'name' | 'email' | 'room'> & object)[]): string =>
  JSON.stringify(rows.map((row) => ({ ...row, name: written(row.name), email: written(row.email), room: written(row.room) })));
const written = (typed: string) => Buffer.from(typed.trim()).toString();

type Grants = Omit<CreateBatch, 'rows' | 'name' | 'unless_known'> & { batch_id: number; owner_id: number | null };

/** Tries to insert a voucher with its guest for each row; returns the rows whose random code was taken. */
async function insertThose(tx: Db, rows: readonly GuestRow[], common: Grants, now: Date): Promise<GuestRow[]> {
  const codes = new Set<string>();
  while (codes.size < rows.length) codes.add(randomCode(CODE_LENGTH));
  const wanted = [...codes].flatMap((code, at) => rows.slice(at, at + 1).map((row) => ({ code, row })));
  const { tz } = common;
  const given = jsonOf(
    wanted.map(({ code, row }) => ({
      ...row,
      code,
      days: row.until === '' ? String(daysOf(row) ?? common.duration) : '0',
      from: row.from === '' || row.until === '' ? null : startOfDay(row.from, tz).toISOString(),
      until: row.until === '' ? null : endOfDay(row.until, tz).toISOString(),
    })),
  );
  const { hotspot_id, batch_id, owner_id, max_devices, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, remain_use } =
    common;
  const created = sql`${now.toISOString()}::timestamptz`;
  const limits = sql`${auto_login}::boolean, ${bandwidth_down}::int, ${bandwidth_up}::int, ${max_traffic}::bigint, ${max_time}::int`;
  const result: unknown = await tx.execute(sql`
    with r as (select * from json_to_recordset(${given}::json) as r(code text, name text, email text, room text, days int, "from" timestamptz, until timestamptz)),
    v as (
      insert into hotspot_vouchers (hotspot_id, batch_id, owner_id, max_devices, remain_use, type, created, auto_login, bandwidth_down, bandwidth_up,
        max_traffic, max_time, code, duration, expires, user_name, user_mail, room)
      select ${hotspot_id}::int, ${batch_id}::int, ${owner_id}::int, ${max_devices ?? 0}::int, ${remain_use}::int, 'auth', ${created}, ${limits},
        code, days, until, name, email, room from r
      on conflict do nothing returning id, code),
    u as (
      insert into users (hotspot_id, voucher_id, account_type, created, auto_login, kbps_down, kbps_up,
        max_navigation_traffic, max_navigation_time, username, name, email, valid_from, valid_until)
      select ${hotspot_id}::int, v.id, 'voucher', ${created}, ${limits},
        upper(r.code), r.name || ' (' || upper(r.code) || ')', r.email,
        case when r.until is not null then greatest(r."from", ${created}) end, r.until from r join v on v.code = r.code
      on conflict do nothing returning voucher_id)
    select v.code, u.voucher_id is not null as has_guest from v left join u on u.voucher_id = v.id`);
  const createdRows = rowsIn<{ code: string; has_guest: boolean }>(result);
  const done = new Set(createdRows.flatMap(({ code, has_guest }) => (has_guest ? [code] : [])));
  // The guest of a deleted voucher may still have the code as username, so such a code counts as taken.
  const taken = createdRows.flatMap(({ code, has_guest }) => (has_guest ? [] : [code]));
  if (taken.length > 0) {
    await tx.delete(hotspot_vouchers).where(and(eq(hotspot_vouchers.batch_id, batch_id), inArray(hotspot_vouchers.code, taken)));
  }
  return wanted.filter(({ code }) => !done.has(code)).map(({ row }) => row);
}
