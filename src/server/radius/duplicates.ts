/** Packets that came before: retransmissions, which get the first answer again, and replays, which tell nothing. */
import { createHash } from 'node:crypto';
import { ttlCache } from '../ttlCache';
import type { ReceivedPacket } from './codec';

/** Milliseconds for which a retransmission gets the cached answer. */
const REPEATED_WITHIN = 30_000;
const MAX_REMEMBERED = 10_000;

/** At least so many authenticated packets are remembered to detect replays: a replay from another address must not count as the unit. */
const MIN_KNOWN_AGAIN = 50_000;

/** The answers to the latest packets, by port and sender. Null while a packet is being processed. */
export const answersBefore = () => ttlCache<Buffer | null>(MAX_REMEMBERED, REPEATED_WITHIN);

/** Under what the answer to a packet is remembered. */
export const repetitionKey = (service: string, { bytes }: ReceivedPacket, { address, port }: { address: string; port: number }): string =>
  `${service} ${address} ${port} ${createHash('sha256').update(bytes).digest('base64')}`;

/** Whether an authenticated packet is seen for the first time. A replay shows neither that the unit is alive nor where it is. */
export function firstSeen(): (packet: ReceivedPacket) => boolean {
  let latest = new Set<number>();
  let before = latest;
  return ({ authenticator }) => {
    // 48 bits tell so many packets apart, in a quarter of the memory.
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
