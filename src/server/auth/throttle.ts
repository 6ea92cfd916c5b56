/**
 * Sign-in throttling. Failures are counted in the database, so that all replicas share the counts. Guessing is slowed down without letting
 * strangers lock an account's owner out. How many, in which time, are the rows `sign_in…` of limits/limits.ts. With the default `limit` of 10:
 *
 * - one account from one address: 10 failures in five minutes. A browser in which the account signed in recently is counted separately, so
 *   that a guest behind the same router doesn't use up the owner's attempts;
 * - one account from one network (IPv6: /56): 20 failures a day, or 100 where the account signed in recently. After 100 failures a day from
 *   strangers' addresses altogether, each of those has 5;
 * - one address, whatever the account: after 30 failures in five minutes every account has one attempt left from there, after 300 none.
 *   Accounts that signed in there recently are exempt, so that people behind one address don't lock each other out.
 *
 * This leaves 5 attempts a day per address to somebody who guesses one account's password, 5,000 with a thousand addresses. On average a
 * generated password (8 of 62 characters: 2.2 × 10^14) takes 60 million years, an admin's (at least 10^8: passwordFloor.ts) 27 years.
 * From the owner's own address it is 100 a day, or 2,880 with exactly the owner's User-Agent: 48 years for an admin's.
 *
 * An attempt counts as failed from its start until it succeeds, so concurrent attempts get no further than sequential ones.
 */
import { createHash } from 'node:crypto';
import { not, or, type SQL } from 'drizzle-orm';
import type { Db } from '../database/db';
import { LIMITS, type LimitName } from '../limits/limits';
import { forgetRefusal, refusedUntil, rememberRefusal } from '../limits/refusals';
import { countedAddress } from '../limits/countedAddress';
import { clearFailures, countFailures, failuresUnder, hasAsMany, insertFailures, underKeys, type Tally } from './loginFailureQueries';
import { familiarityOf, type Familiarity, type SignInOrigin } from './signInOriginQueries';

const WINDOW = LIMITS.sign_in.seconds * 1000;
const DAY = LIMITS.sign_in_day.seconds * 1000;

interface Attempt extends SignInOrigin {
  /** Reset requests and registrations by units are counted separately, so that they don't use up sign-in attempts. */
  what: 'login' | 'reset' | 'unit';
  /** For a unit, its uuid. */
  username: string;
}

/** The maximum in a row of the table of limits, in proportion to the operator's `limit`. */
const most = (row: SignInLimit, limit: number) => Math.ceil((LIMITS[row].most * limit) / LIMITS.sign_in.most);

type SignInLimit = Extract<LimitName, `sign_in${string}`>;

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
  const still = refusedUntil(db, [keys.own, ...(keys.address === undefined ? [] : [keys.address])].map(remembered), now);
  if (still) return { wait: secondsUntil(still.getTime(), now) };
  const itself = await note(db, keys, now);
  const wait = await secondsToWait(db, { keys, known, others: not(itself) }, limit, now);
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
      await clearFailures(db, or(itself, underKeys([keys.own, keys.day ?? keys.own])));
    },
  };
}

/** Counts an action that is allowed `limit` times in five minutes. Returns the seconds to wait, 0 if it may go ahead and was counted. */
export async function countOne(db: Db, key: string, limit: number, now: Date): Promise<number> {
  const still = refusedUntil(db, [remembered(key)], now);
  if (still) return secondsUntil(still.getTime(), now);
  const itself = await note(db, { own: key }, now);
  const [before = NONE] = await countFailures(db, [key], not(itself), new Date(now.getTime() - WINDOW));
  if (before.failures < limit) return 0;
  await clearFailures(db, itself);
  await remember(db, key, 'sign_in', { limit, now });
  return secondsUntil(endOf(before, WINDOW), now);
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

type Keys = { own: string } & Partial<Record<'day' | 'address' | 'account', string>>;

function keysOf({ what, username, address, agent }: Attempt, known: Familiarity): Keys {
  const name = `${what} ${username.toLowerCase()}`;
  const counted = countedAddress(address);
  if (known === 'device') return { own: `device ${name} ${counted.address} ${createHash('sha256').update(agent).digest('hex')}` };
  const here = { own: `near ${name} ${counted.address}`, day: `day ${name} ${counted.wide}` };
  return known === 'address' ? here : { ...here, address: `address ${what} ${counted.address}`, account: `account ${name}` };
}

const LASTING = ['day', 'account'];

/** Records a failure under each of the keys, and deletes expired ones. Returns a condition for the inserted rows. */
const note = (db: Db, keys: Keys, now: Date): Promise<SQL> =>
  insertFailures(
    db,
    Object.entries(keys).map(([kind, key]) => ({ key, for: LASTING.includes(kind) ? DAY : WINDOW })),
    now,
  );

interface Case {
  keys: Keys;
  known: Familiarity;
  others: SQL;
}

/** Seconds until an attempt is allowed, by the failures of `others`; 0 if it is allowed now. */
async function secondsToWait(db: Db, { keys, known, others }: Case, limit: number, now: Date): Promise<number> {
  const since = (length: number) => new Date(now.getTime() - length);
  const recent = await countFailures(db, [keys.own, keys.address ?? keys.own], others, since(WINDOW));
  const [own, address] = [keys.own, keys.address].map((key) => recent.find((one) => one.key === key) ?? NONE);
  const isCrowded = (address?.failures ?? 0) >= most('sign_in_crowded', limit);
  const waits = [
    (own?.failures ?? 0) >= (isCrowded ? 1 : limit) ? endOf(own, WINDOW) : 0,
    (address?.failures ?? 0) >= most('sign_in_address', limit) ? endOf(address, WINDOW) : 0,
  ];
  if (keys.day !== undefined) {
    const isAttacked =
      keys.account !== undefined && (await hasAsMany(db, keys.account, others, most('sign_in_account', limit), since(DAY)));
    const row = known === 'address' ? 'sign_in_day_known' : isAttacked ? 'sign_in_day_attacked' : 'sign_in_day';
    const [day = NONE] = await countFailures(db, [keys.day], others, since(DAY));
    waits.push(day.failures >= most(row, limit) ? endOf(day, DAY) : 0);
  }
  return secondsUntil(Math.max(...waits), now);
}

const NONE: Tally = { key: '', failures: 0, oldest: null };

const endOf = ({ oldest }: Tally = NONE, length: number) => (oldest?.getTime() ?? 0) + length;

const secondsUntil = (end: number, now: Date) => Math.max(0, Math.ceil((end - now.getTime()) / 1000));
