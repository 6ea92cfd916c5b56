import { randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import { ACCOUNT_FIELDS, PRIVACY_FIELDS } from '../../contract/plain/accountFields';
import { each, namesOf, namesWhere, withoutEmpty } from '../../contract/plain/fields';
import { ONE_TIME_PASSWORD_DAYS } from '../../contract/plain/wire';
import type { Account, CREATED_TYPES, CreateAccount, ListAccounts, UpdateAccount } from '../../contract/accounts';
import { hashPassword, isPassword } from '../auth/passwords';
import { endAccess, endResets, type Here } from '../auth/queries';
import type { Db } from '../database/db';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import {
  access_tokens,
  account_sms_counts,
  accounts,
  accounts_hotspots,
  disclaimers,
  disclaimers_accounts,
  hotspots,
  subscription_plans,
  subscriptions,
} from '../database/schema';
import { managedAccounts, ownHotspots, readableAccounts, type Scope } from '../auth/tenancy';
import { contains, isoOf, sortedBy } from '../database/listQueries';
import { DAY, NO_SUBSCRIPTION, toSubscription } from './subscriptionQueries';

const { password_hash: _hash, must_change_password: _must, one_time_until: _until, ...plainColumns } = getTableColumns(accounts);

/** The account columns that may leave the server (all but the password), and the joined ones. */
const accountColumns = {
  account: plainColumns,
  subscription: getTableColumns(subscriptions),
  plan: getTableColumns(subscription_plans),
  hotspot: { id: hotspots.id, name: hotspots.name },
  tokens: sql<{ token: string; description: string }[]>`coalesce((
    select json_agg(json_build_object('token', '', 'description', ${access_tokens.description}) order by ${access_tokens.id})
    from ${access_tokens} where ${access_tokens.account_id} = ${accounts.id} and ${access_tokens.type} = 'api'), '[]'::json)`,
};

const selectAccounts = (db: Db) =>
  db
    .select(accountColumns)
    .from(accounts)
    .leftJoin(subscriptions, eq(subscriptions.account_id, accounts.id))
    .leftJoin(subscription_plans, eq(subscription_plans.id, subscriptions.subscription_plan_id))
    .leftJoin(accounts_hotspots, eq(accounts_hotspots.account_id, accounts.id))
    .leftJoin(hotspots, eq(hotspots.id, accounts_hotspots.hotspot_id))
    .$dynamic();

type AccountRecord = Awaited<ReturnType<typeof selectAccounts>>[number];

/** A page of the managers in scope; `q` searches username, texts and type. */
export async function listAccounts(db: Db, scope: Scope, query: ListAccounts, now: Date): Promise<{ data: Account[]; total: number }> {
  const hotspot = query.hotspot;
  const mine = and(
    managedAccounts(scope),
    contains([accounts.username, ...namesOf(ACCOUNT_FIELDS).map((field) => accounts[field]), accounts.type], query.q),
    hotspot === 0
      ? undefined
      : sql`exists (select 1 from ${accounts_hotspots} where ${accounts_hotspots.account_id} = ${accounts.id} and ${accounts_hotspots.hotspot_id} = ${hotspot})`,
  );
  const rows = await selectAccounts(db)
    .where(mine)
    .orderBy(...sortedBy(accounts[query.sort], accounts.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  return { data: rows.map((row) => toAccount(row, now)), total: await db.$count(accounts, mine) };
}

/** One account that the scope manages, or its own; null otherwise. */
export async function getAccount(db: Db, scope: Scope, id: number, now: Date): Promise<Account | null> {
  const [row] = await selectAccounts(db).where(and(readableAccounts(scope), eq(accounts.id, id)));
  return row ? toAccount(row, now) : null;
}

/** Locks an account that the scope manages, or its own, until the transaction ends. */
export async function lockAccount(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(readableAccounts(scope), eq(accounts.id, id)))
    .for('no key update');
}

/**
 * Changes an account that the scope manages, or the scope's own. A new password ends the account's sessions, its places and its codes to set
 * another one, and must differ from a one-time password; `here`, where the owner changes it, stays. A new e-mail address ends the codes, too.
 */
export async function updateAccount(
  tx: Db,
  scope: Scope,
  id: number,
  change: UpdateAccount,
  now: Date,
  here?: Here,
): Promise<'done' | 'unknown account' | 'same one-time password'> {
  const { password, current_password: _current, one_time_password: isOneTime = false, ...plain } = change;
  const passwordHash = password ? await hashPassword(password) : undefined;
  const set = {
    ...withoutEmpty(plain, namesWhere(PRIVACY_FIELDS, { isRequired: false })),
    ...(passwordHash !== undefined && { password_hash: passwordHash, ...oneTime(isOneTime, now) }),
    // Keeps the statement valid if nothing else is set; changes nothing.
    id: sql`${accounts.id}`,
  };
  const mine = and(readableAccounts(scope), eq(accounts.id, id));
  const [found] = await tx
    .select({ passwordHash: accounts.password_hash, mustChangePassword: accounts.must_change_password, email: accounts.email })
    .from(accounts)
    .where(mine);
  if (!found) return 'unknown account';
  if (password && found.mustChangePassword && (await isPassword(found.passwordHash, password))) return 'same one-time password';
  await tx.update(accounts).set(set).where(mine);
  if (passwordHash !== undefined) await endAccess(tx, id, now, here);
  else if (plain.email && plain.email !== found.email) await endResets(tx, id);
  return 'done';
}

const oneTime = (isOneTime: boolean, now: Date) => ({
  must_change_password: isOneTime,
  one_time_until: isOneTime ? new Date(now.getTime() + ONE_TIME_PASSWORD_DAYS * DAY) : null,
});

/**
 * Creates an account. A customer or desk is tied to a hotspot in scope and belongs to that hotspot's reseller, whoever creates it; a
 * reseller gets a subscription from `now` on and an SMS pack of the size that its plan includes.
 */
export async function insertAccount(
  tx: Db,
  scope: Scope,
  body: CreateAccount & { type: (typeof CREATED_TYPES)[number] },
  now: Date,
): Promise<number | 'unknown hotspot' | 'unknown plan' | 'duplicate'> {
  const { username, type, one_time_password: isOneTime = false } = body;
  const texts = each(namesOf(ACCOUNT_FIELDS), (field) => body[field]);
  const password_hash = await hashPassword(body.password);
  const insert = async (creatorId: number) => {
    const [created] = await tx
      .insert(accounts)
      .values({
        username,
        ...texts,
        type,
        password_hash,
        ...oneTime(isOneTime, now),
        uuid: body.uuid || randomUUID(),
        creator_id: creatorId,
        created: now,
      })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    return created?.id;
  };

  if (type !== 'reseller') {
    const [hotspot] = await tx
      .select({ owner: hotspots.account_id })
      .from(hotspots)
      .where(and(ownHotspots(scope), eq(hotspots.id, body.hotspot_id)))
      .for('key share');
    if (!hotspot) return 'unknown hotspot';
    const id = await insert(hotspot.owner);
    if (id === undefined) return 'duplicate';
    await tx.insert(accounts_hotspots).values({ account_id: id, hotspot_id: body.hotspot_id });
    return id;
  }

  const [plan] = await tx.select().from(subscription_plans).where(eq(subscription_plans.id, body.subscription_plan_id));
  if (!plan) return 'unknown plan';
  const id = await insert(scope.accountId);
  if (id === undefined) return 'duplicate';
  await tx.insert(subscriptions).values({
    account_id: id,
    subscription_plan_id: plan.id,
    valid_from: now,
    valid_until: new Date(now.getTime() + plan.period * DAY),
    created: now,
  });
  await tx.insert(account_sms_counts).values({ account_id: id, sms_max_count: plan.included_sms });
  return id;
}

/**
 * Deletes an account that the scope manages, the accounts it created (recursively), and what belongs to them alone. Refused for the
 * caller's own account, the last admin, and resellers that have hotspots, so that no guests are deleted as a side effect.
 */
export async function deleteAccount(
  tx: Db,
  scope: Scope,
  id: number,
  copies: DeletedCopies,
): Promise<'done' | 'unknown account' | 'own account' | 'last admin' | 'owns hotspots'> {
  if (id === scope.accountId) return 'own account';
  const going = await idsGoingWith(tx, and(managedAccounts(scope), eq(accounts.id, id)));
  if (going.length === 0) return 'unknown account';
  if (going.includes(scope.accountId)) return 'own account';
  const isAdmin = eq(accounts.type, 'admin');
  if ((await tx.$count(accounts, and(isAdmin, inArray(accounts.id, going)))) > 0) {
    // If two admins delete each other at once, the second waits here and then sees that it would delete the last one.
    const admins = await tx.select({ id: accounts.id }).from(accounts).where(isAdmin).orderBy(accounts.id).for('update');
    if (admins.every((admin) => going.includes(admin.id))) return 'last admin';
  }
  // Locked, so that none of them creates a hotspot meanwhile.
  const held = await tx.select({ id: accounts.id }).from(accounts).where(inArray(accounts.id, going)).orderBy(accounts.id).for('update');
  // Deleted by another call while this one waited for the lock.
  if (!held.some((account) => account.id === id)) return 'unknown account';
  if ((await tx.$count(hotspots, inArray(hotspots.account_id, going))) > 0) return 'owns hotspots';
  const ofOthers = tx
    .select({ id: disclaimers_accounts.disclaimer_id })
    .from(disclaimers_accounts)
    .where(notInArray(disclaimers_accounts.account_id, going));
  const ofThem = tx
    .select({ id: disclaimers_accounts.disclaimer_id })
    .from(disclaimers_accounts)
    .where(inArray(disclaimers_accounts.account_id, going));
  const theirsAlone = and(inArray(disclaimers.id, ofThem), notInArray(disclaimers.id, ofOthers));
  await copies.deleting(accounts, inArray(accounts.id, going));
  await copies.deleting(disclaimers, theirsAlone);
  await tx.delete(disclaimers).where(theirsAlone);
  await tx.delete(accounts).where(inArray(accounts.id, going));
  return 'done';
}

/** The accounts that match `chosen`, and all that they created, directly or not. */
export async function idsGoingWith(tx: Db, chosen: SQL | undefined): Promise<number[]> {
  const first = await tx.select({ id: accounts.id }).from(accounts).where(chosen);
  const going = new Set(first.map(({ id }) => id));
  for (let level = [...going]; level.length > 0;) {
    const next = await tx.select({ id: accounts.id }).from(accounts).where(inArray(accounts.creator_id, level));
    level = next.map(({ id }) => id).filter((id) => !going.has(id));
    for (const id of level) going.add(id);
  }
  return [...going];
}

/** The account fields that checks before a change need; null if the scope may not read the account. */
export async function getChanged(db: Db, scope: Scope, id: number) {
  const { type, username, name, email, password_hash } = accounts;
  const [row] = await db
    .select({ type, username, name, email, passwordHash: password_hash })
    .from(accounts)
    .where(and(readableAccounts(scope), eq(accounts.id, id)));
  return row ?? null;
}

function toAccount({ account, subscription, plan, hotspot, tokens }: AccountRecord, now: Date): Account {
  return {
    ...account,
    creator_id: account.creator_id ?? 0,
    created: isoOf(account.created),
    hotspot_id: hotspot?.id ?? 0,
    hotspot_name: hotspot?.name ?? '',
    subscription_plan_id: 0,
    subscription_plan_name: '',
    subscription: subscription && plan ? toSubscription(subscription, plan, now) : NO_SUBSCRIPTION,
    tokens,
    sms_threshold: 0,
  };
}
