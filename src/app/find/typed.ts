/** How "find anything" reads what was typed. */
import { MAX_VOUCHER_DAYS } from '../../contract/plain/wire';

/** Units of time in the console's languages. A prefix is enough. */
const DAY_UNITS = ['day', 'days', 'giorno', 'giorni', 'gg', 'tag', 'tage', 'tagen', 'jour', 'jours', 'dia', 'dias'];
const WEEK_UNITS = ['week', 'weeks', 'settimana', 'settimane', 'woche', 'wochen', 'semaine', 'semaines', 'semana', 'semanas'];

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
  const isUnit = (names: readonly string[]) => names.some((word) => word.startsWith(firstWord));
  const days = isUnit(DAY_UNITS) ? Number(number) : isUnit(WEEK_UNITS) ? Number(number) * 7 : 0;
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
    // "can’t" is two words here as in the title.
    const matched = wordsIn(word).map((part) => open.findIndex((one) => one.startsWith(part)));
    if (matched.length === 0 || matched.includes(-1) || new Set(matched).size < matched.length) break;
    for (const at of matched.toSorted((one, other) => other - one)) open.splice(at, 1);
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

/**
 * Words around the name in a question why somebody isn't online, in the console's languages, without accents and apostrophes: "why is
 * [room 12] offline?". Never removed from within a name.
 */
const FILLERS = new Set(
  `is isnt are arent was wasnt be can cant cannot could couldnt do dont does doesnt wont will not no the a an my our guest unit
   offline online down dead silent broken working work get getting go going connect connected connecting connection to on into internet wifi now
   e questo questa il lo la l gli i un una non si ospite unita puo riesce va funziona collegarsi connettersi connette collega navigare naviga spento spenta muto muta
   in rete internet connesso connessa adesso
   ist sind kann dieser diese dieses der die das ein eine nicht kein gast einheit kommt geht ins netz verbunden jetzt
   est nest sont cet cette ce le les une ne pas peut linvite invite borne en ligne hors connecte connectee se connecter
   este esta estan el los las no puede invitado unidad conectado conectada conectarse sin conexion fuera de linea`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/**
 * The name in a question that begins with the first word of `title`: "rossi" in "why rossi", "camera 12" in "perché è offline la camera
 * 12?". Empty if the text isn't such a question.
 */
export function subjectOf(title: string, typed: string): string {
  const [first = ''] = typed.trim().split(/\s+/);
  if (wordsIn(first).join(' ') !== wordsIn(title)[0]) return '';
  const rest = (restAfter(title, typed) ?? '').replace(/[\s?？]+$/u, '');
  const words = rest.split(/\s+/);
  const isFiller = (word: string | undefined) => word !== undefined && FILLERS.has(wordsIn(word.replaceAll(/['’]/g, '')).join(' '));
  while (isFiller(words[0])) words.shift();
  while (isFiller(words.at(-1))) words.pop();
  return words.length > 0 ? words.join(' ') : rest;
}
