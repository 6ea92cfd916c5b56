/**
 * Random pseudonyms that keep the shape of a text. The same text always gets the same pseudonym, and texts with a common prefix get
 * pseudonyms with a common prefix, so that a search still matches its results. Each letter is chosen at random per prefix, so nothing can
 * be reversed once the tables are gone.
 */
export interface Pseudonyms {
  /** Replaces e-mail, MAC and IP addresses and international phone numbers in a text. */
  addresses: (text: string) => string;
  /** Replaces addresses and numbers and every other word: for a text that is a name. */
  wholeText: (text: string) => string;
}

const VOWELS = Array.from('aeiou');
const CONSONANTS = Array.from('bcdfghjklmnpqrstvwxyz');
const DIGITS = Array.from('0123456789');
const HEX = Array.from('0123456789abcdef');
const OCTETS = Array.from({ length: 254 }, (_, index) => String(index + 1));

const EMAIL = /[^\s@<>"',;:()[\]{}\\/?&=]+@[^\s@<>"',;:()[\]{}\\/?&=]+\.[a-z]{2,}/gi;
const MAC = /\b[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}\b|\b[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}\b/gi;
const IPV4 = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g;
const IPV6 =
  /(?<![\w:.])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}|(?:[0-9a-f]{1,4}:){1,7}:)(?![\w:])/gi;
const PHONE = /(?<!\w)(?:\+|00)\d(?:[ ./-]?\d){6,14}(?!\w)/g;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A search may contain only the beginning of a MAC address. */
const MAC_START = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){0,5}[:-]?[0-9a-f]?$/i;
const BARE_MAC = /^[0-9a-f]{12}$/i;

export function createPseudonyms(): Pseudonyms {
  const tables = new Map<string, Map<string, string>>();

  /**
   * The pseudonym of `part` after the text `before`: one of `choices`, not yet used after that text if possible, and never `part` itself.
   */
  const standIn = (before: string, part: string, choices: readonly string[]): string => {
    const table = tables.get(before) ?? new Map<string, string>();
    tables.set(before, table);
    const known = table.get(part);
    if (known !== undefined) return known;
    const taken = new Set(table.values());
    const others = choices.filter((choice) => choice !== part);
    const free = others.filter((choice) => !taken.has(choice));
    const chosen = oneOf(free.length > 0 ? free : others);
    table.set(part, chosen);
    return chosen;
  };

  const letters = (kind: string, text: string, choicesFor: (letter: string) => readonly string[] | null): string => {
    let before = `${kind}:`;
    let result = '';
    for (const letter of text) {
      const lower = letter.toLowerCase();
      const choices = choicesFor(lower);
      if (choices === null) {
        result += letter;
        continue;
      }
      const stand = standIn(before, lower, choices);
      result += letter === lower ? stand : stand.toUpperCase();
      before += lower;
    }
    return result;
  };

  const word = (text: string) =>
    letters('word', text, (letter) => {
      if (/\p{M}/u.test(letter)) return null;
      if (/\p{N}/u.test(letter)) return DIGITS;
      return VOWELS.includes(letter.normalize('NFD').charAt(0)) ? VOWELS : CONSONANTS;
    });
  const pseudonymized = (text: string) => text.replace(WORD, word);
  const mac = (text: string) => letters('mac', text, (letter) => (HEX.includes(letter) ? HEX : null));
  const phone = (text: string) => letters('phone', text, (letter) => (DIGITS.includes(letter) ? DIGITS : null));
  const email = (text: string) => {
    const [name = '', domain = ''] = text.split('@');
    return `${pseudonymized(name)}@${pseudonymized(domain.replace(/\.[^.]*$/, ''))}.example`;
  };
  const ipv4 = (text: string) => {
    const octets = text.split('.');
    if (octets.some((octet) => Number(octet) > 255)) return text;
    return octets.map((octet, index) => standIn(`ip:${octets.slice(0, index).join('.')}.`, octet, OCTETS)).join('.');
  };
  const ipv6 = (text: string) => letters('ip6', text, (letter) => (HEX.includes(letter) ? HEX : null));

  /** Replaces matches of the patterns, and passes the text in between to `rest`. */
  const replaced = (text: string, rest: (between: string) => string): string => {
    const steps: [RegExp, (match: string) => string][] = [
      [EMAIL, email],
      [MAC, mac],
      [IPV4, ipv4],
      [IPV6, ipv6],
      [PHONE, phone],
    ];
    const within = (part: string, [step, ...later]: typeof steps): string => {
      if (!step) return rest(part);
      const [pattern, replace] = step;
      let result = '';
      let end = 0;
      for (const match of part.matchAll(pattern)) {
        result += within(part.slice(end, match.index), later) + replace(match[0]);
        end = match.index + match[0].length;
      }
      return result + within(part.slice(end), later);
    };
    return within(text, steps);
  };

  return {
    addresses: (text) => replaced(text, (between) => between),
    wholeText: (text) => {
      if (BARE_MAC.test(text) || (MAC_START.test(text) && /[:-]/.test(text))) return mac(text);
      return replaced(text, pseudonymized);
    },
  };
}

function oneOf(choices: readonly string[]): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return choices[random % choices.length] ?? '';
}
