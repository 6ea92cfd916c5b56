import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import type { DialogProps } from '../../../shared/dialogs';
import { Dialog } from '../../../shared/ui/dialog/Dialog';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import { useGetHotspotQuery } from '../../hotspots/api';
import { DialogNotLoaded } from '../../../shared/ui/dialog/DialogNotLoaded';
import { lazyPart } from '../../../shared/ui/feedback/lazyPart';
import { LoadingRows } from '../../../shared/ui/feedback/LoadingRows';

/** Lazily loaded: listing vouchers needs neither fonts nor QR codes. */
const PrintDialog = lazyPart(async () => (await import('./PrintDialog')).PrintDialog, DialogNotLoaded);

/**
 * Previews vouchers on paper, prints them or saves a PDF, and marks them as printed. Leaves out vouchers that are no longer usable, and
 * says so (VCH-07). Its arguments are the vouchers themselves, so that what was previewed gets printed even if the list changes.
 */
export function PrintVouchersDialog({ args: { hotspotId, vouchers, isAtOnce = false }, onClose }: DialogProps<'vouchers/print'>) {
  const { data: hotspot, isError, refetch } = useGetHotspotQuery(hotspotId);
  if (!hotspot)
    return (
      <Dialog width={960} title={<FormattedMessage id="paper.title" />} footer={null} onCancel={onClose}>
        {isError ? <LoadFailed message="paper.load_failed" onRetry={() => void refetch()} /> : <LoadingRows rows={3} />}
      </Dialog>
    );
  return (
    <Suspense fallback={null}>
      <PrintDialog hotspot={hotspot} vouchers={vouchers} isAtOnce={isAtOnce} onClose={onClose} />
    </Suspense>
  );
}
