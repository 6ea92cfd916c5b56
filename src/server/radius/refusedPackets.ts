import { ttlCache } from '../ttlCache';

/** The sender and name of a packet that belongs to no unit. */
export interface RefusedPacket {
  address: string;
  /** NAS-Identifier; empty if it has none. */
  name: string;
}

/** Milliseconds within which a sender and name are logged only once. */
const QUIET_FOR = 3_600_000;

/** Maximum log lines per hour, because anybody can invent senders and names. */
const MAX_LINES = 100;

/** Returns a function that warns of packets of unknown units, at most once an hour for each sender and name. */
export function refusedPacketWarnings(warn: (packet: RefusedPacket, message: string) => void) {
  const recentlyLogged = ttlCache<true>(MAX_LINES, QUIET_FOR);
  let [lines, since] = [0, performance.now()];
  return ({ address, name }: RefusedPacket): void => {
    const key = `${address} ${name}`;
    if (recentlyLogged.get(key)) return;
    if (performance.now() - since > QUIET_FOR) [lines, since] = [0, performance.now()];
    if (lines >= MAX_LINES) return;
    lines += 1;
    recentlyLogged.set(key, true);
    warn({ address, name }, 'a RADIUS packet names no unit, and is not answered: set this name or address on the page of its unit');
  };
}
