/** Who sends more packets than can be verified. */

/**
 * Unauthenticated packets per address and second before more are dropped unseen. Verifying takes longer than receiving, and a full socket
 * buffer loses packets of everybody.
 */
const MAX_UNPROVEN = 500;

/** Counts the packets per address that no unit has proven to be its own. Times are those of `performance.now()`. */
export function unprovenPackets() {
  const packets = perSecond();
  return {
    /** Whether packets from there are dropped unseen for the rest of this second. */
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
