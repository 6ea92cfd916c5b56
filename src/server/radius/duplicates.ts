/** Packets that came before: retransmissions, which get the first answer again, and replays, which tell nothing. */
import { createHash } from 'node:crypto';
import { ttlCache } from '../ttlCache';
import type { ReceivedPacket } from './codec';

/** Milliseconds for which a retransmission gets the cached answer. */
const REPEATED_WITHIN = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * Authenticated packets remembered to detect replays, and for how many milliseconds: a replay from another address must not count as the
 * unit.
 */
const MAX_KNOWN_AGAIN = 50_000;
const KNOWN_AGAIN_FOR = 24 * 3_600_000;

/** The answers to the latest packets, by port and sender. Null while a packet is being processed. */
export const answersBefore = () => ttlCache<Buffer | null>(MAX_REMEMBERED, REPEATED_WITHIN);

/** Under what the answer to a packet is remembered. */
export const repetitionKey = (service: string, { bytes }: ReceivedPacket, { address, port }: { address: string; port: number }): string =>
  `${service} ${address} ${port} ${createHash('sha256').update(bytes).digest('base64')}`;

/** Whether an authenticated packet is seen for the first time. A replay shows neither that the unit is alive nor where it is. */
export function firstSeen(): (packet: ReceivedPacket) => boolean {
  const heardBefore = ttlCache<true>(MAX_KNOWN_AGAIN, KNOWN_AGAIN_FOR);
  return ({ authenticator }) => {
    const key = authenticator.toString('base64');
    const isKnown = heardBefore.get(key) === true;
    if (!isKnown) heardBefore.set(key, true);
    return !isKnown;
  };
}
