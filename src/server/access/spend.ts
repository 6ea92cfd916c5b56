/** Spends what a login costs only if access is granted. */
import type { RefusalCode } from '../../contract/access';
import type { Db } from '../database/db';

export interface Refusal {
  refusal: RefusalCode;
}

/** Undoes the transaction in which it is thrown. */
class RefusedAccess extends Error {
  constructor(readonly refusal: RefusalCode) {
    super(`access refused: ${refusal}`);
  }
}

/**
 * Runs `spend` and then `decide` in one transaction. If either refuses, nothing that `spend` stored remains: no guest, no use, no start of
 * a validity. The caller's rows stay locked until the decision, so parallel logins can't spend the same use.
 */
export async function spendIfGranted<Spent extends object>(
  db: Db,
  spend: (tx: Db) => Promise<Spent | Refusal>,
  decide: (tx: Db, spent: Spent) => Promise<RefusalCode | null>,
): Promise<Spent | Refusal> {
  try {
    return await db.transaction(async (tx) => {
      const spent = await spend(tx);
      if ('refusal' in spent) throw new RefusedAccess(spent.refusal);
      const refusal = await decide(tx, spent);
      if (refusal !== null) throw new RefusedAccess(refusal);
      return spent;
    });
  } catch (error) {
    if (error instanceof RefusedAccess) return { refusal: error.refusal };
    throw error;
  }
}
