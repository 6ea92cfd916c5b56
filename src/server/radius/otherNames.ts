/**
 * For packets that name no unit: finds out with whose secret they were made, so that the unit's page can tell staff, since such packets
 * aren't answered. Packets made with no unit's secret are ignored.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../database/db';
import { listUnitSecrets } from '../units/secretQueries';
import { networkOf } from '../limits/networks';
import { ttlCache } from '../ttlCache';
import type { ReceivedPacket } from './codec';
import { fairQueue } from './fairQueue';
import { requestProof } from './proofs';

export interface OtherNames {
  /** Examines a packet whose sender named no unit with its secret; doesn't wait for the result. */
  seen: (packet: ReceivedPacket, from: { address: string; name: string }) => void;
  /** Waits for the packets that are being examined. */
  idle: () => Promise<void>;
}

type Found = (unitIds: readonly number[], from: { address: string; name: string }) => void;

/** Trying every secret takes time, so only one packet at a time, and few waiting. */
const QUEUE = { atOnce: 1, most: 100 };

/**
 * Secrets tried before other work gets its turn; and how many times as long as a search the pause after it takes, so that a flood costs
 * little.
 */
const AT_ONCE = 200;
const PAUSE = 9;

/** Cache of results: maximum number, and lifetime in milliseconds. */
const MOST_REMEMBERED = 1000;
const REMEMBERED_FOR = 60_000;
const SECRETS_FOR = 10_000;

interface Secret {
  secret: string;
  hotspotIds: Set<number>;
  unitIds: number[];
}

/** Calls `found` for each packet made with a secret that only units of one hotspot have. Errors go to `onFailure`. */
export function otherNames(db: Db, found: Found, onFailure: (error: unknown) => void): OtherNames {
  const queue = fairQueue(QUEUE);
  /** By sender and name; null if the last packet wasn't made with a secret of one hotspot only. */
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
      // If several hotspots have the same secret, the unit can't be determined.
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
      queue.add(networkOf(from.address), async () => {
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
