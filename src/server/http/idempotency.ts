/**
 * `Idempotency-Key`: a call that is sent twice is done once, and both get the first answer. Keys live in the database, so that all
 * replicas share them.
 *
 * The key is claimed in the transaction of the work: a second call waits at the unique constraint until the first has committed, and
 * then finds its answer. A first call that was refused, failed or died takes its claim with it.
 */
import { createHash, createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { MAX_IDEMPOTENCY_KEY } from '../../contract/wire';
import type { Db } from '../database/db';
import { idempotency_keys } from '../database/schema';
import type { Deps } from '../deps';
import { conflict, RefusedError, stillRunning } from './errors';

/** Milliseconds that an answer is kept. */
const KEPT = 86_400_000;

/** The status of a claim whose work is not done yet; outside of its transaction nobody sees one. */
const RUNNING = 0;

/** Milliseconds: how long work apart from the database may take at most, how long a second caller waits for it, and how often it looks. */
const LONGEST_WORK = 60_000;
const PATIENCE = 20_000;
const LOOK_AGAIN = 100;

/** Characters: a call that makes a thousand things answers a tenth of this. */
const LONGEST_ANSWER = 65_536;

export type Asking = Pick<FastifyRequest, 'method' | 'url' | 'body' | 'scope' | 'headers'>;

/** What is needed of a reply, whatever its route's schema. */
export interface Replying {
  statusCode: number;
  header: (name: string, value: string) => unknown;
  serialize: (answer: unknown) => unknown;
}

/**
 * Does the work of a POST in the transaction `tx`; sent again with the same Idempotency-Key, the first answer is given again instead. The
 * status is that of `reply`, set before.
 */
export async function idempotent<A>(tx: Db, request: Asking, reply: Replying, now: Date, work: () => Promise<A>): Promise<A> {
  const claim = request.method === 'POST' ? claimOf(request) : null;
  if (!claim) return work();
  await forgetOld(tx, now);
  const kept = await claimOrFind(tx, claim, now);
  if (kept) return replayed(kept, claim, reply) as A;
  const answer = await work();
  await keep(tx, claim, reply.statusCode, reply.serialize(answer));
  return answer;
}

/**
 * The same for work outside of the database, such as a mail, which no transaction takes back: the claim is there before the work
 * begins, and a second caller waits for its answer. A claim whose process died is given up: its caller is told that the outcome is
 * unknown, and the next call with that key does the work.
 */
export function idempotentApartFor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return async <A>(request: Asking, reply: Replying, work: () => Promise<A>): Promise<A> => {
    const claim = claimOf(request);
    if (!claim) return work();
    const now = clock();
    await forgetOld(db, now);
    for (let waited = 0; ; waited += LOOK_AGAIN) {
      const kept = await claimOrFind(db, claim, now);
      if (!kept) break;
      if (kept.status !== RUNNING) return replayed(kept, claim, reply) as A;
      refuseOther(kept, claim);
      if (kept.created.getTime() < now.getTime() - LONGEST_WORK) {
        await db.delete(idempotency_keys).where(eq(idempotency_keys.id, kept.id));
        throw conflict('The server stopped while it did this: it may be done, or not', 'outcome_unknown');
      }
      if (waited >= PATIENCE) throw stillRunning();
      await setTimeout(LOOK_AGAIN);
    }
    const answer = await work().catch(async (error: unknown) => {
      await db.delete(idempotency_keys).where(sameKey(claim));
      throw error;
    });
    await keep(db, claim, reply.statusCode, reply.serialize(answer));
    return answer;
  };
}

const forgetOld = (db: Db, now: Date) => db.delete(idempotency_keys).where(lt(idempotency_keys.created, new Date(now.getTime() - KEPT)));

/** Whose key it is, and of what: both as hashes, which the key alone opens. */
interface Claim {
  account_id: number;
  key_hash: string;
  /** Of route and body. A body may hold a password, which nobody can guess at without knowing the key. */
  fingerprint: string;
}

type Kept = typeof idempotency_keys.$inferSelect;

function claimOf({ headers, scope, method, url, body }: Asking): Claim | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
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

/** What is kept under the key; null when it was free, and is now claimed. */
async function claimOrFind(tx: Db, claim: Claim, now: Date): Promise<Kept | null> {
  for (;;) {
    const [claimed] = await tx
      .insert(idempotency_keys)
      .values({ ...claim, created: now })
      .onConflictDoNothing()
      .returning({ id: idempotency_keys.id });
    if (claimed) return null;
    const [kept] = await tx.select().from(idempotency_keys).where(sameKey(claim));
    // Gone meanwhile: its day was over.
    if (kept) return kept;
  }
}

async function keep(tx: Db, claim: Claim, status: number, answer: unknown): Promise<void> {
  if (typeof answer !== 'string' || answer.length > LONGEST_ANSWER) throw new Error('an answer is too long to be kept, or no JSON');
  await tx.update(idempotency_keys).set({ status, answer }).where(sameKey(claim));
}

/** The first answer, which its route's schema made. */
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
