/** Recognises packets that were received before: retransmissions, which get the first answer again, and replays, which are ignored. */
import { hash } from 'node:crypto';
import { ttlCache } from '../ttlCache';
import type { ReceivedPacket } from './codec';

/** Milliseconds for which a retransmission gets the cached answer. */
const REPEATED_WITHIN = 30_000;
const MAX_REMEMBERED = 10_000;

/** Minimum number of authenticated packets remembered for recognising replays: a replay from elsewhere must not count as the unit. */
const MIN_KNOWN_AGAIN = 50_000;

/** Cache of answers to the latest packets, by port and sender. Null while a packet is being processed. */
export const answersBefore = () => ttlCache<Buffer | null>(MAX_REMEMBERED, REPEATED_WITHIN);

/** The key under which the answer to a packet is cached. */
export const repetitionKey = (service: string, { bytes }: ReceivedPacket, { address, port }: { address: string; port: number }): string =>
  `${service} ${address} ${port} ${hash('sha256', bytes, 'base64')}`;

/** Returns a function that tells whether an authenticated packet is new. A replay shows neither that the unit is alive nor where it is. */
export function firstSeen(): (packet: ReceivedPacket) => boolean {
  let latest = new Set<number>();
  let before = latest;
  return ({ authenticator }) => {
    // 48 bits suffice to distinguish this many packets, in a quarter of the memory.
    const key = authenticator.readUIntBE(0, 6);
    if (latest.has(key) || before.has(key)) return false;
    if (latest.size >= MIN_KNOWN_AGAIN) {
      before = latest;
      latest = new Set();
    }
    latest.add(key);
    return true;
  };
}
