import { createHash, randomBytes } from 'node:crypto';
import { INTEGRATION_DAYS } from '../../contract/wire';

/** How long a login lasts after its last use, in milliseconds: one day, as in existing back ends. */
export const LOGIN_LASTS = 86_400_000;

/** How long an integration may read after its last sync, in milliseconds. */
export const INTEGRATION_READS = INTEGRATION_DAYS * 86_400_000;

/** How long after a log-in its password counts as just given, in milliseconds. */
export const FRESH = 300_000;

/** 256 random bits, as the client keeps them. */
export function newToken(): string {
  return randomBytes(32).toString('hex');
}

/** What the database keeps of a token. A plain hash will do: 256 random bits cannot be guessed from it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
