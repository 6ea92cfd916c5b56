/**
 * Sign-in throttling by the rules in throttleRules.ts. Failures are counted in the database, so that all replicas share the counts. An
 * attempt counts as failed from its start until it succeeds, so concurrent attempts get no further than sequential ones.
 */
import { not, or, type SQL } from 'drizzle-orm';
import type { Db } from '../database/db';
import { LIMITS } from '../limits/limits';
import { forgetRefusal, refusedUntil, rememberRefusal } from '../limits/refusals';
import { clearFailures, countFailures, failuresUnder, hasAsMany, insertFailures, underKeys } from './loginFailureQueries';
import { familiarityOf } from './signInOriginQueries';
import {
  keysOf,
  most,
  secondsOf,
  secondsToWait,
  secondsUntil,
  WINDOWS,
  type Attempt,
  type Failures,
  type Keys,
  type SignInLimit,
} from './throttleRules';

/**
 * Starts an attempt. Either it has to wait (`wait` seconds) and isn't counted, or it counts as failed until `succeeded` is called, which
 * also clears this address's failures with this account.
 */
export async function startAttempt(
  db: Db,
  attempt: Attempt,
  limit: number,
  now: Date,
): Promise<{ wait: number } | { succeeded: () => Promise<void> }> {
  if (limit === 0) return { succeeded: async () => undefined };
  const known = attempt.what === 'unit' ? 'stranger' : await familiarityOf(db, attempt.username, attempt, now);
  const keys = keysOf(attempt, known);
  const still = refusedUntil(db, present([keys.own, keys.address]).map(remembered), now);
  if (still) return { wait: secondsUntil(still, now) };
  const itself = await note(db, keys, now);
  const wait = secondsToWait(await otherFailures(db, keys, itself, limit, now), known, limit, now);
  if (wait > 0) {
    await clearFailures(db, itself);
    // Not for `day` and `account`: a successful sign-in from elsewhere in the network, at any replica, clears those.
    await remember(db, keys.own, 'sign_in', { limit, now });
    if (keys.address !== undefined) await remember(db, keys.address, 'sign_in_address', { limit, now });
    return { wait };
  }
  return {
    succeeded: async () => {
      forgetRefusal(db, remembered(keys.own));
      await clearFailures(db, or(itself, underKeys(present([keys.own, keys.day]))));
    },
  };
}

/** Counts an action that is allowed `limit` times in five minutes. Returns the seconds to wait, 0 if it may go ahead and was counted. */
export async function countOne(db: Db, key: string, limit: number, now: Date): Promise<number> {
  const still = refusedUntil(db, [remembered(key)], now);
  if (still) return secondsUntil(still, now);
  const itself = await note(db, { own: key }, now);
  const { own } = await otherFailures(db, { own: key }, itself, limit, now);
  const wait = secondsOf(own, limit, WINDOWS.own, now);
  if (wait === 0) return 0;
  await clearFailures(db, itself);
  await remember(db, key, 'sign_in', { limit, now });
  return wait;
}

/** Milliseconds after which an attempt that hasn't succeeded has failed. */
const SETTLED_AFTER = 30_000;

/** Remembers a refusal if the key has as many failures as its row allows, not counting attempts that may still succeed. */
async function remember(db: Db, key: string, row: SignInLimit, { limit, now }: { limit: number; now: Date }): Promise<void> {
  const counts = {
    key: remembered(key),
    rows: failuresUnder(key),
    most: most(row, limit),
    seconds: LIMITS[row].seconds,
    settledAfter: SETTLED_AFTER,
  };
  await rememberRefusal(db, counts, now);
}

/** The key under which a refusal is remembered. */
const remembered = (key: string) => `sign_in ${key}`;

const present = (keys: (string | undefined)[]) => keys.filter((key) => key !== undefined);

/** Records a failure under each of the keys, and deletes expired ones. Returns a condition for the inserted rows. */
const note = (db: Db, { own, address, day, account }: Keys, now: Date): Promise<SQL> =>
  insertFailures(db, [...lasting([own, address], WINDOWS.own), ...lasting([day, account], WINDOWS.day)], now);

const lasting = (keys: (string | undefined)[], lifetime: number) => present(keys).map((key) => ({ key, for: lifetime }));

/** The failures under an attempt's keys, other than its own. */
async function otherFailures(db: Db, { own, address, day, account }: Keys, itself: SQL, limit: number, now: Date): Promise<Failures> {
  const others = not(itself);
  const recently = new Date(now.getTime() - WINDOWS.own);
  const today = new Date(now.getTime() - WINDOWS.day);
  const recent = await countFailures(db, present([own, address]), others, recently);
  const [ofDay] = day === undefined ? [] : await countFailures(db, [day], others, today);
  return {
    own: recent.find(({ key }) => key === own),
    address: recent.find(({ key }) => key === address),
    day: ofDay,
    isAttacked: account !== undefined && (await hasAsMany(db, account, others, most('sign_in_account', limit), today)),
  };
}
