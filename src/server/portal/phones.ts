/** Parses phone numbers typed by guests. */
import type { CountryCode } from 'libphonenumber-js';
import type { PortalLanguage } from '../../contract/plain/wire';
import { ANY_COUNTRY } from '../../contract/plain/hotspotPreferences';
import { COUNTRIES } from '../../portal/questions';
import { plainTyped } from './typedText';

/** Default country by language, for numbers without a country code at a hotspot whose time zone belongs to no country. */
const COUNTRY_OF: Record<PortalLanguage, string | null> = { en: null, it: 'IT', de: 'DE', fr: 'FR', es: 'ES' };

/** Maximum characters; longer than any notation of a number. */
export const MAX_PHONE = 40;

/**
 * A mobile number in E.164 form, like +393471234567; null if it is invalid or can't receive SMS (or is a premium-rate number). Without a
 * country code it is tried as a number of the hotspot's country, then of the language's.
 */
export async function mobileNumber(typed: string, { zone, language }: { zone: string; language: PortalLanguage }): Promise<string | null> {
  // Loaded on demand: its metadata is large, and not every installation needs it.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const text = plainTyped(typed)
    .trim()
    .replace(/^\(\s*((?:\+|00)\s*\d+)\s*\)/, '$1 ')
    .replace(/^00/, '+')
    .slice(0, MAX_PHONE);
  const countries = [countryOf(zone), COUNTRY_OF[language]].filter((one): one is CountryCode => one !== null && isSupportedCountry(one));
  for (const country of new Set(text.startsWith('+') ? [undefined] : countries)) {
    const number = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false });
    const type = number?.getType();
    // Numbers without a country, such as satellite phones', are rejected.
    if (number?.isValid() && number.country && !number.ext && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE')) return number.number;
  }
  return null;
}

/**
 * Whether a number belongs to one of these countries: `*` for any, otherwise the country of the time zone and the listed ones (ISO 3166).
 * If the time zone belongs to no country and none is listed, any number is allowed.
 */
export async function isInCountries(number: string, { zone, allowed }: { zone: string; allowed: string }): Promise<boolean> {
  const home = countryOf(zone);
  const countries = [...(home === null ? [] : [home]), ...allowed.split(',').filter((one) => one !== '')];
  if (allowed === ANY_COUNTRY || countries.length === 0) return true;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  return countries.includes(parsePhoneNumberFromString(number)?.country ?? '');
}

/** The calling code of the country of a time zone, like +39; null if no country has the zone. */
export async function callingCodeOf(zone: string): Promise<string | null> {
  const { getCountryCallingCode, isSupportedCountry } = await import('libphonenumber-js/max');
  const country = countryOf(zone);
  return country !== null && isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : null;
}

let countryByZone: ReadonlyMap<string, string> | undefined;

/** The country of a time zone like Europe/Rome; null if it belongs to none. For a zone of several countries, the first one listed. */
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
