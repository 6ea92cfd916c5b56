import type { Voucher } from '../../contract/vouchers';
import type { DialogsOf } from '../../shared/dialogs';
import { PrintVouchersDialog } from './dialogs/PrintVouchersDialog';
import { DeleteTemplateDialog } from './dialogs/DeleteTemplateDialog';
import { DialogNotLoaded } from '../../shared/ui/dialog/DialogNotLoaded';
import { lazyPart } from '../../shared/ui/feedback/lazyPart';

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
  'vouchers/paper': lazyPart(async () => (await import('./dialogs/PaperSettingsDialog')).PaperSettingsDialog, DialogNotLoaded),
  'vouchers/templates': lazyPart(async () => (await import('./dialogs/PaperTemplatesDialog')).PaperTemplatesDialog, DialogNotLoaded),
  'vouchers/template': lazyPart(async () => (await import('./studio/PrintStudioDialog')).PrintStudioDialog, DialogNotLoaded),
  'vouchers/delete_template': DeleteTemplateDialog,
};
