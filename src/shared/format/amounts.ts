/** Bandwidth, traffic, time and days in the units that people use: formatting them, and reading what was typed. */
import type { IntlShape } from 'react-intl';
import { readingsOf, readNumber, writeNumber } from './readNumber';

const KILO = 1024;
export const MB = KILO * KILO;
const MINUTE = 60;

/** What a number field counts: kbit/s, MB, minutes or days. */
export type Quantity = 'kbps' | 'megabytes' | 'minutes' | 'days';

const DAYS = /^(?:d(?:ays?|[ií]as?)?|g(?:iorn[oi]|g)?|t(?:ag(?:en?)?)?|j(?:ours?)?)$/;

/** Units that may be typed after a number, in the console's languages, and how many of the field's own units each is. */
const UNITS: Record<Quantity, readonly (readonly [RegExp, number])[]> = {
  kbps: [
    [/^k(?:b(?:it)?(?:\/s|ps)?)?$/, 1],
    [/^m(?:b(?:it)?(?:\/s|ps)?)?$/, 1000],
    [/^g(?:b(?:it)?(?:\/s|ps)?)?$/, 1_000_000],
  ],
  megabytes: [
    [/^m(?:i?[bo])?$/, 1],
    [/^g(?:i?[bo])?$/, KILO],
    [/^t(?:i?[bo])?$/, MB],
  ],
  minutes: [
    [/^m(?:in(?:s|ut(?:e[ns]?|os?|i))?)?$/, 1],
    [/^(?:h(?:ours?|rs?|eures?|oras?)?|or[ae]|st(?:d|unden?))$/, MINUTE],
    [DAYS, 24 * MINUTE],
  ],
  days: [
    [DAYS, 1],
    [/^(?:w(?:eeks?|ochen?)?|settiman[ae]|semaines?|semanas?)$/, 7],
  ],
};

/** A number with an optional unit, converted to the field's own unit: "1.5 GB" is 1536 MB. Otherwise as `readNumber`. */
export function readAmount(text: string, language: string, quantity: Quantity | undefined): number | null {
  const [number, unit] = withoutUnit(text);
  if (unit === '') return readNumber(text, language);
  const [, factor = NaN] = (quantity && UNITS[quantity].find(([pattern]) => pattern.test(unit.toLowerCase()))) ?? [];
  const amount = readNumber(number, language);
  return amount === null ? NaN : Number((amount * factor).toFixed(6));
}

/** "1.500 can mean 1.5 or 1500", for a number that can be read in two ways; undefined for any other text. */
export function describeReadings(intl: IntlShape, text: string): string | undefined {
  const [number] = withoutUnit(text);
  const [decimal, grouped] = readingsOf(number, intl.locale) ?? [];
  return decimal === undefined
    ? undefined
    : intl.formatMessage(
        { id: 'form.two_readings' },
        { typed: number.trim(), decimal: writeNumber(decimal, intl.locale), grouped: String(grouped) },
      );
}

function withoutUnit(text: string): [number: string, unit: string] {
  const [, number = '', unit = ''] = /^(.*?)\s*(?:(\p{L}[\p{L}/]*)\.?)?\s*$/su.exec(text.normalize('NFC')) ?? [];
  return [number, unit];
}

/** "20,000 kbit/s = 20 Mbit/s": an amount, and the same in a larger unit; "" if a larger unit isn't clearer. */
export function describeAmount(intl: IntlShape, quantity: Quantity, amount: number): string {
  const larger = LARGER[quantity];
  if (larger === undefined || !(amount >= larger.from)) return '';
  const own = intl.formatMessage({ id: larger.own }, { amount: intl.formatNumber(amount) });
  return intl.formatMessage({ id: 'amount.same' }, { amount: own, larger: larger.text(intl, amount) });
}

const LARGER: Partial<
  Record<Quantity, { from: number; own: FormatjsIntl.Message['ids']; text: (intl: IntlShape, amount: number) => string }>
> = {
  kbps: { from: 1000, own: 'amount.in_kbit', text: bandwidthText },
  megabytes: { from: KILO, own: 'amount.mb', text: (intl, amount) => trafficText(intl, amount * MB) },
  minutes: { from: 2 * MINUTE, own: 'amount.in_minutes', text: (intl, amount) => hoursText(intl, amount) },
};

/** "2 Mbit/s", "512 kbit/s"; 0 is no limit. Both 2000 and 2048 kbps show as 2 Mbit/s. */
export function bandwidthText(intl: IntlShape, kbps: number): string {
  if (kbps === 0) return intl.formatMessage({ id: 'common.no_limit' });
  const divisor = kbps % KILO === 0 ? KILO : 1000;
  return kbps < 1000
    ? intl.formatMessage({ id: 'amount.kbit' }, { rate: kbps })
    : intl.formatMessage({ id: 'amount.mbit' }, { rate: intl.formatNumber(kbps / divisor, { maximumFractionDigits: 2 }) });
}

/** "500 MB", "1.5 GB"; 0 is no limit. */
export function trafficText(intl: IntlShape, bytes: number): string {
  if (bytes === 0) return intl.formatMessage({ id: 'common.no_limit' });
  const isGb = bytes >= KILO * MB;
  const amount = intl.formatNumber(bytes / (isGb ? KILO * MB : MB), { maximumFractionDigits: 2 });
  return intl.formatMessage({ id: isGb ? 'amount.gb' : 'amount.mb' }, { amount });
}

/** "2 hours", "2 hours 5 minutes". */
function hoursText(intl: IntlShape, minutes: number): string {
  const hours = intl.formatMessage({ id: 'duration.hours' }, { count: Math.floor(minutes / MINUTE) });
  const rest = Math.round(minutes % MINUTE);
  return rest === 0 ? hours : `${hours} ${intl.formatMessage({ id: 'duration.minutes' }, { count: rest })}`;
}
