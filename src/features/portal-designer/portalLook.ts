import { COLOUR, isWebAddress, MAX_LENGTH } from '../../contract/plain/wire';
import { HOTSPOT_PREFERENCE_KINDS, TRANSLATION_KEYS } from '../../contract/plain/hotspotPreferences';
import { CAPTIVE_KEYS, type Look } from '../../portal/portalLook';

/** Keys that only another back end knows; kept, and shown by their raw name. */
export function otherKeysOf(look: Look): string[] {
  const known: readonly string[] = [...CAPTIVE_KEYS, ...TRANSLATION_KEYS];
  return Object.keys(look).filter((key) => !known.includes(key));
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
