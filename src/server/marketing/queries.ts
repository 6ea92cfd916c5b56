import { and, eq, inArray } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../contract/wire';
import type { Db } from '../db/client';
import { hotspot_preferences, hotspots } from '../db/schema';
import { ownHotspots, type Scope } from '../tenancy';

/** Which preferences a mail is dressed in, with what holds where a hotspot has none of them. */
const DRESS = {
  captive_2_title: HOTSPOT_PREFERENCE_DEFAULTS.captive_2_title,
  captive_7_background: HOTSPOT_PREFERENCE_DEFAULTS.captive_7_background,
  captive_82_container_bg_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_82_container_bg_color,
  captive_83_title_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_83_title_color,
  captive_84_text_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_84_text_color,
  captive_85_text_style: HOTSPOT_PREFERENCE_DEFAULTS.captive_85_text_style,
  marketing_15_feedback_subject_text: MARKETING_DEFAULTS.marketing_15_feedback_subject_text,
  marketing_16_review_subject_text: MARKETING_DEFAULTS.marketing_16_review_subject_text,
};

/** What a hotspot's mails look like, and who they come from. */
export interface MailLook {
  name: string;
  business_name: string;
  business_address: string;
  business_email: string;
  dress: Record<keyof typeof DRESS, string>;
}

/** The look of the mails of a hotspot that the scope runs; null when there is none. */
export async function getMailLook(db: Db, scope: Scope, hotspotId: number): Promise<MailLook | null> {
  const { name, business_name, business_address, business_email } = hotspots;
  const [hotspot] = await db
    .select({ name, business_name, business_address, business_email })
    .from(hotspots)
    .where(and(ownHotspots(scope), eq(hotspots.id, hotspotId)));
  if (!hotspot) return null;
  const { key, value } = hotspot_preferences;
  const stored = await db
    .select({ key, value })
    .from(hotspot_preferences)
    .where(and(eq(hotspot_preferences.hotspot_id, hotspotId), inArray(key, Object.keys(DRESS))));
  return { ...hotspot, dress: { ...DRESS, ...Object.fromEntries(stored.map((row) => [row.key, row.value])) } };
}
