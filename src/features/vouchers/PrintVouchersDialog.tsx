import { lazy, Suspense } from 'react';
import type { PrintDialogProps } from './paper/PrintDialog';

/** Loaded when somebody prints: a screen that lists vouchers needs neither typefaces nor QR codes. */
const PrintDialog = lazy(async () => ({ default: (await import('./paper/PrintDialog')).PrintDialog }));

/**
 * Shows vouchers as they come out on paper, prints them or saves them as a PDF, and marks what was printed. Those that nobody can use
 * any more are left out, and it says so. Mounted only while open; what it prints is what it was opened with, whatever the list does.
 */
export function PrintVouchersDialog(props: PrintDialogProps) {
  return (
    <Suspense fallback={null}>
      <PrintDialog {...props} />
    </Suspense>
  );
}
