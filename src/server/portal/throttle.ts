/**
 * Rate limits against guessing codes at the portal. A try counts from its start until it succeeds, so concurrent tries gain nothing over
 * sequential ones. In ten minutes a device may fail 10 times, and an address, which all guests of a hotspot may share, 60 times. A unit
 * with 300 failed tries is considered under attack: each address then has 5, so that real guests still get in.
 *
 * A generated code is one of 31^8. An attacker with a thousand addresses, against a unit of a hotspot with a thousand valid codes, gets
 * 720,000 tries a day: on average more than three years per hit, and each code has only a few uses.
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

/** Counts a try. Null if there have been too many; otherwise `succeeded` uncounts it. */
export async function countTry(db: Db, { unitId, deviceMac, address, now }: Tried): Promise<{ succeeded: () => Promise<void> } | null> {
  const network = countedAddress(address).wide;
  // MAC addresses can be forged: including the network in the key prevents locking another guest's device out remotely.
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

/** Deletes up to `most` tries older than the window. */
export async function forgetTries(db: Db, now: Date, most: number): Promise<void> {
  const old = db
    .select({ id: portal_tries.id })
    .from(portal_tries)
    .where(lt(portal_tries.at, new Date(now.getTime() - WINDOW)))
    .limit(most);
  await db.delete(portal_tries).where(inArray(portal_tries.id, old));
}

/** Pages per minute for one network, which may be all guests of a venue; and the number of networks after which the counters are reset. */
const MOST_PAGES = 1200;
const MINUTE = 60_000;
const MOST_NETWORKS = 10_000;

/**
 * Returns a function that counts a page for an address's network and says whether it is within the limit. Per process: too many pages only
 * cost time, so the count needn't be shared.
 */
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
