import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { selectRole } from '../auth/slice';
import { DeletingVouchers } from './DeletingVouchers';
import type { VoucherRef } from './useDeletions';
import { useLazyListAllVouchersQuery } from './api';

/** Deletes all vouchers that match when the dialog opens, after stating how many. */
export function DeleteAllVouchersDialog({ args: { hotspotId, filters }, onClose }: DialogProps<'vouchers/delete_all'>) {
  // Refetch on opening; the cache may be stale.
  const [readAll, { currentData, isFetching, isError }] = useLazyListAllVouchersQuery();
  const [wanted] = useState({ hotspotId, filters });
  useEffect(() => void readAll(wanted), [readAll, wanted]);
  // Snapshot of the count, so the number in the question doesn't change while it is open.
  const [counted, setCounted] = useState<readonly VoucherRef[] | null>(null);
  if (counted === null && currentData && !isFetching && !isError) setCounted(currentData);
  const reading = { data: counted ?? undefined, isError, isFetching: false, refetch: () => void readAll(wanted) };
  const role = useSelector(selectRole);
  const isNarrowed = Object.values(filters).some((value) => value !== '');
  const isOneCall = !isNarrowed && (role !== 'desk' || capabilities().deletesOnlySeenVouchers);
  return (
    <DeletingVouchers
      vouchers={counted ?? []}
      hotspotId={hotspotId}
      isAll
      allOf={isOneCall ? hotspotId : 0}
      instead={untilRead(reading, 'vouchers.load_failed', 3)}
      onClose={onClose}
    />
  );
}
