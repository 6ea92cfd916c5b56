import { lazy, Suspense } from 'react';
import type { DialogProps } from '../../../shared/dialogs';

const PaperTemplatesDialog = lazy(async () => ({ default: (await import('./PaperTemplatesDialog')).PaperTemplatesDialog }));

/** A hotspot's voucher templates; lazily loaded. */
export function TemplatesDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/templates'>) {
  return (
    <Suspense fallback={null}>
      <PaperTemplatesDialog hotspotId={hotspotId} onClose={onClose} />
    </Suspense>
  );
}
