/** How "find anything" reads what was typed. */
import { MAX_VOUCHER_DAYS } from '../../contract/plain/wire';

/** Units of time in the console's languages; any beginning of one will do. */
const DAY_WORDS = ['day', 'days', 'giorno', 'giorni', 'gg', 'tag', 'tage', 'tagen', 'jour', 'jours', 'dia', 'dias'];
const WEEK_WORDS = ['week', 'weeks', 'settimana', 'settimane', 'woche', 'wochen', 'semaine', 'semaines', 'semana', 'semanas'];

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Days in "3", "days", or null: not a number with a unit of time. */
function daysOf(number: string, unit: string): number | null {
  const [begun = unit] = wordsIn(unit);
  const isUnit = (words: readonly string[]) => words.some((word) => word.startsWith(begun));
  const days = isUnit(DAY_WORDS) ? Number(number) : isUnit(WEEK_WORDS) ? Number(number) * 7 : 0;
  return days >= 1 && days <= MAX_VOUCHER_DAYS ? days : null;
}

/** "3 days", "3d", "1 settimana rossi": a length of time, and what follows. Null for anything else. */
export function readLength(text: string): { days: number; rest: string } | null {
  const [, number, unit, rest = ''] = /^(\d{1,4})\s*(\p{L}+)(?:\s+(.*))?$/u.exec(text.normalize('NFC').trim()) ?? [];
  const days = number !== undefined && unit !== undefined ? daysOf(number, unit) : null;
  return days === null ? null : { days, rest: rest.trim() };
}

/** "rossi 2 days": a name, and the length of time at its end, if there is one. */
export function readNameAndLength(text: string): { name: string; days?: number } {
  const [, name = '', number, unit] = /^(.*?)\s*(?<!\S)\+?(\d{1,4})\s*(\p{L}+)$/u.exec(text.normalize('NFC').trim()) ?? [];
  const days = number !== undefined && unit !== undefined ? daysOf(number, unit) : null;
  return days === null ? { name: text.trim() } : { name, days };
}

/**
 * What is left of the typed text behind the words that begin words of `title`: "ext ros" is "Extend access" with "ros". Null if its first word
 * is none of the title's. `isWhole`: every word of the title must have been begun.
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

/** "why rossi", "perché rossi": whom a question is about that begins as `title` does. Empty for anything else. */
export function subjectOf(title: string, typed: string): string {
  const [first = ''] = typed.trim().split(/\s+/);
  return wordsIn(first).join(' ') === wordsIn(title)[0] ? (restAfter(title, typed) ?? '') : '';
}
