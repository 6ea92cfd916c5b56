import { randomInt } from 'node:crypto';
import { CODE_ALPHABET } from '../../contract/plain/wire';

/** A code from a secure random source, without characters that are easily confused. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}
