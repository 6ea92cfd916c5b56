/** Warnings of what units, or strangers, are refused for: seldom, because anybody can invent senders and names. */
import { ttlCache } from '../ttlCache';

/** The sender and name of a packet that belongs to no unit. */
export interface RefusedPacket {
  address: string;
  /** NAS-Identifier; empty if it has none. */
  name: string;
}

/** A connection whose TLS handshake failed, and why: a code of OpenSSL, or its text. */
export interface RefusedConnection {
  /** Unknown of a certificate that isn't trusted. */
  address?: string;
  why: string;
}

/** Milliseconds within which the same is logged only once. */
const QUIET_FOR = 3_600_000;

/** Maximum log lines per hour. */
const MAX_LINES = 100;

/** Returns a function that warns of packets of unknown units, at most once an hour for each sender and name. */
export const refusedPacketWarnings = (warn: (packet: RefusedPacket, message: string) => void) =>
  seldom(({ address, name }: RefusedPacket) =>
    warn({ address, name }, 'a RADIUS packet names no unit, and is not answered: set this name or address on the page of its unit'),
  );

/** Returns a function that warns of RadSec connections whose handshake failed, at most once an hour for each address and cause. */
export const refusedConnectionWarnings = (warn: (connection: RefusedConnection, message: string) => void) =>
  seldom((refused: RefusedConnection) =>
    warn(refused, 'a RadSec handshake failed: compare the certificate of the unit with PORTICO_RADSEC_CA, and its versions of TLS'),
  );

/** Limits `warn` to one call an hour for each that is alike, and MAX_LINES in all. */
function seldom<T extends object>(warn: (refused: T) => void): (refused: T) => void {
  const recentlyLogged = ttlCache<true>(MAX_LINES, QUIET_FOR);
  let [lines, since] = [0, performance.now()];
  return (refused) => {
    const key = JSON.stringify(refused);
    if (recentlyLogged.get(key)) return;
    if (performance.now() - since > QUIET_FOR) [lines, since] = [0, performance.now()];
    if (lines >= MAX_LINES) return;
    lines += 1;
    recentlyLogged.set(key, true);
    warn(refused);
  };
}
