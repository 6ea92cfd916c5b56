/** How hard a password is to guess. Only a hint next to the field; whether a password is accepted is decided elsewhere. */
export type Strength = 'weak' | 'fair' | 'strong';

/** Number of characters in each class. */
const KINDS: readonly [kind: RegExp, count: number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/u, 100],
];

const FAIR_BITS = 40;
const STRONG_BITS = 60;

/**
 * Estimates entropy in bits from the classes of characters used. Characters that repeat or continue the previous one ("abc", "123") add
 * nothing, nor does the username.
 */
export function strengthOf(password: string, username = ''): Strength {
  const own = withoutName(password, username);
  const points = Array.from(own, (character) => character.codePointAt(0) ?? 0);
  const telling = points.filter((point, at) => at === 0 || Math.abs(point - (points[at - 1] ?? 0)) > 1);
  const choices = KINDS.reduce((sum, [kind, count]) => sum + (kind.test(own) ? count : 0), 0);
  const bits = telling.length * Math.log2(Math.max(1, choices));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Usernames of one or two letters are ignored: they occur in too many words. */
function withoutName(password: string, username: string): string {
  const at = username.length < 3 ? -1 : password.toLowerCase().indexOf(username.toLowerCase());
  return at < 0 ? password : password.slice(0, at) + password.slice(at + username.length);
}
