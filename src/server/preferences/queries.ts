/** Reads a hotspot's preferences: typed, with defaults for those that were never set. */
import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  CAPTIVE_PREFIX,
  HOTSPOT_PREFERENCE_DEFAULTS,
  HOTSPOT_PREFERENCE_KINDS,
  type UNSET_PREFERENCES,
} from '../../contract/plain/hotspotPreferences';
import { NO_PICTURE } from '../../portal/portalLook';
import type { Db } from '../database/db';
import { hotspot_preferences } from '../database/schema';

export type SettingKey = keyof typeof HOTSPOT_PREFERENCE_DEFAULTS | (typeof UNSET_PREFERENCES)[number];

type Defaults = typeof HOTSPOT_PREFERENCE_DEFAULTS;
type OffByDefault = { [K in keyof Defaults]: Defaults[K] extends 'false' ? K : never }[keyof Defaults] | (typeof UNSET_PREFERENCES)[number];

/** Typed access to preferences: all of them, or those that were loaded. */
export interface Settings<Key extends SettingKey = SettingKey> {
  /** '' if it has no default and was never set. */
  text: (key: Key) => string;
  isOn: (key: Key) => boolean;
  /** A whole number; 0 for anything else, which means "none" for every limit. */
  number: (key: Key) => number;
}

const DEFAULTS: Readonly<Record<string, string>> = HOTSPOT_PREFERENCE_DEFAULTS;

/** Reads preferences that are already loaded, by key. */
export function settingsIn(stored: Readonly<Record<string, string | null>>): Settings {
  const text = (key: SettingKey) => (Object.hasOwn(stored, key) ? stored[key] : DEFAULTS[key]) ?? '';
  const number = (key: SettingKey) => {
    const found = Number(text(key));
    return Number.isSafeInteger(found) && found > 0 ? found : 0;
  };
  return { text, isOn: (key) => text(key) === 'true', number };
}

/** Loads these preferences of a hotspot. The result must not be asked for others. */
export const settingsOf = async (db: Db, hotspotId: number, keys: readonly SettingKey[]): Promise<Settings> =>
  settingsIn(await storedPreferences(db, hotspotId, { keys }));

/** A hotspot's preferences as stored, by key, without defaults: those in `keys`, or those of the portal's look. */
export async function storedPreferences(
  db: Db,
  hotspotId: number,
  which: { keys: readonly string[] } | 'look',
): Promise<Readonly<Record<string, string>>> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const isLook = sql`starts_with(${key}, ${CAPTIVE_PREFIX})`;
  const these = which === 'look' ? isLook : inArray(key, [...which.keys]);
  const rows = await db
    .select({ key, value })
    .from(hotspot_preferences)
    .where(and(eq(hotspot_id, hotspotId), these));
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Preferences whose values are pictures, which are large. */
export const PICTURES = ['captive_3_logo', 'captive_5_banner', 'captive_81_bg_image'] as const;
export type PictureKey = (typeof PICTURES)[number];

/** The stored preferences on which a hotspot's portal depends: pictures as the MD5 of the stored value, '' for none. Without defaults. */
export async function portalPreferences(db: Db, hotspotId: number): Promise<Readonly<Record<string, string>>> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const isPicture = inArray(key, [...PICTURES]);
  const rows = await db
    .select({
      key,
      value: sql<string>`case when ${value} in ('', ${NO_PICTURE}) and ${isPicture} then '' when ${isPicture} then md5(${value}) else ${value} end`,
    })
    .from(hotspot_preferences)
    .where(
      and(
        eq(hotspot_id, hotspotId),
        inArray(key, [...Object.keys(HOTSPOT_PREFERENCE_KINDS), 'marketing_0_reason_country', 'marketing_1_enabled']),
      ),
    );
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** A condition: one of these preferences, which are off by default, is on at the hotspot with this id. */
export const isOnAt = (keys: readonly OffByDefault[], hotspotId: SQLWrapper): SQL =>
  sql`exists (select from ${hotspot_preferences} p where p.hotspot_id = ${hotspotId} and p.value = 'true' and ${inArray(sql`p.key`, [...keys])})`;
