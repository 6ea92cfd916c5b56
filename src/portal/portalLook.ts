/** What staff configure about a portal, read from the hotspot's preferences. */
import type { PortalLanguage } from '../contract/plain/wire';
import {
  CAPTIVE_PREFIX,
  HOTSPOT_PREFERENCE_DEFAULTS,
  TRANSLATED_TEXTS,
  TRANSLATION_KEYS,
  translationKey,
  type TranslationKey,
} from '../contract/plain/hotspotPreferences';

/** Known keys of the portal's look, in the order of CPT-03. */
export const CAPTIVE_KEYS = Object.keys(HOTSPOT_PREFERENCE_DEFAULTS).filter(isCaptive) as CaptiveKey[];
export type CaptiveKey = Extract<keyof typeof HOTSPOT_PREFERENCE_DEFAULTS, `captive_${string}`>;

/** The portal's look by key, including keys that only the back end knows. */
export type Look = Readonly<Record<CaptiveKey | TranslationKey, string> & Record<string, string>>;

/** The one-pixel logo and banner of new hotspots, treated as no picture. */
export const NO_PICTURE: string = HOTSPOT_PREFERENCE_DEFAULTS.captive_3_logo;

interface Preference {
  key: string;
  value: string;
}

/** Any key with this prefix belongs to the look, known or not (PREF-16). */
function isCaptive(key: string): boolean {
  return key.startsWith(CAPTIVE_PREFIX);
}

/** The portal's look from a hotspot's preferences; keys that aren't stored are empty. */
export function lookOf(preferences: readonly Preference[]): Look {
  const nothing = Object.fromEntries([...CAPTIVE_KEYS, ...TRANSLATION_KEYS].map((key) => [key, ''])) as Look;
  const stored = preferences.filter(({ key }) => isCaptive(key)).map(({ key, value }) => [key, value] as const);
  return { ...nothing, ...Object.fromEntries(stored) };
}

/** The look as guests see it in a language: texts that exist in that language replace the others. */
export const lookIn = <T extends Readonly<Record<string, string>>>(look: T, language: PortalLanguage): T => ({
  ...look,
  ...Object.fromEntries(
    TRANSLATED_TEXTS.flatMap((text) => (look[translationKey(text, language)] ? [[text, look[translationKey(text, language)]]] : [])),
  ),
});

/** Login methods in the order in which guests see them. */
export const PORTAL_METHODS = ['voucher_login', 'temp_code_login', 'email_login', 'sms_login', 'facebook_login', 'linkedin_login'] as const;
export type PortalMethod = (typeof PORTAL_METHODS)[number];

/** Names of the social networks that guests can log in with. */
export const SITE_NAMES = { facebook: 'Facebook', linkedin: 'LinkedIn' } as const;
export type Site = keyof typeof SITE_NAMES;

/** The login methods enabled at a hotspot. */
export function portalMethodsOf(preferences: readonly Preference[]): PortalMethod[] {
  const isOn = (wanted: string) => preferences.some(({ key, value }) => key === wanted && value === 'true');
  return isOn('hotspot_closed') ? [] : PORTAL_METHODS.filter(isOn);
}

/** What login pages ask and offer in addition to the login methods. */
export interface LoginOptions {
  /** Seconds of internet access for reading the mail or SMS with the code; 0 for none. */
  shortSeconds: number;
  /** Whether guests are asked to agree to a later survey about their stay. */
  asksSurvey: boolean;
  /** Whether guests are asked for their country and the reason for their stay. */
  asksOrigin: boolean;
  /** Whether e-mail addresses are confirmed by a code; if not, guests are online as soon as they have entered one. */
  confirmsEmail: boolean;
  /** Whether guests must answer yes or no to offers; if not, there is an optional checkbox. */
  mustAnswerOffers: boolean;
}

/** What a hotspot of the EU's WiFi4EU programme must show guests on the first page. */
export interface Wifi4eu {
  /** The network identifier assigned by the programme. */
  id: string;
  /** Language of its banner as two letters; '' for the page's language. */
  language: string;
  /** Whether the programme's script shows on the page whether it works. */
  isTest: boolean;
}

export const WIFI4EU_NAME = 'WiFi4EU';

/** Origin of the programme's script and banner: the only foreign host that portal pages load from, and only at these hotspots. */
export const WIFI4EU_ORIGIN = 'https://collection.wifi4eu.ec.europa.eu';

/** Null for hotspots that aren't part of it, or whose network identifier isn't known. */
export function wifi4euOf(settings: Readonly<Partial<Record<string, string>>>): Wifi4eu | null {
  const { wifi4eu_enabled: isOn, wifi4eu_id: id = '', wifi4eu_lang: language = '', wifi4eu_zdebug: isTest } = settings;
  return isOn === 'true' && id.trim() !== '' ? { id: id.trim(), language, isTest: isTest === 'true' } : null;
}

/** Reads these settings from a hotspot's preferences and its settings for feedback e-mails. */
export function loginOptionsOf(settings: Readonly<Partial<Record<string, string>>>): LoginOptions {
  return {
    shortSeconds: Number(settings.temp_session_duration ?? HOTSPOT_PREFERENCE_DEFAULTS.temp_session_duration),
    asksSurvey: settings.marketing_1_enabled === 'true',
    asksOrigin: settings.marketing_0_reason_country === 'true',
    confirmsEmail: settings.email_login_skip_auth !== 'true',
    mustAnswerOffers: settings.check_marketing === 'true',
  };
}
