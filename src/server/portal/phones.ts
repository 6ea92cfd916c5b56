/** Phone numbers as guests type them. */
import type { CountryCode } from 'libphonenumber-js';
import type { PortalLanguage } from '../../contract/wire';
import { COUNTRIES } from '../../portal/questions';

/** Where most speakers of a language are, for those who type no country code and whose hotspot's zone is none of a country. */
const COUNTRY_OF: Record<PortalLanguage, string | null> = { en: null, it: 'IT', de: 'DE', fr: 'FR', es: 'ES' };

/** Longer than any spelling of a number. */
export const MAX_PHONE = 40;

/**
 * A mobile number in international form, like +393471234567; null if it is none, or one that can't get SMS or costs who calls it. Without a
 * country code it is one of the hotspot's country, else of the guest's language.
 */
export async function mobileNumber(typed: string, { zone, language }: { zone: string; language: PortalLanguage }): Promise<string | null> {
  // Its data is large, and not every hotspot needs it.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const text = typed.normalize('NFKC').trim().replace(/^00/, '+').slice(0, MAX_PHONE);
  const countries = [countryOf(zone), COUNTRY_OF[language]].filter((one): one is CountryCode => one !== null && isSupportedCountry(one));
  for (const country of new Set(text.startsWith('+') ? [undefined] : countries)) {
    const number = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false });
    const type = number?.getType();
    // One without a country is a satellite's.
    if (number?.isValid() && number.country && !number.ext && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE')) return number.number;
  }
  return null;
}

let countryByZone: ReadonlyMap<string, string> | undefined;

/** The country of a time zone like Europe/Rome; null for one of no country, or of several. */
function countryOf(zone: string): string | null {
  countryByZone ??= zonesOfCountries();
  return countryByZone.get(zone) ?? null;
}

function zonesOfCountries(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const country of COUNTRIES) for (const zone of zonesIn(country)) if (!found.has(zone)) found.set(zone, country);
  return found;
}

function zonesIn(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
