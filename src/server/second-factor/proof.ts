/** Verifies the second factor of somebody who has entered the right password. */
import { createHash } from 'node:crypto';
import { audited } from '../audit/auditTrail';
import { secondFactorFields, secondFactorSecrets } from '../audit/extraFieldQueries';
import type { Ref } from '../audit/descriptionQueries';
import { familiarityOf, type Place } from '../auth/signInPlaceQueries';
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
  place: Place,
  now: Date,
): Promise<'done' | 'wrong code' | { wait: number }> {
  if (!isOfApp(code) && (await isRecovered(db, scope, code, place, now))) return 'done';
  const attempt = await startTry(db, await countingOf(db, scope, place, now), now);
  if ('wait' in attempt) return attempt;
  if (!isOfApp(code) || !(await useCodeOfApp(db, scope.accountId, code, now))) return 'wrong code';
  await attempt.succeeded();
  return 'done';
}

/** Uses up a recovery code, and records that in the audit trail. */
function isRecovered(db: Db, scope: Scope, code: string, { address }: Place, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const left = await useRecoveryCode(tx, scope.accountId, code);
    if (left === null) return false;
    const becomes = (): Ref => ({ kind: 'account', id: scope.accountId, fields: {}, said: { recovery_codes: left } });
    await audited(tx, { scope, address, action: 'second_factor.recovered' }, now, { becomes, work: async () => undefined });
    return true;
  });
}

async function countingOf(db: Db, { accountId, username }: Scope, place: Place, now: Date): Promise<Counting> {
  const known = await familiarityOf(db, username, place, now);
  const { address, wide } = countedAddress(place.address);
  if (known === 'stranger') return { limit: 'second_factor', key: accountId };
  const where = known === 'device' ? `${address} ${createHash('sha256').update(place.agent).digest('hex')}` : wide;
  return { limit: 'second_factor_known', key: `${accountId} ${where}` };
}
