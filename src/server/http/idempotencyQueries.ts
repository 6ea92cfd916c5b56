import type { Db } from '../database/db';
import { idempotency_keys } from '../database/schema';
import { lt, and, eq } from 'drizzle-orm';

/** How long a response is kept, in milliseconds. */
const RETENTION_MS = 86_400_000;

/** Deletes expired keys. Run it in a transaction of its own: its row locks would hold up other requests with a key. */
export const forgetOldKeys = (db: Db, now: Date) =>
  db.delete(idempotency_keys).where(lt(idempotency_keys.created, new Date(now.getTime() - RETENTION_MS)));

/** The owner of a key and what it was used for, both hashed. */
export interface Claim {
  account_id: number;
  key_hash: string;
  /** HMAC of route and body. The body may hold a password, which can't be guessed from this without the key. */
  fingerprint: string;
}

export type StoredKey = typeof idempotency_keys.$inferSelect;

const sameKey = ({ account_id, key_hash }: Claim) =>
  and(eq(idempotency_keys.account_id, account_id), eq(idempotency_keys.key_hash, key_hash));

/** What is stored under the key; null if it was free and is now claimed. */
export async function claimOrFind(tx: Db, claim: Claim, now: Date): Promise<StoredKey | null> {
  for (;;) {
    const [claimed] = await tx
      .insert(idempotency_keys)
      .values({ ...claim, created: now })
      .onConflictDoNothing()
      .returning({ id: idempotency_keys.id });
    if (claimed) return null;
    const [stored] = await tx.select().from(idempotency_keys).where(sameKey(claim));
    // Missing if the claim was deleted meanwhile; then try again.
    if (stored) return stored;
  }
}

export async function keep(tx: Db, claim: Claim, status: number, answer: unknown): Promise<void> {
  if (typeof answer !== 'string' || answer.length > LONGEST_ANSWER) throw new Error('an answer is too long to be stored, or not JSON');
  await tx.update(idempotency_keys).set({ status, answer }).where(sameKey(claim));
}

/** Frees a key whose work was not done. */
export async function withdraw(db: Db, claim: Claim): Promise<void> {
  await db.delete(idempotency_keys).where(sameKey(claim));
}

/** Frees the key of a process that died during its work, unless another one has claimed it since. */
export async function forget(db: Db, { id }: StoredKey): Promise<void> {
  await db.delete(idempotency_keys).where(eq(idempotency_keys.id, id));
}

/**
 * Maximum length of a stored response, in characters: more than a thousand vouchers with the longest guest names. PostgreSQL compresses
 * long texts itself; such lists shrink to less than a tenth, but for a server's first thousand vouchers, whose ids begin without repetition.
 */
const LONGEST_ANSWER = 4_194_304;
