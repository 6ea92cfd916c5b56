import { lazy, Suspense } from 'react';
import type { PrintDialogProps } from './paper/PrintDialog';

/** Loaded on demand: listing vouchers needs neither fonts nor QR codes. */
const PrintDialog = lazy(async () => ({ default: (await import('./paper/PrintDialog')).PrintDialog }));

/**
 * Previews vouchers on paper, prints them or saves a PDF, and marks them as printed. Leaves out vouchers that can't be used any more, and
 * says so (VCH-07). Mount it only while open: it keeps the vouchers it was opened with, whatever the list does.
 */
export function PrintVouchersDialog(props: PrintDialogProps) {
  return (
    <Suspense fallback={null}>
      <PrintDialog {...props} />
    </Suspense>
  );
}
