/** How "find anything" reads what was typed. */
import { MAX_VOUCHER_DAYS } from '../../contract/plain/wire';

/** Units of time in the console's languages. A prefix is enough. */
const DAY_WORDS = ['day', 'days', 'giorno', 'giorni', 'gg', 'tag', 'tage', 'tagen', 'jour', 'jours', 'dia', 'dias'];
const WEEK_WORDS = ['week', 'weeks', 'settimana', 'settimane', 'woche', 'wochen', 'semaine', 'semaines', 'semana', 'semanas'];

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The number of days that a number and a unit of time stand for; null if the unit isn't one or the number is out of range. */
function daysOf(number: string, unit: string): number | null {
  const [firstWord = unit] = wordsIn(unit);
  const isUnit = (words: readonly string[]) => words.some((word) => word.startsWith(firstWord));
  const days = isUnit(DAY_WORDS) ? Number(number) : isUnit(WEEK_WORDS) ? Number(number) * 7 : 0;
  return days >= 1 && days <= MAX_VOUCHER_DAYS ? days : null;
}

/** Reads a length of time at the beginning, and what follows: "3 days", "3d", "1 settimana rossi". Null if there is none. */
export function readLength(text: string): { days: number; rest: string } | null {
  const [, number, unit, rest = ''] = /^(\d{1,4})\s*(\p{L}+)(?:\s+(.*))?$/u.exec(text.normalize('NFC').trim()) ?? [];
  const days = number !== undefined && unit !== undefined ? daysOf(number, unit) : null;
  return days === null ? null : { days, rest: rest.trim() };
}

/** Reads a name, and a length of time after it if there is one: "rossi 2 days". */
export function readNameAndLength(text: string): { name: string; days?: number } {
  const [, name = '', number, unit] = /^(.*?)\s*(?<!\S)\+?(\d{1,4})\s*(\p{L}+)$/u.exec(text.normalize('NFC').trim()) ?? [];
  const days = number !== undefined && unit !== undefined ? daysOf(number, unit) : null;
  return days === null ? { name: text.trim() } : { name, days };
}

/**
 * Matches typed words with beginnings of words in `title`, and returns the typed text after them: for "Extend access", "ext ros" gives
 * "ros". Null if the first typed word doesn't match. `isWhole`: every word of the title must match.
 */
export function restAfter(title: string, typed: string, { isWhole = false } = {}): string | null {
  const open = wordsIn(title);
  const given = typed.trim().split(/\s+/);
  let taken = 0;
  for (const word of given) {
    const [plain, ...more] = wordsIn(word);
    const at = plain === undefined || more.length > 0 ? -1 : open.findIndex((one) => one.startsWith(plain));
    if (at === -1) break;
    open.splice(at, 1);
    taken += 1;
  }
  if (taken === 0 || (isWhole && open.length > 0)) return null;
  return given.slice(taken).join(' ');
}

/** Whether the first typed word is the beginning of `title`. */
export const beginsWith = (title: string, typed: string): boolean => {
  const [first = ''] = wordsIn(typed);
  return first !== '' && (wordsIn(title)[0] ?? '').startsWith(first);
};

/** The name after the first word of `title`: "rossi" in "why rossi" or "perché rossi". Empty if the text doesn't begin with that word. */
export function subjectOf(title: string, typed: string): string {
  const [first = ''] = typed.trim().split(/\s+/);
  return wordsIn(first).join(' ') === wordsIn(title)[0] ? (restAfter(title, typed) ?? '') : '';
}
