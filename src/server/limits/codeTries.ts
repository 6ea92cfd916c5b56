/**
 * Limits on guessing codes, the same by whatever way: at the portal, on older pages, over RADIUS and HTTP, at any unit of a hotspot and at
 * any replica. How many a device, an address and a hotspot may have: limits.ts. At a hotspot with too many failed tries each device and
 * each address has 5, so that real guests still get in.
 *
 * A generated code is one of 31^8. An attacker with a thousand addresses, against a hotspot with a thousand valid codes, gets 720,000 tries
 * a day: on average more than three years per hit, and each code has only a few uses.
 */
import { countedAddress } from './countedAddress';
import type { Db } from '../database/db';
import { keyOf, LIMITS, type Counting, type LimitName } from './limits';
import { countAll, refusedStill, rememberRefused } from './queries';

/** Failed tries of a device or an address at a hotspot under attack. */
const MOST_WHEN_ATTACKED = 5;

export interface CodeTry {
  hotspotId: number;
  /** Empty if unknown. */
  deviceMac: string;
  /**
   * The unit and its port that stand for a device of which no address is known; empty if that isn't known either. Some units number each
   * log-in anew, so the tries of an address count together, too.
   */
  port?: string;
  /** Of the guest's browser, or of the unit that asks. */
  address: string;
  /**
   * Whether a unit that proved its secret says which device it is. Such a device can't be made up, so it is counted by itself and not with
   * all others of its address.
   */
  isVouched: boolean;
}

/** What a failed try adds to. */
export function countingsOf({ hotspotId, deviceMac, port = '', address, isVouched }: CodeTry): Counting[] {
  const network = countedAddress(address).wide;
  const isKnown = deviceMac !== '';
  const device = isKnown ? deviceMac : port;
  return [
    ...(device === '' ? [] : [{ limit: 'device' as const, key: `${hotspotId} ${device} ${network}` }]),
    ...(isKnown && isVouched
      ? [{ limit: 'vouched_device' as const, key: `${hotspotId} ${deviceMac}` }]
      : [{ limit: 'address' as const, key: `${hotspotId} ${network}` }]),
    { limit: 'hotspot', key: hotspotId },
  ];
}

/** Whether another try is refused, right or wrong, after so many failed ones of each kind. */
export function isRefused(failed: (limit: LimitName) => number): boolean {
  const isAttacked = failed('hotspot') >= LIMITS.hotspot.most;
  return OF_GUESSERS.some((limit) => failed(limit) >= (isAttacked ? MOST_WHEN_ATTACKED : LIMITS[limit].most));
}

/** Whose tries are refused; a hotspot's only say that it is attacked. */
const OF_GUESSERS: readonly LimitName[] = ['device', 'vouched_device', 'address'];

/**
 * Counts a try before it is looked at, so that concurrent ones gain nothing over sequential ones. Null if there have been too many, which is
 * then repeated from memory until their time is over; otherwise `succeeded` uncounts it.
 */
export async function countTry(db: Db, tried: CodeTry, now: Date): Promise<{ succeeded: () => Promise<void> } | null> {
  const countings = countingsOf(tried);
  if (isGuesserRefused(db, tried, now)) return null;
  const counted = await countAll(db, countings, now);
  const before = (limit: LimitName) => Math.max(0, counted.of(limit) - 1);
  if (!isRefused(before)) return { succeeded: counted.takeBack };
  await counted.takeBack();
  await rememberGuesser(db, tried, { failed: before, now });
  return null;
}

/** Whether this process knows that tries from there are refused, without another look at the database. */
export const isGuesserRefused = (db: Db, tried: CodeTry, now: Date): boolean => refusedStill(db, ofGuesser(tried), now) !== null;

/** Remembers a refusal after so many failed tries of each kind. Those of a hotspot under attack depend on what others do, and aren't. */
export async function rememberGuesser(
  db: Db,
  tried: CodeTry,
  { failed, now }: { failed: (limit: LimitName) => number; now: Date },
): Promise<void> {
  for (const counting of ofGuesser(tried))
    if (failed(counting.limit) >= LIMITS[counting.limit].most) await rememberRefused(db, counting, now);
}

const ofGuesser = (tried: CodeTry) => countingsOf(tried).filter(({ limit }) => OF_GUESSERS.includes(limit));

/** Tries of devices that this process is deciding, oldest first, by what they count under if they fail. */
const undecided = new Map<string, Set<object>>();

/**
 * Decides about a try that is counted afterwards if it fails (`countFailed`); `earlier` says how many tries of its device are undecided now, and
 * may fail, too. So concurrent ones gain nothing at this process. Guests who share an address or a port are many, and aren't held back for that.
 */
export async function whileUndecided<T>(tried: CodeTry, decide: (earlier: () => Map<LimitName, number>) => Promise<T>): Promise<T> {
  const countings = tried.deviceMac === '' ? [] : countingsOf(tried).filter(({ limit }) => OF_DEVICES.includes(limit));
  const mine = {};
  for (const key of countings.map(keyOf)) undecided.set(key, (undecided.get(key) ?? new Set()).add(mine));
  const earlierThanMine = (key: string) => [...(undecided.get(key) ?? [])].indexOf(mine);
  try {
    return await decide(() => new Map(countings.map((counting) => [counting.limit, earlierThanMine(keyOf(counting))])));
  } finally {
    for (const key of countings.map(keyOf)) {
      undecided.get(key)?.delete(mine);
      if (undecided.get(key)?.size === 0) undecided.delete(key);
    }
  }
}

const OF_DEVICES: readonly LimitName[] = ['device', 'vouched_device'];
