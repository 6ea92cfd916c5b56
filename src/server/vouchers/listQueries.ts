/** Lists of vouchers, with their filters and their search. */
import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { QueryBuilder, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ListVouchers, Voucher } from '../../contract/vouchers';
import type { Db } from '../database/db';
import { guestText, isNoted, voucherText } from '../database/searchExpressions';
import { hotspot_vouchers, replaced_codes, users } from '../database/schema';
import { visibleVouchers, type Scope } from '../auth/tenancy';
import { containsCode, containsIndexed, isWholeCode, momentOf, sortedBy } from '../database/listQueries';
import { isReadable, toVoucher } from './queries';

/** A page of the hotspot's vouchers that the scope sees, newest first by default; null if it may not read the hotspot. */
export async function listVouchers(
  db: Db,
  scope: Scope,
  hotspotId: number,
  query: ListVouchers,
): Promise<{ data: Voucher[]; total: number } | null> {
  const mine = and(
    visibleVouchers(scope),
    eq(hotspot_vouchers.hotspot_id, hotspotId),
    matchingText(hotspotId, query.q),
    ...filtersOf(hotspotId, query),
  );
  const rows = await db
    .select()
    .from(hotspot_vouchers)
    .where(mine)
    // Vouchers of a batch by ascending id, the order in which they are printed.
    .orderBy(...sortedBy(hotspot_vouchers[query.sort], hotspot_vouchers.id, query.order, 'asc'))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const total = await db.$count(hotspot_vouchers, mine);
  if (total === 0 && !(await isReadable(db, scope, hotspotId))) return null;
  return { data: rows.map(toVoucher), total };
}

function filtersOf(hotspotId: number, query: ListVouchers): (SQL | undefined)[] {
  const { duration, auto_login, expires, remain_use, printed, type, created, batch_id } = hotspot_vouchers;
  return [
    query.code === '' ? undefined : inArray(hotspot_vouchers.id, withCodeLike(query.code, hotspotId)),
    query.duration === '' ? undefined : eq(duration, query.duration),
    ifFiltered(query.auto_login, (wanted) => eq(auto_login, wanted)),
    ifFiltered(query.used, (wanted) => (wanted ? isNotNull(expires) : isNull(expires))),
    ifFiltered(query.reusable, (wanted) => (wanted ? eq(remain_use, -1) : gt(remain_use, 0))),
    ifFiltered(query.printed, (wanted) => eq(printed, wanted)),
    query.type === '' ? undefined : eq(type, query.type),
    query.batch === 0 ? undefined : eq(batch_id, query.batch),
    query.ids === '' ? undefined : inArray(hotspot_vouchers.id, query.ids.split(',').map(Number)),
    query.expiredStart === '' ? undefined : gte(expires, momentOf(query.expiredStart)),
    // Unlike in existing back ends, vouchers without an expiry don't match.
    query.expiredEnd === '' ? undefined : lte(expires, momentOf(query.expiredEnd)),
    query.createdStart === '' ? undefined : gte(created, momentOf(query.createdStart)),
    query.createdEnd === '' ? undefined : lte(created, momentOf(query.createdEnd)),
  ];
}

/** Ids of vouchers that the scope sees and whose code, or a code that they replaced, is like this one. */
export async function vouchersWithCode(db: Db, scope: Scope, typed: string): Promise<number[]> {
  if (!isWholeCode(typed)) return [];
  const found = await db
    .select({ id: hotspot_vouchers.id })
    .from(hotspot_vouchers)
    .where(and(visibleVouchers(scope), inArray(hotspot_vouchers.id, withCodeLike(typed))))
    .limit(MOST_WITH_CODE);
  return found.map(({ id }) => id);
}

/** Maximum number of vouchers found by code; if there are more, the text isn't a code. */
const MOST_WITH_CODE = 50;

/**
 * Ids of vouchers with a code like this, and of those that replaced one, at a hotspot or everywhere. Two queries, because each has an
 * index, which an OR over two tables wouldn't use.
 */
function withCodeLike(typed: string, hotspotId?: number) {
  const { id, hotspot_id, code } = hotspot_vouchers;
  const at = (column: AnyPgColumn) => (hotspotId === undefined ? undefined : eq(column, hotspotId));
  const current = new QueryBuilder()
    .select({ id })
    .from(hotspot_vouchers)
    .where(and(at(hotspot_id), containsCode(code, typed)));
  const replaced = new QueryBuilder()
    .select({ id: replaced_codes.voucher_id })
    .from(replaced_codes)
    .where(and(at(replaced_codes.hotspot_id), containsCode(replaced_codes.code, typed)));
  return current.union(replaced);
}

/** A condition: vouchers of a hotspot by code, by the person they are for, or by a guest who was let in with them. */
function matchingText(hotspotId: number, typed: string): SQL | undefined {
  if (typed === '') return undefined;
  const found = new QueryBuilder();
  const { id, hotspot_id, user_name, user_mail, room } = hotspot_vouchers;
  const of = eq(hotspot_id, hotspotId);
  const byNote = found
    .select({ id })
    .from(hotspot_vouchers)
    .where(and(of, isNoted(hotspot_vouchers), containsIndexed(voucherText(hotspot_vouchers), [user_name, user_mail, room], typed)));
  const { voucher_id, name, email } = users;
  const byGuest = found
    .select({ id: sql<number>`${voucher_id}`.as('voucher_id') })
    .from(users)
    .where(and(eq(users.hotspot_id, hotspotId), isNotNull(voucher_id), containsIndexed(guestText(users), [name, email], typed)));
  return inArray(id, withCodeLike(typed, hotspotId).union(byNote).union(byGuest));
}

function ifFiltered(flag: ListVouchers['used'], condition: (wanted: boolean) => SQL): SQL | undefined {
  return flag === '' ? undefined : condition(flag === '1' || flag === 'true');
}
