import { lazy, Suspense } from 'react';
import type { DialogProps } from '../../shared/dialogs';
import { useGetHotspotQuery } from '../hotspots/api';

/** Loaded on demand: listing vouchers needs neither fonts nor QR codes. */
const PrintDialog = lazy(async () => ({ default: (await import('./paper/PrintDialog')).PrintDialog }));

/**
 * Previews vouchers on paper, prints them or saves a PDF, and marks them as printed. Leaves out vouchers that can't be used any more, and
 * says so (VCH-07). Its arguments hold the vouchers themselves: what is previewed is printed and marked, whatever becomes of the list.
 */
export function PrintVouchersDialog({ args: { hotspotId, vouchers, isAtOnce = false }, onClose }: DialogProps<'vouchers/print'>) {
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  if (!hotspot) return null;
  return (
    <Suspense fallback={null}>
      <PrintDialog hotspot={hotspot} vouchers={vouchers} isAtOnce={isAtOnce} onClose={onClose} />
    </Suspense>
  );
}
