import { createHash, randomBytes } from 'node:crypto';
import { INTEGRATION_DAYS } from '../../contract/plain/wire';

/** How long a session lasts after its last use, in milliseconds: one day, as in existing back ends. */
export const LOGIN_LASTS = 86_400_000;

/** How long a session lasts at most, however much it is used, in milliseconds: 30 days. */
export const LOGIN_ENDS = 30 * LOGIN_LASTS;

/** How long an integration's token is valid after its last sync, in milliseconds. */
export const INTEGRATION_READS = INTEGRATION_DAYS * 86_400_000;

/** How long after a sign-in the password counts as recently entered, in milliseconds. */
export const FRESH = 300_000;

/** A new token for a client: 256 random bits in hex. */
export function newToken(): string {
  return randomBytes(32).toString('hex');
}

/**
 * Hashes a code that people type, for storing: case, spaces and dashes don't matter. The hash has no salt, so the code must be too long to
 * be guessed.
 */
export function hashTypedCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}

/** Hashes a token, for storing. An unsalted hash is enough: 256 random bits can't be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
