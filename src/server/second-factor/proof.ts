/** Verifies the second factor of somebody who has entered the right password. */
import { createHash } from 'node:crypto';
import { audited } from '../audit/auditTrail';
import { secondFactorFields, secondFactorSecrets } from '../audit/extraFieldQueries';
import type { Ref } from '../audit/descriptionQueries';
import { familiarityOf, type SignInOrigin } from '../auth/signInOriginQueries';
import type { Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { countedAddress } from '../limits/countedAddress';
import type { Counting } from '../limits/limits';
import { startTry } from '../limits/queries';
import { isOfApp, useCodeOfApp, useRecoveryCode } from './queries';

/** The account as subject of an audit entry about its second factor. */
export const factorOf = (id: number): Ref => ({ kind: 'account', id, fields: secondFactorFields, hidden: secondFactorSecrets });

/**
 * Uses a code of the app or a recovery code, for an account whose password was right. A valid recovery code is never throttled: it can't be
 * guessed, and lets the owner in from anywhere while somebody else is guessing codes.
 */
export async function useCode(
  db: Db,
  scope: Scope,
  code: string,
  origin: SignInOrigin,
  now: Date,
): Promise<'done' | 'wrong code' | { wait: number }> {
  if (!isOfApp(code) && (await isRecovered(db, scope, code, origin, now))) return 'done';
  const attempt = await startTry(db, await countingOf(db, scope, origin, now), now);
  if ('wait' in attempt) return attempt;
  if (!isOfApp(code) || !(await useCodeOfApp(db, scope.accountId, code, now))) return 'wrong code';
  await attempt.succeeded();
  return 'done';
}

/** Uses up a recovery code, and records that in the audit trail. */
function isRecovered(db: Db, scope: Scope, code: string, { address }: SignInOrigin, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const remaining = await useRecoveryCode(tx, scope.accountId, code);
    if (remaining === null) return false;
    const becomes = (): Ref => ({ kind: 'account', id: scope.accountId, fields: {}, details: { recovery_codes: remaining } });
    await audited(tx, { scope, address, action: 'second_factor.recovered' }, now, { becomes, work: async () => undefined });
    return true;
  });
}

async function countingOf(db: Db, { accountId, username }: Scope, origin: SignInOrigin, now: Date): Promise<Counting> {
  const known = await familiarityOf(db, username, origin, now);
  const { address, wide } = countedAddress(origin.address);
  if (known === 'stranger') return { limit: 'second_factor', key: accountId };
  const where = known === 'device' ? `${address} ${createHash('sha256').update(origin.agent).digest('hex')}` : wide;
  return { limit: 'second_factor_known', key: `${accountId} ${where}` };
}
