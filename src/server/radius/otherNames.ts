/**
 * Finds out to whom the secret belongs of units that ask under a name that no unit of theirs has: staff are told at the unit's page, since
 * such a packet is not answered. Packets that nobody's secret has signed are told to nobody.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../database/db';
import { listUnitSecrets } from '../units/secretQueries';
import { ttlCache } from '../ttlCache';
import type { ReceivedPacket } from './codec';
import { fairQueue } from './fairQueue';
import { requestProof } from './proofs';

export interface OtherNames {
  /** Looks into a packet whose sender named no unit with its secret; doesn't wait for the result. */
  seen: (packet: ReceivedPacket, from: { address: string; name: string }) => void;
  /** Waits for the packets being looked into. */
  idle: () => Promise<void>;
}

type Found = (unitIds: readonly number[], from: { address: string; name: string }) => void;

/** Trying every secret takes time: one packet at a time, and few waiting of each sender. */
const QUEUE = { atOnce: 1, most: 100, mostOfOne: 5 };

/** Secrets tried before other work gets its turn, and how many times as long as the search took to pause after it: a flood costs little. */
const AT_ONCE = 200;
const PAUSE = 9;

/** Results remembered, and for how many milliseconds. */
const MOST_REMEMBERED = 1000;
const REMEMBERED_FOR = 60_000;
const SECRETS_FOR = 10_000;

interface Secret {
  secret: string;
  hotspotIds: Set<number>;
  unitIds: number[];
}

/** Calls `found` for each packet that was signed with a secret of one hotspot's units. Failures go to `onFailure`. */
export function otherNames(db: Db, found: Found, onFailure: (error: unknown) => void): OtherNames {
  const queue = fairQueue(QUEUE);
  /** By sender and name; null if its last packet was signed with no secret that is one hotspot's. */
  const results = ttlCache<Secret | null>(MOST_REMEMBERED, REMEMBERED_FOR);
  const loaded = ttlCache<Secret[]>(1, SECRETS_FOR);

  const allSecrets = async (): Promise<Secret[]> => {
    const cached = loaded.get('all');
    if (cached) return cached;
    const bySecret = new Map<string, Secret>();
    const rows = await listUnitSecrets(db);
    for (const { id, hotspotId, secret } of rows) {
      const known = bySecret.get(secret) ?? { secret, hotspotIds: new Set(), unitIds: [] };
      bySecret.set(secret, { secret, hotspotIds: known.hotspotIds.add(hotspotId), unitIds: [...known.unitIds, id] });
    }
    const secrets = [...bySecret.values()];
    loaded.set('all', secrets);
    return secrets;
  };

  const secretOf = async (packet: ReceivedPacket): Promise<Secret | null> => {
    const secrets = await allSecrets();
    for (let first = 0; first < secrets.length; first += AT_ONCE) {
      const right = secrets.slice(first, first + AT_ONCE).find(({ secret }) => requestProof(packet, secret) === 'proven');
      // A secret of several hotspots tells nobody whose unit it is.
      if (right) return right.hotspotIds.size === 1 ? right : null;
      await new Promise(setImmediate);
    }
    return null;
  };

  return {
    seen: (packet, from) => {
      const key = `${from.address} ${from.name}`;
      const known = results.get(key);
      if (known === null) return;
      if (known) {
        if (requestProof(packet, known.secret) === 'proven') found(known.unitIds, from);
        return;
      }
      queue.add(from.address, async () => {
        const started = performance.now();
        const right = await secretOf(packet).catch((error: unknown) => {
          onFailure(error);
          return null;
        });
        results.set(key, right);
        if (right) found(right.unitIds, from);
        await pause(PAUSE * (performance.now() - started));
      });
    },
    idle: queue.idle,
  };
}
