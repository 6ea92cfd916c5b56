import type { Preference } from '../../contract/preferences';
import {
  CAPTIVE_PREFIX,
  COLOUR,
  HOTSPOT_PREFERENCE_DEFAULTS,
  HOTSPOT_PREFERENCE_KINDS,
  isWebAddress,
  MAX_LENGTH,
} from '../../contract/wire';

/** The keys of the captive portal's look that are known, in the captive order (spec 1 §3). */
export const CAPTIVE_KEYS = Object.keys(HOTSPOT_PREFERENCE_DEFAULTS).filter(isCaptive) as CaptiveKey[];
export type CaptiveKey = Extract<keyof typeof HOTSPOT_PREFERENCE_DEFAULTS, `captive_${string}`>;

/** The look of a captive portal; an older back end may leave keys out, or have others besides. */
export type Look = Readonly<Record<CaptiveKey, string> & Record<string, string>>;

/** Any key that starts so is of the captive portal's look (spec 1 §3). */
function isCaptive(key: string): boolean {
  return key.startsWith(CAPTIVE_PREFIX);
}

/** What of a hotspot's preferences is its look. A key that is not stored shows nothing. */
export function lookOf(preferences: readonly Preference[]): Look {
  const nothing = Object.fromEntries(CAPTIVE_KEYS.map((key) => [key, ''])) as Record<CaptiveKey, string>;
  const stored = preferences.filter(({ key }) => isCaptive(key)).map(({ key, value }) => [key, value] as const);
  return { ...nothing, ...Object.fromEntries(stored) };
}

/** Keys of the look that only another back end has; they are kept, and shown as they are. */
export function otherKeysOf(look: Look): string[] {
  const known: readonly string[] = CAPTIVE_KEYS;
  return Object.keys(look).filter((key) => !known.includes(key));
}

/** The ways to log in, in the order in which the preview offers them. */
export const WAYS = ['email_login', 'sms_login', 'voucher_login', 'temp_code_login', 'facebook_login', 'linkedin_login'] as const;
export type Way = (typeof WAYS)[number];

/** The ways to log in that are on at a hotspot. */
export function waysOf(preferences: readonly Preference[]): Way[] {
  return WAYS.filter((way) => preferences.some(({ key, value }) => key === way && value === 'true'));
}

type MessageId = FormatjsIntl.Message['ids'];

/** Why a value cannot be saved, in the words for its field; null when it can. The server has the same rules (spec 1 §5). */
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
