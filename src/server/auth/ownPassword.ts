import type { Deps } from '../deps';
import { passwordRequired, tooOften } from '../http/errors';
import { isPassword } from './passwords';
import type { SignInOrigin } from './signInOriginQueries';
import { startAttempt } from './throttle';

/**
 * Refuses a change of one's own account with a wrong current password. That counts as a failed sign-in, so that a stolen token doesn't help
 * to guess it.
 */
export async function requireOwnPassword(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { username, passwordHash }: { username: string; passwordHash: string },
  given: string,
  origin: SignInOrigin,
): Promise<void> {
  const attempt = await startAttempt(db, { what: 'login', username, ...origin }, config.loginLimit, clock());
  if ('wait' in attempt) throw tooOften(attempt.wait);
  if (!(await isPassword(passwordHash, given))) throw passwordRequired('is not your current password');
  await attempt.succeeded();
}
