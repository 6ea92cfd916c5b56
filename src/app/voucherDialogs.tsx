import type { Batch } from '../contract/batches';
import type { Preset } from '../contract/presets';
import type { Voucher } from '../contract/vouchers';
import type { DialogsOf } from '../shared/dialogs';
import type { VoucherFilters } from '../features/vouchers/api';
import { CancelUnusedDialog } from '../features/batches/CancelUnusedDialog';
import { ImportGuestsDialog } from '../features/batches/ImportGuestsDialog';
import { MailVoucherDialog } from '../features/counter/MailVoucherDialog';
import { PresetDialog } from '../features/counter/PresetDialog';
import { PresetsDialog } from '../features/counter/PresetsDialog';
import { ReplaceVoucherDialog } from '../features/counter/ReplaceVoucherDialog';
import { ShiftDialog } from '../features/counter/ShiftDialog';
import { ShowVoucherDialog } from '../features/counter/ShowVoucherDialog';
import { CreateVouchersDialog, CustomVoucherDialog } from '../features/vouchers/CreateVouchersDialog';
import { DeleteVoucherDialog } from '../features/vouchers/DeleteVoucherDialog';
import { DeleteTemplateDialog } from '../features/printing/dialogs/DeleteTemplateDialog';
import { DeleteAllVouchersDialog, DeleteVouchersDialog } from '../features/vouchers/DeleteVouchersDialog';
import { PaperDialog } from '../features/printing/dialogs/PaperDialog';
import { PrintVouchersDialog } from '../features/printing/dialogs/PrintVouchersDialog';
import { TemplateDialog } from '../features/printing/dialogs/TemplateDialog';
import { TemplatesDialog } from '../features/printing/dialogs/TemplatesDialog';
import type { Named } from '../features/vouchers/useDeletions';

declare module '../shared/dialogs' {
  interface DialogTable {
    'vouchers/create': { hotspotId: number };
    'vouchers/custom': { hotspotId: number };
    'vouchers/delete': { voucher: Named };
    'vouchers/delete_many': { vouchers: Named[] };
    /** Deletes all vouchers that match the filters. */
    'vouchers/delete_all': { hotspotId: number; filters: VoucherFilters };
    'vouchers/paper': { hotspotId: number };
    'vouchers/templates': { hotspotId: number };
    /** Edits a template. */
    'vouchers/template': { hotspotId: number; id: number };
    'vouchers/delete_template': { id: number; name: string };
    'vouchers/print': { hotspotId: number; vouchers: Voucher[]; isAtOnce?: boolean };
    /** Asks for what the preset leaves open. */
    'vouchers/preset': { hotspotId: number; preset: Preset; user_name: string; room: string };
    'vouchers/presets': { hotspotId: number };
    'vouchers/show': { hotspotId: number; voucher: Voucher };
    'vouchers/mail': { id: number; code: string; to: string };
    /** `isAtCounter`: the counter shows the new code. */
    'vouchers/replace': { voucher: Named; isAtCounter: boolean };
    'vouchers/shift': { hotspotId: number };
    'vouchers/import': { hotspotId: number };
    'vouchers/cancel_unused': { batch: Batch };
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
  'vouchers/preset': PresetDialog,
  'vouchers/presets': PresetsDialog,
  'vouchers/show': ShowVoucherDialog,
  'vouchers/mail': MailVoucherDialog,
  'vouchers/replace': ReplaceVoucherDialog,
  'vouchers/shift': ShiftDialog,
  'vouchers/import': ImportGuestsDialog,
  'vouchers/cancel_unused': CancelUnusedDialog,
};
