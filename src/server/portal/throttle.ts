/**
 * Limits on pages, which only cost time. Per process: the counts needn't be shared. Limits on guessing codes: limits/codeTries.ts.
 *
 * A network gets its pages in turn, so that one that asks for many at once doesn't make guests elsewhere wait. It may be all guests of a
 * venue: beyond its limit nobody is kept out there who is known (a device that its unit vouches for, or that has the state of a page it was
 * given, is counted by itself), and others wait longer for their turn, as many as there is time for.
 */
import { countedAddress } from '../limits/countedAddress';
import { ttlCache } from '../ttlCache';

/** Pages per minute of one network, and of one device in a network that has had more; and counters after which the oldest are dropped. */
const MOST_PAGES = 1200;
const MOST_OF_DEVICE = 120;
const MOST_COUNTERS = 10_000;
const MINUTE = 60_000;

/** Milliseconds between the turns of a network, apart from the first ones. */
const APART = 10;
const FIRST = 20;

/** Pages of a network that are made at the same time, and after how many milliseconds one no longer counts: it waits for something else. */
const AT_ONCE = 2;
const HELD_FOR = 250;

/** The longest pause before the next page of a network whose pages queue, in milliseconds. */
const LONGEST_PAUSE = 50;

/** Returns a function that counts by key, and says whether the key is within the limit of a minute, which begins when the key is first seen. */
function perMinute(most: number): (key: string) => boolean {
  const counts = ttlCache<{ count: number }>(MOST_COUNTERS, MINUTE);
  return (key) => {
    const found = counts.get(key) ?? { count: 0 };
    if (found.count === 0) counts.set(key, found);
    found.count += 1;
    return found.count <= most;
  };
}

/** Returns a function that counts a page for an address's network and says whether it is within the limit. */
export function pageLimit(most = MOST_PAGES): (address: string) => boolean {
  const isWithin = perMinute(most);
  return (address) => isWithin(networkOf(address));
}

export const networkOf = (address: string): string => countedAddress(address).wide;

/** Returns a function that counts pages of devices in networks that have had more than a network may, and says whether one may have another. */
export function deviceLimit(most = MOST_OF_DEVICE): (address: string, device: string) => boolean {
  const isWithin = perMinute(most);
  return (address, device) => isWithin(`${networkOf(address)} ${device}`);
}

/**
 * Returns a function that gives an address's network its next turn, and says in how many milliseconds that is; null, and no turn, if it is
 * more than `longest`.
 */
export function pageTurns(): (address: string, longest: number) => number | null {
  /** When the next page of a network has its turn. */
  const turns = ttlCache<number>(MOST_COUNTERS, MINUTE);
  return (address, longest) => {
    const network = networkOf(address);
    const now = performance.now();
    const turn = Math.max(turns.get(network) ?? 0, now - APART * FIRST);
    if (turn - now > longest) return null;
    turns.set(network, turn + APART);
    return Math.max(0, turn - now);
  };
}

/**
 * Returns a function that waits until fewer pages of an address's network are being made, which is never for long. What it returns says that
 * the page is made. The next one begins after a pause as long as that page took: a network whose pages queue has half of the time of its
 * places, and guests elsewhere the rest.
 */
export function pagesAtOnce(): (address: string) => Promise<() => void> {
  const busy = new Map<string, { made: number; waiting: (() => void)[] }>();
  return async (address) => {
    const network = networkOf(address);
    const its = busy.get(network) ?? { made: 0, waiting: [] };
    busy.set(network, its);
    if (its.made < AT_ONCE) its.made += 1;
    else await new Promise<void>((resolve) => its.waiting.push(resolve));
    let isMade = false;
    const begun = performance.now();
    const pass = () => {
      const next = its.waiting.shift();
      if (next) next();
      else its.made -= 1;
      if (its.made === 0) busy.delete(network);
    };
    const end = () => {
      if (isMade) return;
      isMade = true;
      clearTimeout(held);
      if (its.waiting.length === 0) pass();
      else setTimeout(pass, Math.min(LONGEST_PAUSE, performance.now() - begun)).unref();
    };
    const held = setTimeout(end, HELD_FOR).unref();
    return end;
  };
}
