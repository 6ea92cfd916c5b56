/** Reads days as hotel software writes them. */

/** The order of day and month in numeric dates. Where the year comes first, the month always follows. */
export type DayOrder = 'dmy' | 'mdy';

/** Languages whose month names are recognised. */
const LANGUAGES = ['en', 'it', 'de', 'fr', 'es'];

/** `YYYY-MM-DD` of a written day, with or without a time and the day of the week; null if it is none. */
export function readDay(written: string, order: DayOrder): string | null {
  const plain = plainDay(written);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const numbers = NUMBERS.exec(plain);
  if (numbers) {
    const [, first, second, year] = numbers;
    return order === 'dmy' ? dayOf(year, second, first) : dayOf(year, first, second);
  }
  const european = /^(\d{1,2})(?:er|o)?[\s.\-/]*(?:de\s+)?(\p{L}{3,})[\s.\-/,]*(?:del?\s+)?(\d{4}|\d\d)$/u.exec(plain);
  if (european) return dayOf(european[3], monthOf(european[2]), european[1]);
  const american = /^(\p{L}{3,})[\s.]*(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4}|\d\d)$/u.exec(plain);
  return american ? dayOf(american[3], monthOf(american[1]), american[2]) : null;
}

/** `YYYY-MM-DD` of a day that somebody types: numbers have the day first, unless they are a day only with the month first. */
export const readTypedDay = (typed: string): string | null => readDay(typed, 'dmy') ?? readDay(typed, 'mdy');

/** The orders in which all of these days can be read: both if they are numeric and no number is above 12. */
export function ordersOf(written: readonly string[]): DayOrder[] {
  const days = written.map(plainDay).filter((day) => NUMBERS.test(day));
  return days.length === 0 ? ['dmy'] : (['dmy', 'mdy'] as const).filter((order) => days.every((day) => readDay(day, order) !== null));
}

const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)$/;

const plainDay = (written: string) =>
  written
    // It also makes an o of the sign of an ordinal: “1º”.
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    // Our own exports name the time zone in parentheses.
    .replace(/\s*\([^)]*\)$/, '')
    // Removes a day of the week, but not a month before its day: "Nov 25, 2026".
    .replace(/^\p{L}+[.,]?\s+(?=\d)(?!\d{1,2}(?:st|nd|rd|th)?[\s,]+\d)/u, '')
    .replace(/[t,\s]+\d{1,2}[:.]\d\d(?:[:.]\d\d(?:\.\d+)?)?\s*(?:z|[ap]\.?m\.?|utc|[+-]\d\d:?\d\d.*)?$/, '');

function dayOf(year = '', month = '', day = ''): string | null {
  const full = year.length === 2 ? `20${year}` : year;
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso) ? iso : null;
}

const unaccented = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();

/** The number of the month whose name begins with this text in any of the languages; '' for none. */
function monthOf(name = ''): string {
  const wanted = unaccented(name);
  for (const language of LANGUAGES) {
    const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    for (const month of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
      if (unaccented(names.format(Date.UTC(2026, month, 15))).startsWith(wanted)) return String(month + 1);
    }
  }
  return '';
}
