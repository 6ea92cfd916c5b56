import { randomInt } from 'node:crypto';
import { CODE_ALPHABET } from '../../contract/wire';

/** A code that cannot be guessed and that nobody misreads. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}
