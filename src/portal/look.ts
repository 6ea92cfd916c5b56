/** What staff choose of a portal, read from the hotspot's preferences. */
import { CAPTIVE_PREFIX, HOTSPOT_PREFERENCE_DEFAULTS } from '../contract/wire';

/** Known keys of the portal's look, in the order of CPT-03. */
export const CAPTIVE_KEYS = Object.keys(HOTSPOT_PREFERENCE_DEFAULTS).filter(isCaptive) as CaptiveKey[];
export type CaptiveKey = Extract<keyof typeof HOTSPOT_PREFERENCE_DEFAULTS, `captive_${string}`>;

/** The portal's look by key; existing back ends may omit keys or have extra ones. */
export type Look = Readonly<Record<CaptiveKey, string> & Record<string, string>>;

/** New hotspots have it as logo and banner: nothing that anybody would see. */
export const NO_PICTURE: string = HOTSPOT_PREFERENCE_DEFAULTS.captive_3_logo;

interface Preference {
  key: string;
  value: string;
}

/** Any key with this prefix belongs to the look, known or not (PREF-16). */
function isCaptive(key: string): boolean {
  return key.startsWith(CAPTIVE_PREFIX);
}

/** The portal's look among a hotspot's preferences; keys that aren't stored are empty. */
export function lookOf(preferences: readonly Preference[]): Look {
  const nothing = Object.fromEntries(CAPTIVE_KEYS.map((key) => [key, ''])) as Record<CaptiveKey, string>;
  const stored = preferences.filter(({ key }) => isCaptive(key)).map(({ key, value }) => [key, value] as const);
  return { ...nothing, ...Object.fromEntries(stored) };
}

/** Login methods in the order in which guests see them. */
export const WAYS = ['voucher_login', 'temp_code_login', 'email_login', 'sms_login', 'facebook_login', 'linkedin_login'] as const;
export type Way = (typeof WAYS)[number];

/** Other sites where guests may log in, by their names. */
export const SITE_NAMES = { facebook: 'Facebook', linkedin: 'LinkedIn' } as const;
export type Site = keyof typeof SITE_NAMES;

/** The login methods enabled at a hotspot. */
export function waysOf(preferences: readonly Preference[]): Way[] {
  return WAYS.filter((way) => preferences.some(({ key, value }) => key === way && value === 'true'));
}

/** What the pages for logging in ask and offer beside the ways. */
export interface Asking {
  /** Seconds of internet for looking up a code that was sent; 0 for none. */
  shortSeconds: number;
  /** Whether guests are asked about their stay later on. */
  asksSurvey: boolean;
  /** Whether guests are asked where they come from, and why. */
  asksOrigin: boolean;
}

/** What is asked and offered at a hotspot, by its preferences and its settings for feedback e-mails. */
export function askingOf(settings: Readonly<Partial<Record<string, string>>>): Asking {
  return {
    shortSeconds: Number(settings.temp_session_duration ?? HOTSPOT_PREFERENCE_DEFAULTS.temp_session_duration),
    asksSurvey: settings.marketing_1_enabled === 'true',
    asksOrigin: settings.marketing_0_reason_country === 'true',
  };
}
