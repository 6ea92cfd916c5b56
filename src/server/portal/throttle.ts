/**
 * Limits on pages, which only cost time. Per process, because the counts needn't be shared. Limits on guessing codes: limits/codeTries.ts.
 *
 * A network's pages have turns, so that many requests at once don't make guests elsewhere wait. The network may be that of all guests of a
 * hotspot. Beyond its limit, known devices aren't kept out there: a device that its unit vouches for, or that has the state of an earlier
 * page, is counted by itself. Others wait longer for their turn, as many as there is time for.
 */
import { networkOf } from '../limits/networks';
import { ttlCache } from '../ttlCache';
import { turnsByKey } from '../turnsByKey';

/** Pages per minute of a network, and of a device in a network that has exceeded that; and the maximum number of counters kept. */
const MOST_PAGES = 1200;
const MOST_OF_DEVICE = 120;
const MOST_COUNTERS = 10_000;
const MINUTE = 60_000;

/** Milliseconds between a network's turns, and how many pages it may get before that applies. */
const INTERVAL = 10;
const FIRST = 20;

/** Pages of a network served concurrently, and milliseconds after which a page no longer counts, because it waits for something else. */
const AT_ONCE = 2;
const HELD_FOR = 250;

/** Maximum pause before the next page of a network whose pages are queueing, in milliseconds. */
const LONGEST_PAUSE = 50;

/**
 * Returns a function that counts by key, and tells whether the key is within its limit per minute; the minute starts with the first count.
 */
function perMinute(most: number): (key: string) => boolean {
  const counts = ttlCache<{ count: number }>(MOST_COUNTERS, MINUTE);
  return (key) => {
    const found = counts.get(key) ?? { count: 0 };
    if (found.count === 0) counts.set(key, found);
    found.count += 1;
    return found.count <= most;
  };
}

/** Returns a function that counts a page for an address's network, and tells whether it is within the limit. */
export function pageLimit(most = MOST_PAGES): (address: string) => boolean {
  const isWithin = perMinute(most);
  return (address) => isWithin(networkOf(address));
}

/** Returns a function that counts a page of a device in a network beyond its limit, and tells whether the device may have it. */
export function deviceLimit(most = MOST_OF_DEVICE): (address: string, device: string) => boolean {
  const isWithin = perMinute(most);
  return (address, device) => isWithin(`${networkOf(address)} ${device}`);
}

/**
 * Returns a function that reserves the next turn of an address's network, and returns how many milliseconds to wait for it; null without a
 * reservation, if that is more than `longest`.
 */
export function pageTurns(): (address: string, longest: number) => number | null {
  /** By network, the time of the next turn. */
  const turns = ttlCache<number>(MOST_COUNTERS, MINUTE);
  return (address, longest) => {
    const network = networkOf(address);
    const now = performance.now();
    const turn = Math.max(turns.get(network) ?? 0, now - INTERVAL * FIRST);
    if (turn - now > longest) return null;
    turns.set(network, turn + INTERVAL);
    return Math.max(0, turn - now);
  };
}

/**
 * Returns a function that waits until fewer pages of an address's network are being served, which is never long. It returns a function to
 * call when the page is done. The next page begins after a pause as long as that page took, so that a network whose pages queue takes only
 * half of the time, and leaves the rest to guests elsewhere.
 */
export function pagesAtOnce(): (address: string) => Promise<() => void> {
  const turns = turnsByKey(AT_ONCE);
  return async (address) => {
    const network = networkOf(address);
    const release = await turns.take(network);
    let isDone = false;
    const start = performance.now();
    const end = () => {
      if (isDone) return;
      isDone = true;
      clearTimeout(held);
      if (turns.isWaitedFor(network)) setTimeout(release, Math.min(LONGEST_PAUSE, performance.now() - start)).unref();
      else release();
    };
    const held = setTimeout(end, HELD_FOR).unref();
    return end;
  };
}
