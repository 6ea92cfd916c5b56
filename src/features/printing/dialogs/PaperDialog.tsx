import { lazy, Suspense } from 'react';
import type { DialogProps } from '../../../shared/dialogs';

const PaperSettingsDialog = lazy(async () => ({ default: (await import('./PaperSettingsDialog')).PaperSettingsDialog }));

/** Print settings of a hotspot's vouchers; lazily loaded. */
export function PaperDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/paper'>) {
  return (
    <Suspense fallback={null}>
      <PaperSettingsDialog hotspotId={hotspotId} onClose={onClose} />
    </Suspense>
  );
}
