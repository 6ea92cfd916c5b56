import { lazy, Suspense } from 'react';
import type { DialogProps } from '../../../shared/dialogs';

const PrintStudioDialog = lazy(async () => ({ default: (await import('../studio/PrintStudioDialog')).PrintStudioDialog }));

/** The print studio, which edits a template; lazily loaded. */
export function TemplateDialog({ args: { hotspotId, id }, onClose }: DialogProps<'vouchers/template'>) {
  return (
    <Suspense fallback={null}>
      <PrintStudioDialog hotspotId={hotspotId} id={id} onClose={onClose} />
    </Suspense>
  );
}
