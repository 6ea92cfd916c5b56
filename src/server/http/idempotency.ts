/**
 * `Idempotency-Key`: a request that is sent twice is carried out once, and both get the first response (docs/wire.md#idempotency). Keys
 * are in the database, so that all replicas share them.
 *
 * The key is claimed in the transaction of the work: a second request blocks on the unique constraint until the first has committed, then
 * finds its response. If the first request is refused, fails or dies, its claim is rolled back.
 */
import { createHash, createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { MAX_IDEMPOTENCY_KEY } from '../../contract/wire';
import type { Db } from '../database/db';
import { idempotency_keys } from '../database/schema';
import { conflict, RefusedError, stillRunning } from './errors';

/** How long a response is kept, in milliseconds. */
const KEPT = 86_400_000;

/**
 * Status of a claim whose work isn't done. Others only ever see it from `idempotentApart`, which commits the claim before the work.
 */
const RUNNING = 0;

/** Milliseconds: how long work outside of the database may take, how long a second caller waits for it, and the polling interval. */
const LONGEST_WORK = 60_000;
const PATIENCE = 20_000;
const LOOK_AGAIN = 100;

/**
 * Maximum length of a stored response, in characters: more than a thousand vouchers with the longest guest names. PostgreSQL compresses
 * long texts itself; such lists shrink to less than a tenth.
 */
const LONGEST_ANSWER = 4_194_304;

export type IdempotentRequest = Pick<FastifyRequest, 'method' | 'url' | 'body' | 'scope' | 'headers'>;

/** The part of a reply that is used here, whatever its route's schema. */
export interface Replying {
  statusCode: number;
  header: (name: string, value: string) => unknown;
  serialize: (answer: unknown) => unknown;
}

/**
 * Does the work in the transaction `tx`, or replays the first response to a repeated Idempotency-Key. The status must be set on `reply`
 * beforehand.
 */
export async function idempotent<A>(tx: Db, claim: Claim | null, reply: Replying, now: Date, work: () => Promise<A>): Promise<A> {
  if (!claim) return work();
  const kept = await claimOrFind(tx, claim, now);
  if (kept) return replayed(kept, claim, reply) as A;
  const answer = await work();
  await keep(tx, claim, reply.statusCode, reply.serialize(answer));
  return answer;
}

/**
 * The same for work outside of the database that can't be rolled back, such as sending mail: the claim is committed before the work
 * begins, and a second caller waits for its response. After the work one transaction runs `record`, which returns the response, and
 * stores that. If the process dies, or that transaction fails, the second caller gets `outcome_unknown` and the claim is dropped, so that
 * the next request with the key does the work.
 */
export async function idempotentApart<O, A>(
  db: Db,
  claim: Claim | null,
  reply: Replying,
  now: Date,
  work: () => Promise<O>,
  record: (tx: Db, outcome: O) => Promise<A>,
): Promise<A> {
  if (claim) {
    const kept = await claimOrWait(db, claim, now);
    if (kept) return replayed(kept, claim, reply) as A;
  }
  const outcome = await work().catch(async (error: unknown) => {
    if (claim) await db.delete(idempotency_keys).where(sameKey(claim));
    throw error;
  });
  return db.transaction(async (tx) => {
    const answer = await record(tx, outcome);
    if (claim) await keep(tx, claim, reply.statusCode, reply.serialize(answer));
    return answer;
  });
}

/** Claims the key and returns null, or waits for the response of the request that has it. */
async function claimOrWait(db: Db, claim: Claim, now: Date): Promise<Kept | null> {
  await forgetOldKeys(db, now);
  for (let waited = 0; ; waited += LOOK_AGAIN) {
    const kept = await claimOrFind(db, claim, now);
    if (!kept || kept.status !== RUNNING) return kept;
    refuseOther(kept, claim);
    if (kept.created.getTime() < now.getTime() - LONGEST_WORK) {
      await db.delete(idempotency_keys).where(eq(idempotency_keys.id, kept.id));
      throw conflict('The server stopped during this call: it may or may not have been carried out', 'outcome_unknown');
    }
    if (waited >= PATIENCE) throw stillRunning();
    await setTimeout(LOOK_AGAIN);
  }
}

/** Deletes expired keys. Run it in a transaction of its own: its row locks would hold up other requests with a key. */
export const forgetOldKeys = (db: Db, now: Date) =>
  db.delete(idempotency_keys).where(lt(idempotency_keys.created, new Date(now.getTime() - KEPT)));

/** Whose key it is and what it was used for, both hashed. */
export interface Claim {
  account_id: number;
  key_hash: string;
  /** HMAC of route and body. The body may hold a password, which can't be guessed from this without the key. */
  fingerprint: string;
}

type Kept = typeof idempotency_keys.$inferSelect;

/** What a POST claims with its Idempotency-Key; null without one, and for other methods, which may be repeated anyway. */
export function claimOf({ headers, scope, method, url, body }: IdempotentRequest): Claim | null {
  const key = headers['idempotency-key'];
  if (key === undefined || method !== 'POST') return null;
  if (typeof key !== 'string' || key.length > MAX_IDEMPOTENCY_KEY || !/^[\x21-\x7e]+$/.test(key)) {
    throw new RefusedError(400, {
      message: 'Request fields malformed',
      code: 'malformed',
      error: `Idempotency-Key: is not 1 to ${MAX_IDEMPOTENCY_KEY} letters, digits or signs`,
    });
  }
  return {
    account_id: scope.accountId,
    key_hash: createHash('sha256').update(key).digest('hex'),
    fingerprint: createHmac('sha256', key)
      .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
      .digest('hex'),
  };
}

const sameKey = ({ account_id, key_hash }: Claim) =>
  and(eq(idempotency_keys.account_id, account_id), eq(idempotency_keys.key_hash, key_hash));

/** What is stored under the key; null if it was free and is now claimed. */
async function claimOrFind(tx: Db, claim: Claim, now: Date): Promise<Kept | null> {
  for (;;) {
    const [claimed] = await tx
      .insert(idempotency_keys)
      .values({ ...claim, created: now })
      .onConflictDoNothing()
      .returning({ id: idempotency_keys.id });
    if (claimed) return null;
    const [kept] = await tx.select().from(idempotency_keys).where(sameKey(claim));
    // Missing if the claim was deleted meanwhile; then try again.
    if (kept) return kept;
  }
}

async function keep(tx: Db, claim: Claim, status: number, answer: unknown): Promise<void> {
  if (typeof answer !== 'string' || answer.length > LONGEST_ANSWER) throw new Error('an answer is too long to be kept, or no JSON');
  await tx.update(idempotency_keys).set({ status, answer }).where(sameKey(claim));
}

/** The first response, as its route's schema encoded it. */
function replayed(kept: Kept, claim: Claim, reply: Replying): unknown {
  refuseOther(kept, claim);
  reply.statusCode = kept.status;
  reply.header('Idempotency-Replayed', 'true');
  return JSON.parse(kept.answer);
}

function refuseOther(kept: Kept, claim: Claim): void {
  if (kept.fingerprint === claim.fingerprint) return;
  throw new RefusedError(422, { message: 'This Idempotency-Key was used for another call', code: 'key_reused' });
}
