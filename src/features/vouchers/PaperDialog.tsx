import { lazy, Suspense } from 'react';
import type { DialogProps } from '../../shared/dialogs';

const PaperSettingsDialog = lazy(async () => ({ default: (await import('./paper/PaperSettingsDialog')).PaperSettingsDialog }));

/** What a hotspot's vouchers look like on paper; loaded when it is opened. */
export function PaperDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/paper'>) {
  return (
    <Suspense fallback={null}>
      <PaperSettingsDialog hotspotId={hotspotId} onClose={onClose} />
    </Suspense>
  );
}
