import { readPresets } from '../../contract/plain/presets';
import { COLOUR, EMAIL, HOTSPOT_NAME, isTimeZone, isWebAddress, LANGUAGE, MAX_LENGTH } from '../../contract/plain/wire';
import {
  ANY_COUNTRY,
  HOTSPOT_PREFERENCE_KINDS,
  MARKETING_KINDS,
  SECOND_AFTER,
  TEXT_STYLES,
  type PreferenceKind,
} from '../../contract/plain/hotspotPreferences';
import { COUNTRIES } from '../../portal/questions';
import { sanitized } from '../http/sanitizeHtml';
import { checkedPicture } from './pictures';

/**
 * The kind of a preference, which determines how its value is validated; null for an unknown key. With `marketing`, only the marketing keys
 * are known, otherwise only the others.
 */
export function kindOf(key: string, marketing: boolean): PreferenceKind | null {
  const kinds: Record<string, PreferenceKind> = marketing ? MARKETING_KINDS : HOTSPOT_PREFERENCE_KINDS;
  return Object.hasOwn(kinds, key) ? (kinds[key] ?? null) : null;
}

/** Two hours of the day. */
const QUIET_HOURS = /^(?:1?\d|2[0-3])-(?:1?\d|2[0-3])$/;

type Checked = { value: string } | { reason: string };

/** Validates a value: the normalised value to store, or the reason why it is refused (PREF-18). */
export async function checkedValue(kind: PreferenceKind, value: string): Promise<Checked> {
  switch (kind) {
    case 'flag':
      return oneOf(value, ['true', 'false']);
    case 'count':
      return isCount(value) ? { value: String(Number(value)) } : { reason: 'is not a whole number from 0' };
    case 'count_or_nothing':
      return value === '' ? { value } : checkedValue('count', value);
    case 'line':
      return checkedLine(value);
    case 'language': {
      const language = value.trim().toLowerCase();
      return LANGUAGE.test(language) ? { value: language } : { reason: 'is not the two letters of a language' };
    }
    case 'zone':
      return value === '' || isTimeZone(value) ? { value } : { reason: 'is not a time zone like Europe/Rome' };
    case 'text':
      return value.length <= MAX_LENGTH.message ? { value } : tooLong(MAX_LENGTH.message);
    case 'url':
      return value === '' || isWebAddress(value) ? { value } : { reason: 'is not an http or https address' };
    case 'email':
      return value === '' || (value.length <= MAX_LENGTH.email && EMAIL.test(value)) ? { value } : { reason: 'is not an e-mail address' };
    case 'colour':
      return COLOUR.test(value) ? { value } : { reason: 'is not a colour like #1f6feb' };
    case 'text_style':
      return oneOf(value, TEXT_STYLES);
    case 'image': {
      const checked = value === '' ? { picture: value } : await checkedPicture(value);
      return 'picture' in checked ? { value: checked.picture } : checked;
    }
    case 'domains':
      return checkedDomains(value);
    case 'countries':
      return checkedCountries(value);
    case 'stars':
      return oneOf(value, ['1', '2', '3', '4', '5']);
    case 'second_after':
      return oneOf(value, SECOND_AFTER);
    case 'quiet_hours':
      return QUIET_HOURS.test(value) ? { value } : { reason: 'is not two hours of the day, like 21-9' };
    case 'presets': {
      const read = readPresets(value);
      return 'reason' in read ? read : { value: read.presets.length === 0 ? '' : JSON.stringify(read.presets) };
    }
    case 'html':
      return value.length <= MAX_LENGTH.html ? { value: sanitized(value) } : tooLong(MAX_LENGTH.html);
  }
}

const tooLong = (most: number): Checked => ({ reason: `is longer than ${most} characters` });

function oneOf(value: string, values: readonly string[]): Checked {
  return values.includes(value) ? { value } : { reason: `is none of ${values.join(', ')}` };
}

function isCount(value: string): boolean {
  return /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value));
}

/** A line break in a subject could inject a mail header. */
function checkedLine(value: string): Checked {
  if (value.length > MAX_LENGTH.text) return tooLong(MAX_LENGTH.text);
  return /\p{Cc}/u.test(value) ? { reason: 'is not on one line' } : { value };
}

function checkedCountries(value: string): Checked {
  const codes = value
    .toUpperCase()
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  if (codes.includes(ANY_COUNTRY)) return { value: ANY_COUNTRY };
  const wrong = codes.find((code) => !COUNTRIES.includes(code));
  return wrong === undefined
    ? { value: [...new Set(codes)].sort().join(',') }
    : { reason: `${wrong.slice(0, 20)} is not the two letters of a country` };
}

function checkedDomains(value: string): Checked {
  const domains = value.split(',').map((domain) => domain.trim().toLowerCase());
  const listed = domains.filter((domain) => domain !== '');
  if (value.length > MAX_LENGTH.message) return tooLong(MAX_LENGTH.message);
  const wrong = listed.find((domain) => !domain.includes('.') || !HOTSPOT_NAME.test(domain));
  return wrong === undefined ? { value: listed.join(',') } : { reason: `${wrong} is not a domain` };
}
