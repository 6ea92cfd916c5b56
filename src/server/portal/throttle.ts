/**
 * Rate limits against guessing codes at the portal. A try counts from its start until it succeeds, so concurrent tries gain nothing over
 * sequential ones. How many a device, an address and a unit may have: limits/limits.ts. A unit with too many failed tries is considered
 * under attack: each address then has 5, so that real guests still get in.
 *
 * A generated code is one of 31^8. An attacker with a thousand addresses, against a unit of a hotspot with a thousand valid codes, gets
 * 720,000 tries a day: on average more than three years per hit, and each code has only a few uses.
 */
import { countedAddress } from '../auth/places';
import type { Db } from '../database/db';
import { countAll, LIMITS } from '../limits/limits';

/** Failed tries of an address at a unit under attack. */
const MOST_WHEN_ATTACKED = 5;

interface Tried {
  unitId: number;
  deviceMac: string;
  address: string;
  now: Date;
}

/** Counts a try. Null if there have been too many; otherwise `succeeded` uncounts it. */
export async function countTry(db: Db, { unitId, deviceMac, address, now }: Tried): Promise<{ succeeded: () => Promise<void> } | null> {
  const network = countedAddress(address).wide;
  const counted = await countAll(
    db,
    [
      { limit: 'device', key: `${unitId} ${deviceMac} ${network}` },
      { limit: 'address', key: `${unitId} ${network}` },
      { limit: 'unit', key: unitId },
    ],
    now,
  );
  const mostOfAddress = counted.of('unit') > LIMITS.unit.most ? MOST_WHEN_ATTACKED : LIMITS.address.most;
  if (counted.of('device') > LIMITS.device.most || counted.of('address') > mostOfAddress) {
    await counted.takeBack();
    return null;
  }
  return { succeeded: counted.takeBack };
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
