/**
 * Keeps what staff delete for a day. The rows are really deleted, so no query has to exclude them: nobody gets online by them, and nothing
 * counts them. Copies of them, and of all rows deleted with them, are stored in the same transaction; `restoringQueries.ts` restores them.
 */
import { and, eq, inArray, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Deletion } from '../../contract/plain/roles';
import { describe, type Ref } from '../audit/descriptionQueries';
import type { Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import {
  access_tokens,
  deleted_rows,
  deleted_things,
  idempotency_keys,
  login_tokens,
  outbox,
  password_resets,
  portal_codes,
} from '../database/schema';
import { childrenOf, keyOf, nameOf } from './references';

/** Rows of a table that are stored together. */
const AT_ONCE = 1000;

/** Not kept: rows that expire anyway. Restored staff and guests sign in again, and waiting messages aren't sent any more. */
const NOT_COPIED: readonly PgTable[] = [idempotency_keys, login_tokens, outbox, password_resets, portal_codes];

/** Stores copies of rows in a deletion before they are deleted. */
export interface DeletedCopies {
  /** The id with which the deletion can be undone; null as long as nothing was stored. */
  id: () => number | null;
  /** Stores rows that are about to be deleted, with all that are deleted with them by cascade. */
  deleting: (table: PgTable, which: SQL | undefined) => Promise<void>;
  /** Stores values of these columns before they are cleared in rows that stay. */
  emptying: (table: PgTable, columns: readonly PgColumn[], which: SQL | undefined) => Promise<void>;
  /** Stores other ids of a deleted guest, so that the copies are found if the guest is to be erased. */
  ofGuest: (guestIds: number[], copyIds: number[]) => Promise<void>;
}

interface Deleting {
  scope: Scope;
  action: Deletion;
  /** What is deleted; for several vouchers, their hotspot. */
  about: Pick<Ref, 'kind' | 'id'>;
  now: Date;
}

/** Starts keeping what is deleted in the transaction `tx`; null if the scope has no such object. */
export async function keepDeleted(tx: Db, { scope, action, about, now }: Deleting): Promise<DeletedCopies | null> {
  const found = await describe(tx, scope, { ...about, fields: {} }, { hold: false });
  if (!found) return null;
  const row = {
    at: now,
    action,
    kind: about.kind,
    object_id: about.id,
    label: found.name,
    account_id: scope.accountId,
    hotspot_id: found.hotspotId,
    tenant_id: found.tenantId,
    guest_ids: [],
    copy_ids: [],
  };
  let stored: number | null = null;
  /** Inserts the row on first use, because a request that deletes nothing must change nothing. */
  const idOf = async () => {
    const [thing] = stored === null ? await tx.insert(deleted_things).values(row).returning({ id: deleted_things.id }) : [{ id: stored }];
    if (!thing) throw new Error('nothing was inserted');
    return (stored = thing.id);
  };
  return {
    id: () => stored,
    deleting: async (table, which) => {
      const id = await idOf();
      const going = goingWith(table, which);
      for (const [one, condition] of going) await store(tx, id, { table: one, row: sql`to_jsonb(${one})`, isChange: false }, condition);
      for (const { child, column, which: losing } of losingTo(going))
        await store(tx, id, { table: child, row: valuesOf(child, [column]), isChange: true }, losing);
    },
    emptying: async (table, columns, which) => store(tx, await idOf(), { table, row: valuesOf(table, columns), isChange: true }, which),
    ofGuest: async (guestIds, copyIds) => {
      await tx
        .update(deleted_things)
        .set({ guest_ids: guestIds, copy_ids: copyIds })
        .where(eq(deleted_things.id, await idOf()));
    },
  };
}

/** By table, conditions for all rows that are deleted with these, directly or by cascade. */
function goingWith(table: PgTable, which: SQL | undefined): Map<PgTable, SQL> {
  const going = new Map<PgTable, SQL>([[table, which ?? sql`true`]]);
  // A table is followed again for each path that leads to it; references form no cycles.
  const follow = (parent: PgTable) => {
    for (const { child, column, parentColumn, onDelete } of childrenOf(parent)) {
      if (onDelete !== 'cascade' || NOT_COPIED.includes(child)) continue;
      const references = inArray(column, sql`(select ${parentColumn} from ${parent} where ${going.get(parent)})`);
      const condition = child === access_tokens ? and(references, sql`${access_tokens.type} = 'api'`) : references;
      going.set(child, or(going.get(child), condition) ?? sql`false`);
      follow(child);
    }
  };
  follow(table);
  return going;
}

/** References in rows that stay, which are set to null when these rows are deleted. */
function losingTo(going: ReadonlyMap<PgTable, SQL>): { child: PgTable; column: PgColumn; which: SQL | undefined }[] {
  return [...going].flatMap(([parent, condition]) =>
    childrenOf(parent)
      .filter(({ child, onDelete }) => onDelete === 'set null' && !NOT_COPIED.includes(child))
      .map(({ child, column, parentColumn }) => {
        const goes = going.get(child);
        const losing = inArray(column, sql`(select ${parentColumn} from ${parent} where ${condition})`);
        return { child, column, which: goes ? and(losing, not(goes)) : losing };
      }),
  );
}

async function store(
  tx: Db,
  thingId: number,
  { table, row, isChange }: { table: PgTable; row: SQL; isChange: boolean },
  which: SQL | undefined,
): Promise<void> {
  await tx.execute(sql`
    insert into ${deleted_rows} (thing_id, table_name, is_change, rows)
    select ${thingId}::int, ${nameOf(table)}::text, ${isChange}::boolean, jsonb_agg(row)
    from (select ${row} as row, (row_number() over () - 1) / ${AT_ONCE}::int as chunk from ${table} where ${which}) found
    group by chunk order by chunk`);
}

/** The values of a row's key and of these columns, as JSON. */
function valuesOf(table: PgTable, columns: readonly PgColumn[]): SQL {
  const pairs = [...keyOf(table), ...columns].map((column) => sql`${column.name}::text, ${column}`);
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
}
