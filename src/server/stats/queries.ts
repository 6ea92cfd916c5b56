import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Counted, ListSmsSent, SmsAccount, SmsSent, TotalOfGuests } from '../../contract/stats';
import { MAX_INTEGER } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { account_sms_counts, accounts, devices, hotspot_sms_counts, hotspots, sessions, units, users } from '../database/schema';
import { managedAccounts, onChosenHotspot, onHotspot, ownAccount, ownHotspots, readableHotspots, type Scope } from '../auth/tenancy';
import { isoOf, sortedBy } from '../database/listQueries';
import { isCurrent, isOnline } from '../guests/stateQueries';

/** Number of rows of a kind in scope; for sessions, the running ones. */
export function countTotal(db: Db, scope: Scope, kind: Exclude<Counted, 'users'>): Promise<number> {
  switch (kind) {
    case 'hotspots':
      return db.$count(hotspots, ownHotspots(scope));
    case 'units':
      return db.$count(units, onHotspot(scope, units.hotspot_id));
    case 'accounts':
      return db.$count(accounts, managedAccounts(scope));
    case 'devices':
      return db.$count(devices, onHotspot(scope, devices.hotspot_id));
    case 'sessions':
      return db.$count(sessions, onHotspot(scope, sessions.hotspot_id));
  }
}

/** Number of guests in scope: all that aren't archived, or those in this state (guests/stateQueries.ts) at `now`. */
export async function countGuests(db: Db, scope: Scope, { state }: TotalOfGuests, now: Date, hotspot = 0): Promise<number> {
  const mine = onChosenHotspot(scope, users.hotspot_id, hotspot);
  if (state === 'valid') return db.$count(users, and(mine, gt(users.valid_until, now)));
  if (state === 'current') return db.$count(users, and(mine, isCurrent(now)));
  return db.$count(users, and(mine, state === 'online' ? isOnline(scope) : undefined));
}

/** The SMS pack of an account: any for an admin, else one's own. Null if there is none. */
export async function getSmsAccount(db: Db, scope: Scope, accountId: number): Promise<SmsAccount | null> {
  const { account_id } = account_sms_counts;
  const [row] = await db
    .select()
    .from(account_sms_counts)
    .where(and(ownAccount(scope, account_id), eq(account_id, accountId)));
  return row ?? null;
}

/** Adds SMS to the pack of an account in scope. False if there is none. */
export async function addSms(db: Db, scope: Scope, accountId: number, count: number): Promise<boolean> {
  const { account_id, sms_max_count } = account_sms_counts;
  const changed = await db
    .update(account_sms_counts)
    .set({ sms_max_count: sql`least(${sms_max_count}::bigint + ${count}, ${MAX_INTEGER})::int` })
    .where(and(ownAccount(scope, account_id), eq(account_id, accountId)))
    .returning({ id: account_sms_counts.id });
  return changed.length > 0;
}

/** Sets the warning threshold of an account in scope. False if it has no pack. */
export async function updateSmsThreshold(db: Db, scope: Scope, accountId: number, sms_threshold: number): Promise<boolean> {
  const { account_id } = account_sms_counts;
  const changed = await db
    .update(account_sms_counts)
    .set({ sms_threshold })
    .where(and(ownAccount(scope, account_id), eq(account_id, accountId)))
    .returning({ id: account_sms_counts.id });
  return changed.length > 0;
}

/** A page of the SMS that the scope's hotspots sent. */
export function listSmsSent(db: Db, scope: Scope, query: ListSmsSent): Promise<{ data: SmsSent[]; total: number }> {
  return smsSentWhere(db, onHotspot(scope, hotspot_sms_counts.hotspot_id), query);
}

/** A page of the SMS that one hotspot sent; null if the scope may not read the hotspot. */
export async function listSmsSentBy(
  db: Db,
  scope: Scope,
  hotspotId: number,
  query: ListSmsSent,
): Promise<{ data: SmsSent[]; total: number } | null> {
  const { hotspot_id } = hotspot_sms_counts;
  const found = await smsSentWhere(db, and(onHotspot(scope, hotspot_id), eq(hotspot_id, hotspotId)), query);
  if (found.total === 0 && (await db.$count(hotspots, and(readableHotspots(scope), eq(hotspots.id, hotspotId)))) === 0) return null;
  return found;
}

async function smsSentWhere(db: Db, mine: SQL | undefined, query: ListSmsSent): Promise<{ data: SmsSent[]; total: number }> {
  const rows = await db
    .select()
    .from(hotspot_sms_counts)
    .where(mine)
    .orderBy(...sortedBy(hotspot_sms_counts[query.sort], hotspot_sms_counts.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  return { data: rows.map((row) => ({ ...row, sent: isoOf(row.sent) })), total: await db.$count(hotspot_sms_counts, mine) };
}
