/**
 * `Idempotency-Key`: a request that is sent twice is carried out once, and both get the first response (docs/wire.md#idempotency). Keys
 * are in the database, so that all replicas share them.
 *
 * The key is claimed in the transaction of the work: a second request blocks on the unique constraint until the first has committed, then
 * finds its response. If the first request is refused, fails or dies, its claim is rolled back.
 */
import { createHash, createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { MAX_IDEMPOTENCY_KEY } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { conflict, RefusedError, stillRunning } from './errors';
import { claimOrFind, forget, forgetOldKeys, keep, withdraw, type Claim, type StoredKey } from './idempotencyQueries';

/** Status of a claim whose work isn't done. Other requests see it only with `idempotentOutside`, which commits the claim before the work. */
const RUNNING = 0;

/** Milliseconds: how long work outside of the database may take, how long a second caller waits for it, and the polling interval. */
const LONGEST_WORK = 60_000;

const PATIENCE = 20_000;

const LOOK_AGAIN = 100;

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
  const stored = await claimOrFind(tx, claim, now);
  if (stored) return replayed(stored, claim, reply) as A;
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
export async function idempotentOutside<O, A>(
  db: Db,
  claim: Claim | null,
  reply: Replying,
  now: Date,
  work: () => Promise<O>,
  record: (tx: Db, outcome: O) => Promise<A>,
): Promise<A> {
  if (claim) {
    const stored = await claimOrWait(db, claim, now);
    if (stored) return replayed(stored, claim, reply) as A;
  }
  const outcome = await work().catch(async (error: unknown) => {
    if (claim) await withdraw(db, claim);
    throw error;
  });
  return db.transaction(async (tx) => {
    const answer = await record(tx, outcome);
    if (claim) await keep(tx, claim, reply.statusCode, reply.serialize(answer));
    return answer;
  });
}

/** Claims the key and returns null, or waits for the response of the request that has it. */
async function claimOrWait(db: Db, claim: Claim, now: Date): Promise<StoredKey | null> {
  await forgetOldKeys(db, now);
  for (let waited = 0; ; waited += LOOK_AGAIN) {
    const stored = await claimOrFind(db, claim, now);
    if (!stored || stored.status !== RUNNING) return stored;
    refuseOther(stored, claim);
    if (stored.created.getTime() < now.getTime() - LONGEST_WORK) {
      await forget(db, stored);
      throw conflict('The server stopped during this call: it may or may not have been carried out', 'outcome_unknown');
    }
    if (waited >= PATIENCE) throw stillRunning();
    await setTimeout(LOOK_AGAIN);
  }
}

/** The claim of a POST with an Idempotency-Key; null without one, and for other methods, which may be repeated anyway. */
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

/** The first response, as its route's schema encoded it. */
function replayed(stored: StoredKey, claim: Claim, reply: Replying): unknown {
  refuseOther(stored, claim);
  reply.statusCode = stored.status;
  reply.header('Idempotency-Replayed', 'true');
  return JSON.parse(stored.answer);
}

function refuseOther(stored: StoredKey, claim: Claim): void {
  if (stored.fingerprint === claim.fingerprint) return;
  throw new RefusedError(422, { message: 'This Idempotency-Key was used for another call', code: 'key_reused' });
}
