/** Recognises senders of more packets than can be verified. */

/**
 * Maximum unauthenticated packets per address and second; more are dropped without looking at them. Verifying takes longer than receiving, and when a
 * socket's buffer is full, packets of all senders are lost.
 */
const MAX_UNPROVEN = 500;

/** Counts, per address, packets that aren't proven to come from a unit. Times are those of `performance.now()`. */
export function unprovenPackets() {
  const packets = perSecond();
  return {
    /** Whether packets from an address are dropped for the rest of this second. */
    isFlood: (address: string, at: number): boolean => packets.of(address, at) >= MAX_UNPROVEN,
    add: packets.add,
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
