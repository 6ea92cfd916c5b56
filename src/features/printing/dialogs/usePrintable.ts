import { useMemo, useState } from 'react';
import type { Voucher } from '../../../contract/vouchers';
import { useLazyReadVouchersQuery } from '../../vouchers/api';
import { isUsable } from '../../../contract/plain/voucherState';

/**
 * Which of these vouchers can be printed: as they were when the dialog opened and, after `reload`, as they are now. A colleague may have
 * deleted or replaced some, or guests may have used them up. `isUnsure`: the back end didn't answer; then they are printed as last known,
 * so that a reception can go on without it.
 */
export function usePrintable(hotspotId: number, given: readonly Voucher[]) {
  // Snapshot: the list behind may be filtered or refreshed, but what is shown is what gets printed and marked.
  const [vouchers] = useState(given);
  const [opened] = useState(() => Date.now());
  const [read, { data: now, isError, fulfilledTimeStamp = opened }] = useLazyReadVouchersQuery();
  const printed = useMemo(
    () => (now ?? vouchers).filter((voucher) => isUsable(voucher, fulfilledTimeStamp)),
    [now, vouchers, fulfilledTimeStamp],
  );
  const omitted = useMemo(() => {
    const ids = new Set(printed.map(({ id }) => id));
    return vouchers.filter(({ id }) => !ids.has(id));
  }, [printed, vouchers]);
  const reload = async (): Promise<readonly Voucher[]> => {
    const answer = await read({ hotspotId, ids: vouchers.map(({ id }) => id) });
    const still = answer.data?.filter((voucher) => isUsable(voucher, Date.now())) ?? printed;
    // Return the same list if nothing changed, because it has been laid out already.
    return JSON.stringify(still) === JSON.stringify(printed) ? printed : still;
  };
  return { printed, omitted, isUnsure: isError, reload };
}
