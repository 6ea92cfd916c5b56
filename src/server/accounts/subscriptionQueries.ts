/** Subscriptions of resellers, and the plans there are. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { ListSubscriptionPlans, Subscription, SubscriptionPlan, UpdateSubscription } from '../../contract/accounts';
import type { Db } from '../database/db';
import { accounts, accounts_hotspots, hotspots, subscription_plans, subscriptions } from '../database/schema';
import { managedAccounts, type Scope } from '../auth/tenancy';
import { isoOf, momentOf, sortedBy } from '../database/listQueries';

export const DAY = 86_400_000;

/** For accounts without a subscription, in the format of existing back ends. */
export const NO_SUBSCRIPTION: Subscription = {
  id: 0,
  account_id: 0,
  valid_from: null,
  valid_until: null,
  created: null,
  expired: true,
  subscription_plan: {
    id: 0,
    code: '',
    name: '',
    description: '',
    price: 0,
    period: 0,
    included_sms: 0,
    max_units: 0,
    advanced_report: false,
    wings_customization: false,
    social_analytics: false,
  },
};

/** The subscription that applies to an account: its own, or for a customer or desk that of its hotspot's reseller. */
export async function getSubscription(db: Db, accountId: number, now: Date): Promise<Subscription> {
  const [row] = await db
    .select({ subscription: getTableColumns(subscriptions), plan: getTableColumns(subscription_plans) })
    .from(accounts)
    .leftJoin(accounts_hotspots, eq(accounts_hotspots.account_id, accounts.id))
    .leftJoin(hotspots, eq(hotspots.id, accounts_hotspots.hotspot_id))
    .innerJoin(subscriptions, sql`${subscriptions.account_id} = coalesce(${hotspots.account_id}, ${accounts.id})`)
    .innerJoin(subscription_plans, eq(subscription_plans.id, subscriptions.subscription_plan_id))
    .where(eq(accounts.id, accountId));
  return row ? toSubscription(row.subscription, row.plan, now) : NO_SUBSCRIPTION;
}

/** Changes the plan or the end of a managed reseller's subscription. */
export async function updateSubscription(
  tx: Db,
  scope: Scope,
  id: number,
  { subscription_plan_id, valid_until }: UpdateSubscription,
  now: Date,
): Promise<'done' | 'unknown account' | 'unknown plan'> {
  const [reseller] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(managedAccounts(scope), eq(accounts.id, id), eq(accounts.type, 'reseller')))
    .for('no key update');
  if (!reseller) return 'unknown account';
  if ((await tx.$count(subscription_plans, eq(subscription_plans.id, subscription_plan_id))) === 0) return 'unknown plan';
  const set = { subscription_plan_id, valid_until: momentOf(valid_until) };
  await tx
    .insert(subscriptions)
    .values({ account_id: reseller.id, valid_from: now, created: now, ...set })
    .onConflictDoUpdate({ target: subscriptions.account_id, set });
  return 'done';
}

export async function listSubscriptionPlans(db: Db, { sort, order }: ListSubscriptionPlans): Promise<SubscriptionPlan[]> {
  return db
    .select()
    .from(subscription_plans)
    .orderBy(...sortedBy(subscription_plans[sort], subscription_plans.id, order));
}

export function toSubscription(row: typeof subscriptions.$inferSelect, plan: SubscriptionPlan, now: Date): Subscription {
  return {
    id: row.id,
    account_id: row.account_id,
    valid_from: isoOf(row.valid_from),
    valid_until: isoOf(row.valid_until),
    created: isoOf(row.created),
    expired: row.valid_until <= now,
    subscription_plan: plan,
  };
}
