/**
 * Limits on guessing codes, the same for all ways to try one: at the portal, on existing pages, over RADIUS and HTTP, at any unit of a hotspot
 * and on any replica. limits.ts says how many failed tries a device, a network and a hotspot may have. At a hotspot with too many, each
 * device and each network still has 5, so that real guests get in.
 *
 * A generated code is one of 31^8. An attacker with a thousand addresses, against a hotspot with a thousand valid codes, gets 720,000 tries
 * a day: on average more than three years per hit, and each code has only a few uses.
 */
import { countedAddress } from './countedAddress';
import type { Db } from '../database/db';
import { keyOf, LIMITS, type Counting, type LimitName } from './limits';
import { countAll, refusedStill, rememberRefused } from './queries';

/** Failed tries that a device or a network may have at a hotspot under attack. */
const MOST_WHEN_ATTACKED = 5;

export interface CodeTry {
  hotspotId: number;
  /** Empty if unknown. */
  deviceMac: string;
  /**
   * The unit and port from which the guest comes, in place of a device without a known address; empty if unknown. Some units give each
   * log-in a new port, so tries are also counted by network.
   */
  port?: string;
  /** IP address of the guest's browser, or of the unit that asks. */
  address: string;
  /**
   * Whether a unit that proved its secret names the device. Such a device can't be invented, so it is counted by itself and not with all
   * others in its network.
   */
  isVouched: boolean;
}

/** Everything under which a failed try is counted. */
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

/** Whether another try is refused, whether its code is right or wrong, after this many failed ones by each limit. */
export function isRefused(failed: (limit: LimitName) => number): boolean {
  const isAttacked = failed('hotspot') >= LIMITS.hotspot.most;
  return OF_GUESSERS.some((limit) => failed(limit) >= (isAttacked ? MOST_WHEN_ATTACKED : LIMITS[limit].most));
}

/** Limits that refuse tries. The limit of a hotspot only tells that it is under attack. */
const OF_GUESSERS: readonly LimitName[] = ['device', 'vouched_device', 'address'];

/**
 * Counts a try before checking it, so that concurrent tries gain nothing over sequential ones. Null if there have been too many; this
 * process then refuses further ones from memory until the limit's time is over. `succeeded` takes the count back.
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

/** Whether this process remembers that such tries are refused, so that the database needn't be asked. */
export const isGuesserRefused = (db: Db, tried: CodeTry, now: Date): boolean => refusedStill(db, ofGuesser(tried), now) !== null;

/** Remembers a refusal. Not if it is only because the hotspot is under attack, since that depends on other people's tries. */
export async function rememberGuesser(
  db: Db,
  tried: CodeTry,
  { failed, now }: { failed: (limit: LimitName) => number; now: Date },
): Promise<void> {
  for (const counting of ofGuesser(tried))
    if (failed(counting.limit) >= LIMITS[counting.limit].most) await rememberRefused(db, counting, now);
}

const ofGuesser = (tried: CodeTry) => countingsOf(tried).filter(({ limit }) => OF_GUESSERS.includes(limit));

/** Tries that this process is still deciding, oldest first, by the keys under which they are counted if they fail. */
const undecided = new Map<string, Set<object>>();

/**
 * Decides about a try that is only counted afterwards, if it fails (`countFailed`). `earlier` returns how many earlier tries of the same
 * device are still being decided and may fail, so that concurrent tries gain nothing in this process. Not by network or port, which many
 * guests share: they would hold each other up.
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
