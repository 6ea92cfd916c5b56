/**
 * Guessing codes at the portal. Tries count from their start until they succeed, so that many at once get no further than one after
 * the other. In ten minutes a device may try 10 codes in vain, and an address, behind which are all guests of a hotspot, 60. A unit for which
 * 300 tries failed is being attacked: each address has 5 then, so that its guests still get in.
 *
 * A generated code is one of 31^8. Somebody with a thousand addresses, who attacks a unit of a hotspot with a thousand valid codes, makes
 * 720,000 tries a day: on average it takes more than three years until one is right, and each code has but a few uses.
 */
import { and, count, gt, inArray, lt } from 'drizzle-orm';
import { countedAddress } from '../auth/places';
import type { Db } from '../database/db';
import { portal_tries } from '../database/schema';

const WINDOW = 10 * 60_000;
const MOST = { device: 10, address: 60, unit: 300, attacked: 5 };

interface Tried {
  unitId: number;
  deviceMac: string;
  address: string;
  now: Date;
}

/** Counts a try. Null if there have been too many; else what takes it back once it has succeeded. */
export async function countTry(db: Db, { unitId, deviceMac, address, now }: Tried): Promise<{ succeeded: () => Promise<void> } | null> {
  const network = countedAddress(address).wide;
  // A device's address can be made up: with the network's beside it nobody can lock somebody else's device out from afar.
  const keys = { device: `device ${unitId} ${deviceMac} ${network}`, address: `address ${unitId} ${network}`, unit: `unit ${unitId}` };
  const rows = await db
    .insert(portal_tries)
    .values(Object.values(keys).map((key) => ({ key, at: now })))
    .returning({ id: portal_tries.id });
  const since = new Date(now.getTime() - WINDOW);
  const counted = await db
    .select({ key: portal_tries.key, tries: count() })
    .from(portal_tries)
    .where(and(inArray(portal_tries.key, Object.values(keys)), gt(portal_tries.at, since)))
    .groupBy(portal_tries.key);
  const tries = (key: string) => counted.find((row) => row.key === key)?.tries ?? 0;
  const mostOfAddress = tries(keys.unit) > MOST.unit ? MOST.attacked : MOST.address;
  const takeBack = async () => {
    const ids = rows.map(({ id }) => id);
    await db.delete(portal_tries).where(inArray(portal_tries.id, ids));
  };
  if (tries(keys.device) > MOST.device || tries(keys.address) > mostOfAddress) {
    await takeBack();
    return null;
  }
  return { succeeded: takeBack };
}

/** Deletes up to `most` tries that don't count any more. */
export async function forgetTries(db: Db, now: Date, most: number): Promise<void> {
  const old = db
    .select({ id: portal_tries.id })
    .from(portal_tries)
    .where(lt(portal_tries.at, new Date(now.getTime() - WINDOW)))
    .limit(most);
  await db.delete(portal_tries).where(inArray(portal_tries.id, old));
}

/** Pages a minute for one network, behind which may be all guests of a hall, and the networks that are counted. */
const MOST_PAGES = 1200;
const MINUTE = 60_000;
const MOST_NETWORKS = 10_000;

/** Whether a network may have another page. Counted in this process alone: pages cost no more than time. */
export function pageLimit(most = MOST_PAGES): (address: string) => boolean {
  const counts = new Map<string, number>();
  let since = performance.now();
  return (address) => {
    if (performance.now() - since > MINUTE || counts.size > MOST_NETWORKS) {
      counts.clear();
      since = performance.now();
    }
    const network = countedAddress(address).wide;
    const pages = (counts.get(network) ?? 0) + 1;
    counts.set(network, pages);
    return pages <= most;
  };
}
