/** A hotspot's preferences as the server reads them: typed, and with their defaults where they were never set. */
import { and, eq, inArray } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS, type UNSET_PREFERENCES } from '../../contract/wire';
import type { Db } from '../database/db';
import { hotspot_preferences } from '../database/schema';

type SettingKey = keyof typeof HOTSPOT_PREFERENCE_DEFAULTS | (typeof UNSET_PREFERENCES)[number];

export interface Settings {
  /** '' if it has no default and was never set. */
  text: (key: SettingKey) => string;
  isOn: (key: SettingKey) => boolean;
  /** A whole number; 0, which is "none" for every limit, if it isn't one above 0. */
  number: (key: SettingKey) => number;
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

/** Loads these preferences of a hotspot; of no others may the result be asked. */
export async function settingsOf(db: Db, hotspotId: number, keys: readonly SettingKey[]): Promise<Settings> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const rows = await db
    .select({ key, value })
    .from(hotspot_preferences)
    .where(and(eq(hotspot_id, hotspotId), inArray(key, [...keys])));
  return settingsIn(Object.fromEntries(rows.map((row) => [row.key, row.value])));
}
