/** Preferences of a hotspot. */
import { and, eq, sql } from 'drizzle-orm';
import type { ListPreferences, Preference, UpdatePreference } from '../../contract/preferences';
import { CAPTIVE_PREFIX } from '../../contract/plain/hotspotPreferences';
import type { Db } from '../database/db';
import { hotspot_preferences, hotspots, subscription_plans, subscriptions } from '../database/schema';
import { onHotspot, readableHotspots, type Scope } from '../auth/tenancy';
import { sortedBy } from '../database/listQueries';

/** A hotspot's preferences, either the marketing ones or the others; null if the scope may not read the hotspot. */
export async function listHotspotPreferences(
  db: Db,
  scope: Scope,
  id: number,
  marketing: boolean,
  { sort, order }: ListPreferences,
): Promise<Preference[] | null> {
  const rows = await db
    .select({ key: hotspot_preferences.key, value: hotspot_preferences.value })
    .from(hotspot_preferences)
    .where(
      and(
        onHotspot(scope, hotspot_preferences.hotspot_id),
        eq(hotspot_preferences.hotspot_id, id),
        sql`starts_with(${hotspot_preferences.key}, 'marketing_') = ${marketing}`,
      ),
    )
    .orderBy(...sortedBy(hotspot_preferences[sort], hotspot_preferences.id, order));
  // Hotspots are created with preferences, so none means that the hotspot isn't in scope.
  return rows.length === 0 ? null : rows;
}

/**
 * Sets a preference of a hotspot that the scope may read, inserting it if missing. Except for an admin, keys of the captive portal's look
 * require a plan that includes them: that of the hotspot's reseller (CPT-12, CPT-13).
 */
export async function updateHotspotPreference(
  tx: Db,
  scope: Scope,
  id: number,
  { key, value }: UpdatePreference,
): Promise<'done' | PreferenceRefusal> {
  const refused = await refusalOf(tx, scope, id, key);
  if (refused) return refused;
  await tx
    .insert(hotspot_preferences)
    .values({ hotspot_id: id, key, value })
    .onConflictDoUpdate({ target: [hotspot_preferences.hotspot_id, hotspot_preferences.key], set: { value } });
  return 'done';
}

/**
 * The value of a preference that the scope may change, '' if it isn't stored; null if the scope may not. A stored one is locked until the
 * transaction ends.
 */
export async function lockHotspotPreference(tx: Db, scope: Scope, id: number, key: string): Promise<string | null> {
  if (await refusalOf(tx, scope, id, key)) return null;
  const [row] = await tx
    .select({ value: hotspot_preferences.value })
    .from(hotspot_preferences)
    .where(and(eq(hotspot_preferences.hotspot_id, id), eq(hotspot_preferences.key, key)))
    .for('update');
  return row?.value ?? '';
}

/** Why the scope may not change a preference. */
type PreferenceRefusal = 'unknown hotspot' | 'not in plan';

/** Null if the scope may change the preference; the hotspot is then locked against deletion until the transaction ends. */
async function refusalOf(tx: Db, scope: Scope, id: number, key: string): Promise<PreferenceRefusal | null> {
  const [hotspot] = await tx
    .select({ owner: hotspots.account_id })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, id)))
    .for('key share');
  if (!hotspot) return 'unknown hotspot';
  if (!key.startsWith(CAPTIVE_PREFIX) || scope.role === 'admin') return null;
  const [plan] = await tx
    .select({ customization: subscription_plans.wings_customization })
    .from(subscriptions)
    .innerJoin(subscription_plans, eq(subscription_plans.id, subscriptions.subscription_plan_id))
    .where(eq(subscriptions.account_id, hotspot.owner));
  return plan?.customization === true ? null : 'not in plan';
}
