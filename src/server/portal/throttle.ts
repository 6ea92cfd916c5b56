/** Limit on pages, which only cost time. Limits on guessing codes: limits/codeTries.ts. */
import { countedAddress } from '../auth/places';

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
