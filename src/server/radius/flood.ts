/** Recognises senders of more packets than can be verified. */
import { networkOf } from '../limits/networks';
import { ttlCache } from '../ttlCache';
import type { Sender } from './whose';

/**
 * Maximum unauthenticated packets per party and second; more are dropped without looking at them. Verifying takes longer than receiving, and
 * when a socket's buffer is full, packets of all senders are lost.
 */
const MAX_PER_SECOND = 500;

/** Number of senders that are remembered as a unit's, and for how many milliseconds since a packet proved it. */
const MOST_PROVEN = 20_000;
const REMEMBERED_FOR = 10 * 60_000;

/** Whom a packet counts for. */
export interface Party {
  /** The address and port from which a unit has proven itself, or else the network: see networkOf(). */
  name: string;
  network: string;
  isProven: boolean;
}

/**
 * Counts packets that aren't proven to come from a unit, for each party. A unit is a party of its own, so that no guest behind its address
 * silences it. Times are those of `performance.now()`.
 */
export function unprovenPackets() {
  const packets = perSecond();
  const proven = ttlCache<true>(MOST_PROVEN, REMEMBERED_FOR);
  const senderOf = ({ address, port }: Pick<Sender, 'address' | 'port'>) => `${address} ${port}`;
  return {
    partyOf: (from: Pick<Sender, 'address' | 'port'>): Party => {
      const network = networkOf(from.address);
      const isProven = proven.get(senderOf(from)) === true;
      return { name: isProven ? senderOf(from) : network, network, isProven };
    },
    /** Whether packets of a party are dropped for the rest of this second. */
    isFlood: ({ name }: Party, at: number): boolean => packets.of(name, at) >= MAX_PER_SECOND,
    add: ({ name }: Party, at: number) => packets.add(name, at),
    /** Call for a packet that its unit has proven, and that nobody has seen before. */
    hasProven: (from: Pick<Sender, 'address' | 'port'>) => proven.set(senderOf(from), true),
  };
}

/** Counts per name within the current second. */
function perSecond() {
  const counts = new Map<string, number>();
  let second = 0;
  const now = (milliseconds: number) => {
    const current = Math.floor(milliseconds / 1000);
    if (current === second) return;
    second = current;
    counts.clear();
  };
  return {
    of: (name: string, at: number): number => {
      now(at);
      return counts.get(name) ?? 0;
    },
    add: (name: string, at: number) => {
      now(at);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
  };
}
