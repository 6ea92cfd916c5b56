import { randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import {
  HEALTH_SORTS,
  type CreateHotspot,
  type Hotspot,
  type HotspotHealth,
  type HotspotRow,
  type ListedHotspot,
  type ListHotspots,
  type UpdateHotspot,
} from '../../contract/hotspots';
import { ACCOUNT_TEXTS } from '../../contract/plain/accountFields';
import { each, namesOf, namesWhere, withoutEmpty } from '../../contract/plain/fields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../contract/plain/hotspotPreferences';
import type { Db } from '../database/db';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { accounts, accounts_hotspots, disclaimers_hotspots, hotspot_preferences, hotspots, outbox } from '../database/schema';
import { findUnknownDisclaimer, type DisclaimerChoice, type UnknownDisclaimer } from '../disclaimers/queries';
import { deleteMessages } from '../messages/outboxQueries';
import { ownHotspots, readableHotspots, type Scope } from '../auth/tenancy';
import { contains, isoOf, sortedBy } from '../database/listQueries';
import { healthOf } from './healthQueries';

/** Placeholder for the owner, which lists don't include, as in existing back ends. */
const NO_OWNER: HotspotRow['Account'] = {
  id: 0,
  creator_id: 0,
  uuid: '',
  type: '',
  ...each(ACCOUNT_TEXTS, () => ''),
  created: null,
};

/** Placeholder for a hotspot that a response doesn't include, as in existing back ends. */
export const NO_HOTSPOT: HotspotRow = {
  id: 0,
  uuid: '',
  account_id: 0,
  ...each(namesOf(HOTSPOT_FIELDS), () => ''),
  created: null,
  privacy_disclaimer_id: 0,
  tos_disclaimer_id: 0,
  Account: NO_OWNER,
};

/**
 * The id of the disclaimer chosen by a hotspot, 0 for the default. Built with QueryBuilder, because in a select from a single table drizzle
 * writes columns in raw `sql` without their table.
 */
const selected = (type: 'privacy' | 'tos') => {
  const chosen = new QueryBuilder()
    .select({ id: disclaimers_hotspots.disclaimer_id })
    .from(disclaimers_hotspots)
    .where(and(eq(disclaimers_hotspots.hotspot_id, hotspots.id), eq(disclaimers_hotspots.type, type)));
  return sql<number>`coalesce((${chosen}), 0)::int`;
};

const { integration_terms: _terms, ...plainColumns } = getTableColumns(hotspots);

/** Columns of a hotspot in responses. */
export const hotspotColumns = { ...plainColumns, privacy_disclaimer_id: selected('privacy'), tos_disclaimer_id: selected('tos') };

/** A page of the hotspots in scope; `q` searches name, description and every business field. */
export async function listHotspots(
  db: Db,
  scope: Scope,
  query: ListHotspots,
  now: Date,
): Promise<{ data: ListedHotspot[]; total: number }> {
  const mine = and(
    ownHotspots(scope),
    contains(
      namesOf(HOTSPOT_FIELDS).map((field) => hotspots[field]),
      query.q,
    ),
  );
  const { sort, order, limit } = query;
  const offset = (query.page - 1) * limit;
  const total = await db.$count(hotspots, mine);
  if (isHealthSort(sort)) {
    const health = await healthOf(db, scope, now, mine, { sort, order, limit, offset });
    const rows = await db
      .select(hotspotColumns)
      .from(hotspots)
      .where(and(mine, inArray(hotspots.id, [...health.keys()])));
    const byId = new Map(rows.map((row) => [row.id, toHotspotRow(row)]));
    return {
      data: withHealth(
        [...health.keys()].flatMap((id) => byId.get(id) ?? []),
        query,
        health,
      ),
      total,
    };
  }
  const rows = await db
    .select(hotspotColumns)
    .from(hotspots)
    .where(mine)
    .orderBy(...sortedBy(hotspots[sort], hotspots.id, order))
    .limit(limit)
    .offset(offset);
  const shown = inArray(
    hotspots.id,
    rows.map(({ id }) => id),
  );
  const health = query.board === 'true' ? await healthOf(db, scope, now, and(mine, shown)) : new Map<number, HotspotHealth>();
  return { data: withHealth(rows.map(toHotspotRow), query, health), total };
}

const isHealthSort = (sort: ListHotspots['sort']): sort is (typeof HEALTH_SORTS)[number] => HEALTH_SORTS.some((one) => one === sort);

function withHealth(rows: HotspotRow[], { board: wanted }: ListHotspots, health: Map<number, HotspotHealth>): ListedHotspot[] {
  return wanted === 'true' ? rows.map((row) => ({ ...row, board: health.get(row.id) })) : rows;
}

export function toHotspotRow(row: Omit<HotspotRow, 'created' | 'Account'> & { created: Date }): HotspotRow {
  return { ...row, created: isoOf(row.created), Account: NO_OWNER };
}

/** A hotspot that the scope may read, with its owner's name; null if there is none. */
export async function getHotspot(db: Db, scope: Scope, id: number): Promise<Hotspot | null> {
  const [row] = await db
    .select({ ...hotspotColumns, account_name: accounts.name })
    .from(hotspots)
    .innerJoin(accounts, eq(accounts.id, hotspots.account_id))
    .where(and(readableHotspots(scope), eq(hotspots.id, id)));
  return row ? { ...row, created: isoOf(row.created) } : null;
}

/** Locks a hotspot that the scope manages until the transaction ends. */
export async function lockHotspot(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(ownHotspots(scope), eq(hotspots.id, id)))
    .for('update');
}

/**
 * Creates a hotspot owned by the scope's account, with the default preferences. The account's privacy fields must be complete, because
 * its disclaimers show them (HSP-23).
 */
export async function insertHotspot(
  tx: Db,
  scope: Scope,
  body: CreateHotspot,
  now: Date,
): Promise<number | 'privacy incomplete' | 'duplicate name' | UnknownDisclaimer> {
  const { privacy_disclaimer_id, tos_disclaimer_id, ...fields } = body;
  const [owner] = await tx.select().from(accounts).where(eq(accounts.id, scope.accountId)).for('key share');
  if (!owner?.privacy_name || !owner.privacy_vat || !owner.privacy_address || !owner.privacy_email) return 'privacy incomplete';
  const chosen = [
    { type: 'privacy', id: privacy_disclaimer_id },
    { type: 'tos', id: tos_disclaimer_id },
  ] as const;
  const unknown = await findUnknownDisclaimer(tx, owner.id, chosen);
  if (unknown) return unknown;
  const [created] = await tx
    .insert(hotspots)
    .values({ ...fields, uuid: randomUUID(), account_id: owner.id, created: now })
    .onConflictDoNothing()
    .returning({ id: hotspots.id });
  if (!created) return 'duplicate name';
  const defaults = Object.entries({ ...HOTSPOT_PREFERENCE_DEFAULTS, ...MARKETING_DEFAULTS });
  await tx.insert(hotspot_preferences).values(defaults.map(([key, value]) => ({ hotspot_id: created.id, key, value })));
  await selectDisclaimers(tx, created.id, chosen);
  return created.id;
}

/**
 * Changes a hotspot that the scope manages. An empty text leaves its field unchanged, except for the two DPO fields, and so does a missing
 * field; disclaimer 0 is the default one.
 */
export async function updateHotspot(
  tx: Db,
  scope: Scope,
  id: number,
  change: UpdateHotspot,
): Promise<'done' | 'unknown hotspot' | UnknownDisclaimer> {
  const { privacy_disclaimer_id, tos_disclaimer_id, ...texts } = change;
  const set = {
    ...withoutEmpty(texts, namesWhere(HOTSPOT_FIELDS, { isRequired: false })),
    // Keeps the statement valid if nothing else is set; changes nothing.
    id: sql`${hotspots.id}`,
  };
  const mine = and(ownHotspots(scope), eq(hotspots.id, id));
  // Row lock: serialises concurrent choices of disclaimers, and prevents deletion in between.
  const [found] = await tx.select({ owner: hotspots.account_id }).from(hotspots).where(mine).for('update');
  if (!found) return 'unknown hotspot';
  const chosen = [
    { type: 'privacy' as const, id: privacy_disclaimer_id },
    { type: 'tos' as const, id: tos_disclaimer_id },
  ].filter((choice): choice is DisclaimerChoice => choice.id !== undefined);
  const unknown = await findUnknownDisclaimer(tx, found.owner, chosen);
  if (unknown) return unknown;
  await tx.update(hotspots).set(set).where(mine);
  await selectDisclaimers(tx, id, chosen);
  return 'done';
}

/**
 * Deletes a hotspot that the scope manages with its guests, units and sessions, and the accounts tied to it (customer and desks). False if
 * there is none.
 */
export async function deleteHotspot(tx: Db, scope: Scope, id: number, copies: DeletedCopies): Promise<boolean> {
  const mine = and(ownHotspots(scope), eq(hotspots.id, id));
  const tied = tx
    .select({ id: accounts_hotspots.account_id })
    .from(accounts_hotspots)
    .innerJoin(hotspots, eq(hotspots.id, accounts_hotspots.hotspot_id))
    .where(mine);
  await deleteMessages(tx, inArray(outbox.hotspot_id, tx.select({ id: hotspots.id }).from(hotspots).where(mine)));
  await copies.deleting(accounts, inArray(accounts.id, tied));
  await copies.deleting(hotspots, mine);
  await tx.delete(accounts).where(inArray(accounts.id, tied));
  const deleted = await tx.delete(hotspots).where(mine).returning({ id: hotspots.id });
  return deleted.length > 0;
}

async function selectDisclaimers(tx: Db, hotspotId: number, chosen: readonly DisclaimerChoice[]): Promise<void> {
  for (const { type, id } of chosen) {
    await tx.delete(disclaimers_hotspots).where(and(eq(disclaimers_hotspots.hotspot_id, hotspotId), eq(disclaimers_hotspots.type, type)));
    if (id !== 0) await tx.insert(disclaimers_hotspots).values({ hotspot_id: hotspotId, disclaimer_id: id, type });
  }
}
