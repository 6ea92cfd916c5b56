/**
 * Limits on pages, which only cost time. Per process: the counts needn't be shared. Limits on guessing codes: limits/codeTries.ts.
 *
 * A network may be all guests of a venue. So beyond its limit nobody is kept out there who is known: a device that its unit vouches for, or
 * that has the state of a page it was given, is counted by itself. Others wait a moment, as many as there is time for.
 */
import { countedAddress } from '../auth/places';

/** Pages per minute of one network, and of one device in a network that has had more; and counters after which all are reset. */
const MOST_PAGES = 1200;
const MOST_OF_DEVICE = 120;
const MOST_COUNTERS = 10_000;
const MINUTE = 60_000;

/** Pages per second for devices that a crowded network's unit doesn't vouch for, and the longest that one of them waits, in milliseconds. */
const NEWCOMERS = 100;
const LONGEST_WAIT = 5000;

/** Returns a function that counts by key, and says whether the key is within the limit of a minute. */
function perMinute(most: number): (key: string) => boolean {
  const counts = new Map<string, number>();
  let since = performance.now();
  return (key) => {
    if (performance.now() - since > MINUTE || counts.size > MOST_COUNTERS) {
      counts.clear();
      since = performance.now();
    }
    const found = (counts.get(key) ?? 0) + 1;
    counts.set(key, found);
    return found <= most;
  };
}

/** Returns a function that counts a page for an address's network and says whether it is within the limit. */
export function pageLimit(most = MOST_PAGES): (address: string) => boolean {
  const isWithin = perMinute(most);
  return (address) => isWithin(networkOf(address));
}

export const networkOf = (address: string): string => countedAddress(address).wide;

/** Who asks for a page in a network that has had all that a network may. */
export interface CrowdedGuest {
  address: string;
  /** By which the device is counted; null if it is a newcomer. */
  device: string | null;
}

/** How long a guest in a crowded network waits for a page, in milliseconds; null if there is no time for them. */
export function crowd(mostOfDevice = MOST_OF_DEVICE): (guest: CrowdedGuest) => number | null {
  const isWithin = perMinute(mostOfDevice);
  /** When the next newcomer of a network has their turn. */
  const turns = new Map<string, number>();
  return ({ address, device }) => {
    const network = networkOf(address);
    if (device !== null) return isWithin(`${network} ${device}`) ? 0 : null;
    const now = performance.now();
    if (turns.size > MOST_COUNTERS) turns.clear();
    const turn = Math.max(turns.get(network) ?? 0, now);
    if (turn - now > LONGEST_WAIT) return null;
    turns.set(network, turn + 1000 / NEWCOMERS);
    return turn - now;
  };
}
