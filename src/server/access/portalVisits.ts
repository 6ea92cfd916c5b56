import type { Db } from '../database/db';
import { startJob } from '../backgroundJob';
import { dayIn } from '../../contract/plain/zones';
import { type Counter, add } from './portalFigureQueries';

/** Milliseconds between writes, and within which repeated visits of a guest count as one. */
const WRITE_EVERY = 5000;

const ONE_VISIT = 15 * 60_000;

/** Limits on distinct visitors remembered and on counters buffered between two writes. Anything beyond isn't counted. */
const MOST_VISITORS = 20_000;

const MOST_GATHERED = 5000;

export interface PortalVisits {
  /** Somebody opened the portal or tried to log in. `visitor` identifies the guest for deduplication. */
  seen: (what: 'opened' | 'tried', at: { hotspotId: number; zone: string }, visitor: string) => void;
  close: () => Promise<void>;
}

/** Buffers visits in memory and writes them every few seconds, so a bot that makes a million costs no more writes than a few guests. */
export function portalVisits(db: Db, clock: () => Date, onFailure: (error: unknown) => void): PortalVisits {
  let gathered = new Map<string, Counter>();
  /** Per visitor: until when (performance.now()) further visits count as the same one. */
  const known = new Map<string, number>();

  const write = async () => {
    const counters = [...gathered.values()];
    gathered = new Map();
    await add(db, counters).catch(onFailure);
  };
  const rounds = startJob(async () => {
    await write();
    return WRITE_EVERY;
  }, WRITE_EVERY);

  const isNew = (key: string): boolean => {
    const now = performance.now();
    for (const [oldest, until] of known) {
      if (until > now) break;
      known.delete(oldest);
    }
    if (known.has(key) || known.size >= MOST_VISITORS) return false;
    known.set(key, now + ONE_VISIT);
    return true;
  };

  return {
    seen: (what, { hotspotId, zone }, visitor) => {
      if (!isNew(`${what} ${hotspotId} ${visitor}`)) return;
      const day = dayIn(clock(), zone);
      const key = `${hotspotId} ${day} ${what}`;
      const before = gathered.get(key);
      if (before) before.count += 1;
      else if (gathered.size < MOST_GATHERED) gathered.set(key, { hotspotId, day, what, count: 1 });
    },
    close: async () => {
      await rounds.stop();
      await write();
    },
  };
}
