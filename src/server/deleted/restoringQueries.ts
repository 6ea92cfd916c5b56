/** Restores what was deleted, and deletes it for good after a day. */
import { and, eq, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { eraseGuestEntries, forgetGuestsOf } from '../audit/erasureQueries';
import { RESTORABLE_FOR } from '../audit/undoQueries';
import { restorableThings, type Scope } from '../auth/tenancy';
import { rowsIn, type Db } from '../database/db';
import {
  accounts,
  deleted_rows,
  deleted_things,
  disclaimers_accounts,
  hotspot_vouchers,
  hotspots,
  integrations,
  paper_templates,
  session_histories,
  sessions,
  units,
  user_histories,
  users,
} from '../database/schema';
import { freeUnits } from '../limits/unitQuotaQueries';
import { keyOf, nameOf, parentsOf, TABLES_IN_ORDER } from './references';

export type DeletedThing = typeof deleted_things.$inferSelect;

/** Why something can't be restored. */
type Obstacle = { why: 'restored_before' | 'too_late' | 'over_quota' | 'parent_gone' } | { why: 'taken'; name: string };

/** Columns with names that may have been taken by another object meanwhile. */
const NAMES = new Map<PgTable, PgColumn>([
  [accounts, accounts.username],
  [hotspots, hotspots.name],
  [units, units.name],
  [hotspot_vouchers, hotspot_vouchers.code],
  [users, users.username],
]);

/** Whether several vouchers were deleted, which are listed under their hotspot. As many as possible are restored. */
export const isSeveral = ({ action, kind }: DeletedThing): boolean => action === 'vouchers.delete' && kind === 'hotspot';

/** Restores something that the scope could have deleted; null if there is no such deletion. Roll back if there is an obstacle. */
export async function restoreThing(
  tx: Db,
  scope: Scope,
  id: number,
  now: Date,
): Promise<{ thing: DeletedThing; restored: number; left: number } | Obstacle | null> {
  // Locked, so that the second of two concurrent calls finds it restored.
  const [thing] = await tx
    .select()
    .from(deleted_things)
    .where(and(restorableThings(scope), eq(deleted_things.id, id)))
    .for('update');
  if (!thing) return null;
  if (thing.restored) return { why: 'restored_before' };
  if (thing.at.getTime() <= now.getTime() - RESTORABLE_FOR) return { why: 'too_late' };
  const copied = await tx
    .select({ table: deleted_rows.table_name, rows: sql<number>`sum(jsonb_array_length(${deleted_rows.rows}))::int` })
    .from(deleted_rows)
    .where(and(eq(deleted_rows.thing_id, id), eq(deleted_rows.is_change, false)))
    .groupBy(deleted_rows.table_name);
  const rowsOf = (table: PgTable) => copied.find((one) => one.table === nameOf(table))?.rows ?? 0;
  if (rowsOf(units) > 0 && (await freeUnits(tx, thing.tenant_id)) < rowsOf(units)) return { why: 'over_quota' };
  let several = { restored: 1, left: 0 };
  for (const table of TABLES_IN_ORDER.filter((one) => rowsOf(one) > 0)) {
    const { given, possible, done } = await putBack(tx, id, table);
    const isRoot = table === ROOTS[thing.action](thing);
    if (isRoot && possible === 0) return { why: 'parent_gone' };
    if (isRoot && isSeveral(thing)) several = { restored: done, left: given - done };
    const name = NAMES.get(table);
    if (name && done < possible && !(isSeveral(thing) && done > 0)) return { why: 'taken', name: await missingName(tx, id, table, name) };
  }
  if (rowsOf(units) > 0) {
    const twice = await addressTwice(tx, thing);
    if (twice !== undefined) return { why: 'taken', name: twice };
  }
  await putValuesBack(tx, id);
  await tx.delete(deleted_rows).where(eq(deleted_rows.thing_id, id));
  await tx.update(deleted_things).set({ restored: now }).where(eq(deleted_things.id, id));
  return { thing, ...several };
}

/** For each kind of deletion, the table of the deleted object itself, or of the row by which it belongs to its parent. */
const ROOTS: Record<DeletedThing['action'], (thing: DeletedThing) => PgTable> = {
  'hotspots.delete': () => hotspots,
  'units.delete': () => units,
  'guests.delete': ({ kind }) => (kind === 'archived_guest' ? user_histories : users),
  'vouchers.delete': () => hotspot_vouchers,
  'accounts.delete': () => accounts,
  'integrations.delete': () => integrations,
  'disclaimers.delete': () => disclaimers_accounts,
  'paper_templates.delete': () => paper_templates,
};

/** The kept rows of a table, as rows called `r`; with `parts`, only those stored in these parts. */
const copiedRows = (id: number, table: PgTable, isChange: boolean, parts?: readonly number[]): SQL =>
  sql`${deleted_rows} k cross join lateral jsonb_populate_recordset(null::${table}, k.rows) r
    where k.thing_id = ${id} and k.table_name = ${nameOf(table)} and k.is_change = ${isChange}${
      parts ? sql` and k.id = any(${`{${parts.join(',')}}`}::int[])` : sql``
    }`;

const r = (column: PgColumn) => sql`r.${sql.identifier(column.name)}`;

interface PutBack {
  given: number;
  possible: number;
  done: number;
}

/** Maximum number of parts, of a thousand rows each, restored by one statement, so that no statement takes too long. */
const PARTS_AT_ONCE = 50;

/** Inserts kept rows whose parents exist, unless their keys or names have been taken. */
async function putBack(tx: Db, id: number, table: PgTable): Promise<PutBack> {
  const parts = await tx
    .select({ id: deleted_rows.id })
    .from(deleted_rows)
    .where(and(eq(deleted_rows.thing_id, id), eq(deleted_rows.table_name, nameOf(table)), eq(deleted_rows.is_change, false)))
    .orderBy(deleted_rows.id);
  // Rows that refer to rows of the same table are inserted by one statement.
  const atOnce = parentsOf(table).some(({ parent }) => parent === table) ? parts.length : PARTS_AT_ONCE;
  const sum = { given: 0, possible: 0, done: 0 };
  for (let from = 0; from < parts.length; from += atOnce) {
    const some = await putPartsBack(
      tx,
      { id, table },
      parts.slice(from, from + atOnce).map((part) => part.id),
    );
    sum.given += some.given;
    sum.possible += some.possible;
    sum.done += some.done;
  }
  return sum;
}

async function putPartsBack(tx: Db, { id, table }: { id: number; table: PgTable }, parts: readonly number[]): Promise<PutBack> {
  // Columns that an update of the server has added since aren't in the kept rows, so they get their defaults.
  const columns = await columnsOf(tx, id, table, false);
  const parents = parentsOf(table);
  const isThere = ({ column, parent, parentColumn }: (typeof parents)[number]) =>
    sql`(${r(column)} is null or exists (select from ${parent} p where p.${sql.identifier(parentColumn.name)} = ${r(column)})${
      // Or to a row that is restored by the same statement.
      parent === table ? sql` or ${r(column)} in (select o.${sql.identifier(parentColumn.name)} from given o)` : sql``
    })`;
  const needed = parents.filter(({ onDelete }) => onDelete !== 'set null').map(isThere);
  const value = (name: string) => {
    const loose = parents.find(({ column, onDelete }) => column.name === name && onDelete === 'set null');
    return loose ? sql`case when ${isThere(loose)} then r.${sql.identifier(name)} end` : sql`r.${sql.identifier(name)}`;
  };
  const result: unknown = await tx.execute(sql`
    with given as (select r.* from ${copiedRows(id, table, false, parts)}),
    possible as (select r.* from given r where ${sql.join([sql`true`, ...needed], sql` and `)}),
    done as (
      insert into ${table} (${list(columns)}) select ${sql.join(columns.map(value), sql`, `)} from possible r
      on conflict do nothing returning 1)
    select (select count(*)::int from given) as given, (select count(*)::int from possible) as possible,
      (select count(*)::int from done) as done`);
  const [counts] = rowsIn<PutBack>(result);
  return counts ?? { given: 0, possible: 0, done: 0 };
}

const list = (columns: readonly string[]) =>
  sql.join(
    columns.map((name) => sql`${sql.identifier(name)}`),
    sql`, `,
  );

async function columnsOf(tx: Db, id: number, table: PgTable, isChange: boolean): Promise<string[]> {
  const result: unknown = await tx.execute(sql`
    select distinct key from ${deleted_rows} k cross join lateral jsonb_object_keys(k.rows -> 0) key
    join pg_attribute a on a.attrelid = ${nameOf(table)}::regclass and a.attname = key and not a.attisdropped
    where k.thing_id = ${id} and k.table_name = ${nameOf(table)} and k.is_change = ${isChange}`);
  return rowsIn<{ key: string }>(result).map(({ key }) => key);
}

/** The name of a row that wasn't restored. */
async function missingName(tx: Db, id: number, table: PgTable, name: PgColumn): Promise<string> {
  const isBack = sql.join(
    keyOf(table).map((column) => sql`t.${sql.identifier(column.name)} = ${r(column)}`),
    sql` and `,
  );
  const result: unknown = await tx.execute(sql`
    select ${r(name)} as name from ${copiedRows(id, table, false)} and not exists (select from ${table} t where ${isBack}) limit 1`);
  return rowsIn<{ name: string }>(result)[0]?.name ?? '';
}

/** The name of a restored unit whose MAC address its reseller has registered again; undefined if there is none. */
async function addressTwice(tx: Db, { id, tenant_id }: DeletedThing): Promise<string | undefined> {
  const result: unknown = await tx.execute(sql`
    select r.name from ${copiedRows(id, units, false)} and exists (
      select from ${units} u join ${hotspots} h on h.id = u.hotspot_id
      where h.account_id = ${tenant_id} and u.mac_address = r.mac_address and u.id <> r.id) limit 1`);
  return rowsIn<{ name: string }>(result)[0]?.name;
}

/** Restores cleared values, unless they have been set again since. */
async function putValuesBack(tx: Db, id: number): Promise<void> {
  const changed = await tx
    .selectDistinct({ table: deleted_rows.table_name })
    .from(deleted_rows)
    .where(and(eq(deleted_rows.thing_id, id), eq(deleted_rows.is_change, true)));
  for (const table of TABLES_IN_ORDER.filter((one) => changed.some((row) => row.table === nameOf(one)))) {
    const key = keyOf(table).map(({ name }) => name);
    const columns = (await columnsOf(tx, id, table, true)).filter((name) => !key.includes(name));
    const isSame = key.map((name) => sql`t.${sql.identifier(name)} = r.${sql.identifier(name)}`);
    await fill(tx, { table, columns, copies: copiedRows(id, table, true) }, sql.join(isSame, sql` and `));
    // The session was running when its guest was deleted, and has ended since.
    if (table === sessions)
      await fill(
        tx,
        { table: session_histories, columns, copies: copiedRows(id, table, true) },
        sql`t.session_id = r.id and t.hotspot_id = r.hotspot_id`,
      );
  }
}

/** Whether a value counts as cleared: `NOBODY` in guests/erasureQueries.ts says which values erased guests have. */
const isEmpty = (column: SQL) => sql`coalesce(${column}::text, '') ~ '^(0|-.*|erased-.*)?$'`;

async function fill(tx: Db, { table, columns, copies }: { table: PgTable; columns: string[]; copies: SQL }, isSame: SQL): Promise<void> {
  const set = columns.map((name) => {
    const [live, old] = [sql`t.${sql.identifier(name)}`, sql`r.${sql.identifier(name)}`];
    const parent = parentsOf(table).find(({ column }) => column.name === name);
    const isThere = parent
      ? sql` and exists (select from ${parent.parent} p where p.${sql.identifier(parent.parentColumn.name)} = ${old})`
      : sql``;
    return sql`${sql.identifier(name)} = case when ${isEmpty(live)}${isThere} then ${old} else ${live} end`;
  });
  await tx.execute(sql`update ${table} t set ${sql.join(set, sql`, `)} from (select r.* from ${copies}) r where ${isSame}`);
}

/** Deletes for good what was deleted a day ago, and its guests' data in the audit trail, up to `most` deletions. Returns how many. */
export async function forgetDeleted(db: Db, now: Date, most: number): Promise<number> {
  return db.transaction(async (tx) => {
    const old = await tx
      .select()
      .from(deleted_things)
      .where(lte(deleted_things.at, new Date(now.getTime() - RESTORABLE_FOR)))
      .orderBy(deleted_things.id)
      .limit(most)
      .for('update', { skipLocked: true });
    for (const { id, action, restored, hotspot_id, label, guest_ids, copy_ids } of old) {
      if (restored === null && action === 'hotspots.delete') await forgetGuestsOf(tx, hotspot_id);
      if (restored === null && action === 'guests.delete')
        await eraseGuestEntries(tx, { hotspotId: hotspot_id, username: label, userIds: guest_ids, copyIds: copy_ids });
      await tx.delete(deleted_things).where(eq(deleted_things.id, id));
    }
    return old.length;
  });
}

/** Erases a guest from deletions that could still be undone: their own rows, and notes on deleted vouchers about whom they were for. */
export async function eraseFromDeleted(
  tx: Db,
  { hotspotId, username, userIds, copyIds }: { hotspotId: number; username: string; userIds: number[]; copyIds: number[] },
): Promise<void> {
  const { hotspot_id, kind, label, guest_ids } = deleted_things;
  const [ids, copies] = [userIds, copyIds].map((some) => sql`${`{${some.join(',')}}`}::int[]`);
  const unrestored = and(eq(hotspot_id, hotspotId), isNull(deleted_things.restored));
  await tx
    .delete(deleted_things)
    .where(and(unrestored, sql`${kind} in ('guest', 'archived_guest') and (${label} = ${username} or ${guest_ids} && ${ids})`));
  await tx.execute(sql`
    with vouchers as (
      select k.thing_id, (r.value ->> 'voucher_id')::int as id from ${deleted_things}
      join ${deleted_rows} k on k.thing_id = ${deleted_things.id} and k.table_name in ('users', 'user_histories')
      cross join lateral jsonb_array_elements(k.rows) r
      where ${unrestored} and (r.value ->> 'id')::int = any(case k.table_name when 'users' then ${ids} else ${copies} end))
    update ${deleted_rows} k set rows = (
      select jsonb_agg(case when (r.value ->> 'id')::int in (select v.id from vouchers v where v.thing_id = k.thing_id)
        then r.value || '{"user_name": "", "user_mail": "", "room": ""}' else r.value end) from jsonb_array_elements(k.rows) r)
    where k.table_name = 'hotspot_vouchers' and k.thing_id in (select thing_id from vouchers)`);
}
