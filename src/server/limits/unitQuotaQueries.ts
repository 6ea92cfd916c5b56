import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../database/db';
import { accounts, hotspots, subscription_plans, subscriptions, units } from '../database/schema';

/**
 * How many more units the reseller's plan allows, for all its hotspots together. The reseller's row stays locked until the transaction
 * ends, so that concurrent calls can't exceed the limit.
 */
export async function freeUnits(tx: Db, resellerId: number): Promise<number> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, resellerId)).for('no key update');
  const [plan] = await tx
    .select({ maxUnits: subscription_plans.max_units })
    .from(subscriptions)
    .innerJoin(subscription_plans, eq(subscription_plans.id, subscriptions.subscription_plan_id))
    .where(eq(subscriptions.account_id, resellerId));
  const itsHotspots = tx.select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.account_id, resellerId));
  return (plan?.maxUnits ?? 0) - (await tx.$count(units, inArray(units.hotspot_id, itsHotspots)));
}
