import type { Voucher } from '../../contract/vouchers';
import type { DialogsOf } from '../../shared/dialogs';
import type { VoucherFilters } from './api';
import { CreateVouchersDialog, CustomVoucherDialog } from './CreateVouchersDialog';
import { DeleteVoucherDialog } from './DeleteVoucherDialog';
import { DeleteTemplateDialog } from './DeleteTemplateDialog';
import { DeleteAllVouchersDialog, DeleteVouchersDialog } from './DeleteVouchersDialog';
import { PaperDialog } from './PaperDialog';
import { PrintVouchersDialog } from './PrintVouchersDialog';
import { TemplateDialog } from './TemplateDialog';
import { TemplatesDialog } from './TemplatesDialog';
import type { Named } from './useDeletions';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'vouchers/create': { hotspotId: number };
    'vouchers/custom': { hotspotId: number };
    'vouchers/delete': { voucher: Named };
    'vouchers/delete_many': { vouchers: Named[] };
    /** All that match. */
    'vouchers/delete_all': { hotspotId: number; filters: VoucherFilters };
    'vouchers/paper': { hotspotId: number };
    'vouchers/templates': { hotspotId: number };
    /** A template, to be changed. */
    'vouchers/template': { hotspotId: number; id: number };
    'vouchers/delete_template': { id: number; name: string };
    'vouchers/print': { hotspotId: number; vouchers: Voucher[] };
  }
}

export const voucherDialogs: DialogsOf<'vouchers'> = {
  'vouchers/create': CreateVouchersDialog,
  'vouchers/custom': CustomVoucherDialog,
  'vouchers/delete': DeleteVoucherDialog,
  'vouchers/delete_many': DeleteVouchersDialog,
  'vouchers/delete_all': DeleteAllVouchersDialog,
  'vouchers/paper': PaperDialog,
  'vouchers/templates': TemplatesDialog,
  'vouchers/template': TemplateDialog,
  'vouchers/delete_template': DeleteTemplateDialog,
  'vouchers/print': PrintVouchersDialog,
};
