import { lazy } from 'react';
import type { Voucher } from '../../contract/vouchers';
import type { DialogsOf } from '../../shared/dialogs';
import { PrintVouchersDialog } from './dialogs/PrintVouchersDialog';
import { DeleteTemplateDialog } from './dialogs/DeleteTemplateDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'vouchers/print': { hotspotId: number; vouchers: Voucher[]; isAtOnce?: boolean };
    'vouchers/paper': { hotspotId: number };
    'vouchers/templates': { hotspotId: number };
    /** Edits a template. */
    'vouchers/template': { hotspotId: number; id: number };
    'vouchers/delete_template': { id: number; name: string };
  }
}

/** Lazily loads the dialogs that draw paper, fonts and QR codes. */
export const printingDialogs: Pick<
  DialogsOf<'vouchers'>,
  'vouchers/print' | 'vouchers/paper' | 'vouchers/templates' | 'vouchers/template' | 'vouchers/delete_template'
> = {
  'vouchers/print': PrintVouchersDialog,
  'vouchers/paper': lazy(async () => ({ default: (await import('./dialogs/PaperSettingsDialog')).PaperSettingsDialog })),
  'vouchers/templates': lazy(async () => ({ default: (await import('./dialogs/PaperTemplatesDialog')).PaperTemplatesDialog })),
  'vouchers/template': lazy(async () => ({ default: (await import('./studio/PrintStudioDialog')).PrintStudioDialog })),
  'vouchers/delete_template': DeleteTemplateDialog,
};
