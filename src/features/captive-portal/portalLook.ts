import type { Preference } from '../../contract/preferences';
import {
  CAPTIVE_PREFIX,
  COLOUR,
  HOTSPOT_PREFERENCE_DEFAULTS,
  HOTSPOT_PREFERENCE_KINDS,
  isWebAddress,
  MAX_LENGTH,
} from '../../contract/wire';

/** Known keys of the portal's look, in the order of CPT-03. */
export const CAPTIVE_KEYS = Object.keys(HOTSPOT_PREFERENCE_DEFAULTS).filter(isCaptive) as CaptiveKey[];
export type CaptiveKey = Extract<keyof typeof HOTSPOT_PREFERENCE_DEFAULTS, `captive_${string}`>;

/** The portal's look by key; existing back ends may omit keys or have extra ones. */
export type Look = Readonly<Record<CaptiveKey, string> & Record<string, string>>;

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

/** Keys only another back end knows; kept, and shown by their raw name. */
export function otherKeysOf(look: Look): string[] {
  const known: readonly string[] = CAPTIVE_KEYS;
  return Object.keys(look).filter((key) => !known.includes(key));
}

/** Login methods in the order of the preview. */
export const WAYS = ['email_login', 'sms_login', 'voucher_login', 'temp_code_login', 'facebook_login', 'linkedin_login'] as const;
export type Way = (typeof WAYS)[number];

/** The login methods enabled at a hotspot. */
export function waysOf(preferences: readonly Preference[]): Way[] {
  return WAYS.filter((way) => preferences.some(({ key, value }) => key === way && value === 'true'));
}

type MessageId = FormatjsIntl.Message['ids'];

/** The error message for an invalid value, or null. The server applies the same rules. */
export function problemOf(key: string, value: string): { id: MessageId; values: Record<string, number> } | null {
  const kinds: Readonly<Record<string, string>> = HOTSPOT_PREFERENCE_KINDS;
  switch (kinds[key]) {
    case 'url':
      return value === '' || isWebAddress(value) ? null : { id: 'captive.bad_address', values: {} };
    case 'colour':
      return COLOUR.test(value) ? null : { id: 'captive.bad_colour', values: {} };
    case 'line':
      return tooLong(value, MAX_LENGTH.text);
    case 'text':
      return tooLong(value, MAX_LENGTH.message);
    default:
      return null;
  }
}

const tooLong = (value: string, max: number) => (value.length > max ? { id: 'form.too_long' as const, values: { max } } : null);
