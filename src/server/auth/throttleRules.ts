/**
 * The rules of sign-in throttling: which failures count together, and how many are too many. Guessing is slowed down without letting strangers
 * lock an account's owner out. How many, in which time, are the rows `sign_in…` of limits/limits.ts. With the default `limit` of 10:
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
 */
import { createHash } from 'node:crypto';
import { LIMITS, type LimitName } from '../limits/limits';
import { countedAddress } from '../limits/countedAddress';
import type { Tally } from './loginFailureQueries';
import type { Familiarity, SignInOrigin } from './signInOriginQueries';

export interface Attempt extends SignInOrigin {
  /** Reset requests and registrations by units are counted separately, so that they don't use up sign-in attempts. */
  what: 'login' | 'reset' | 'unit';
  /** For a unit, its uuid. */
  username: string;
}

export type SignInLimit = Extract<LimitName, `sign_in${string}`>;

/** The maximum in a row of the table of limits, in proportion to the operator's `limit`. */
export const most = (row: SignInLimit, limit: number) => Math.ceil((LIMITS[row].most * limit) / LIMITS.sign_in.most);

/** Milliseconds in which failures count: those under `own` and `address`, and those under `day` and `account`. */
export const WINDOWS = { own: LIMITS.sign_in.seconds * 1000, day: LIMITS.sign_in_day.seconds * 1000 } as const;

/** The keys under which an attempt counts. */
export interface Keys {
  /** The account with the address or browser. */
  own: string;
  /** The account with the network. */
  day?: string;
  /** The address, whatever the account. */
  address?: string;
  /** The account, from addresses of strangers. */
  account?: string;
}

export function keysOf({ what, username, address, agent }: Attempt, known: Familiarity): Keys {
  const name = `${what} ${username.toLowerCase()}`;
  const counted = countedAddress(address);
  if (known === 'device') return { own: `device ${name} ${counted.address} ${createHash('sha256').update(agent).digest('hex')}` };
  const here = { own: `near ${name} ${counted.address}`, day: `day ${name} ${counted.wide}` };
  return known === 'address' ? here : { ...here, address: `address ${what} ${counted.address}`, account: `account ${name}` };
}

/** Failures before an attempt, under its keys. */
export interface Failures {
  own: Tally | undefined;
  day: Tally | undefined;
  address: Tally | undefined;
  /** Whether the account has as many as `sign_in_account` allows. */
  isAttacked: boolean;
}

/** Seconds until an attempt is allowed; 0 if it is allowed now. */
export function secondsToWait({ own, address, day, isAttacked }: Failures, known: Familiarity, limit: number, now: Date): number {
  const isCrowded = (address?.failures ?? 0) >= most('sign_in_crowded', limit);
  const dayRow = known === 'address' ? 'sign_in_day_known' : isAttacked ? 'sign_in_day_attacked' : 'sign_in_day';
  const waits = [
    secondsOf(own, isCrowded ? 1 : limit, WINDOWS.own, now),
    secondsOf(address, most('sign_in_address', limit), WINDOWS.own, now),
    secondsOf(day, most(dayRow, limit), WINDOWS.day, now),
  ];
  return Math.max(...waits);
}

/** Seconds until the oldest of these failures no longer counts; 0 if there are fewer than `limit`. */
export function secondsOf(tally: Tally | undefined, limit: number, window: number, now: Date): number {
  if (!tally || tally.failures < limit) return 0;
  return secondsUntil(new Date(tally.oldest.getTime() + window), now);
}

export const secondsUntil = (end: Date, now: Date) => Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
