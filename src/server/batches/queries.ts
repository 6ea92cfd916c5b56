import { and, eq, sql } from 'drizzle-orm';
import type { Batch, CreateBatch, ListBatches } from '../../contract/batches';
import { daysOf, type GuestRow } from '../../contract/guestRows';
import { CODE_LENGTH } from '../../contract/wire';
import type { Db } from '../database/db';
import { hotspot_vouchers, hotspots, users, voucher_batches } from '../database/schema';
import { randomCode } from '../auth/randomCode';
import { onHotspot, readableHotspots, visibleBatches, type Scope } from '../auth/tenancy';
import { isoOf } from '../database/listQueries';
import { creatorOf, insertBatch, isReadable } from '../vouchers/queries';
import { isOver, isUsed } from '../vouchers/use';

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
    from (select v.batch_id as id, ${isUsed} as used, ${isOver(now)} as over
      from hotspot_vouchers v where v.batch_id = any(${`{${ids.join(',')}}`}::int[])) v
    group by id`);
  const rows = (result as { rows: (Counts & { id: number })[] }).rows;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The batch in scope, locked until the transaction ends; null if there is none. */
export async function lockBatch(tx: Db, scope: Scope, id: number): Promise<{ hotspotId: number; name: string } | null> {
  const [found] = await tx
    .select({ hotspotId: voucher_batches.hotspot_id, name: voucher_batches.name })
    .from(voucher_batches)
    .where(and(visibleBatches(scope), eq(voucher_batches.id, id)))
    .for('update');
  return found ?? null;
}

/** Deletes the vouchers of a locked batch that nobody used and that still could be, with the guests that wait for them. Answers how many. */
export async function cancelUnused(tx: Db, scope: Scope, id: number, now: Date): Promise<number> {
  const result: unknown = await tx.execute(sql`
    with gone as (
      delete from hotspot_vouchers where ${onHotspot(scope, hotspot_vouchers.hotspot_id)} and id in (
        select v.id from hotspot_vouchers v where v.batch_id = ${id} and not ${isUsed} and not ${isOver(now)} for update)
      returning hotspot_id, code, type),
    waiting as (
      delete from users u using gone where u.hotspot_id = gone.hotspot_id and u.username = upper(gone.code) and gone.type = 'auth')
    select count(*)::int as count from gone`);
  return (result as { rows: { count: number }[] }).rows[0]?.count ?? 0;
}

/** Vouchers per statement. */
const AT_ONCE = 1000;

/** Creates a batch with a voucher of type auth, and its guest, for each row; the rows are known to be right. */
export async function insertPersonal(
  db: Db,
  scope: Scope,
  { rows, name, hotspot_id, ...grants }: CreateBatch,
  now: Date,
): Promise<{ id: number; vouchers: number } | 'unknown hotspot'> {
  return db.transaction(async (tx) => {
    const [hotspot] = await tx
      .select({ id: hotspots.id })
      .from(hotspots)
      .where(and(readableHotspots(scope), eq(hotspots.id, hotspot_id)))
      .for('key share');
    if (!hotspot) return 'unknown hotspot';
    const id = await insertBatch(tx, scope, { hotspot_id, name, made: rows.length }, now);
    const common = { ...grants, hotspot_id, batch_id: id, owner_id: creatorOf(scope) };
    for (let first = 0; first < rows.length; first += AT_ONCE) {
      let missing = rows.slice(first, first + AT_ONCE);
      while (missing.length > 0) missing = await insertThose(tx, missing, common, now);
    }
    return { id, vouchers: rows.length };
  });
}

type Grants = Omit<CreateBatch, 'rows' | 'name'> & { batch_id: number; owner_id: number | null };

/** Tries to insert vouchers for the rows; answers the rows whose code wasn't free. */
async function insertThose(tx: Db, rows: readonly GuestRow[], { duration, ...common }: Grants, now: Date): Promise<GuestRow[]> {
  const codes = new Set<string>();
  while (codes.size < rows.length) codes.add(randomCode(CODE_LENGTH));
  const wanted = [...codes].map((code, at) => ({ code, row: rows[at] ?? { name: '', email: '', room: '', days: '' } }));
  const made = await tx
    .insert(hotspot_vouchers)
    .values(
      wanted.map(({ code, row }) => ({
        ...common,
        code,
        type: 'auth' as const,
        duration: daysOf(row) ?? duration,
        user_name: row.name.trim(),
        user_mail: row.email.trim(),
        room: row.room.trim(),
        created: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: hotspot_vouchers.id, code: hotspot_vouchers.code });
  const free = new Set(made.map(({ code }) => code));
  const guests = wanted
    .filter(({ code }) => free.has(code))
    .map(({ code, row }) => ({
      hotspot_id: common.hotspot_id,
      username: code.toUpperCase(),
      name: `${row.name.trim()} (${code.toUpperCase()})`,
      email: row.email.trim(),
      account_type: 'voucher',
      marketing_auth: true,
      survey_auth: true,
      kbps_down: common.bandwidth_down,
      kbps_up: common.bandwidth_up,
      max_navigation_traffic: common.max_traffic,
      max_navigation_time: common.max_time,
      auto_login: common.auto_login,
      created: now,
    }));
  const named =
    guests.length === 0 ? [] : await tx.insert(users).values(guests).onConflictDoNothing().returning({ username: users.username });
  const done = new Set(named.map(({ username }) => username.toLowerCase()));
  const taken = made.filter(({ code }) => !done.has(code)).map(({ id }) => id);
  if (taken.length > 0) await tx.execute(sql`delete from hotspot_vouchers where id = any(${`{${taken.join(',')}}`}::int[])`);
  return wanted.filter(({ code }) => !done.has(code)).map(({ row }) => row);
}
