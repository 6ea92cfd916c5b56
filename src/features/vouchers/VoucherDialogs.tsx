import type { DialogsOf } from '../../shared/dialogs';
import type { VoucherFilters } from './api';
import { CreateVouchersDialog } from './CreateVouchersDialog';
import { CustomVoucherDialog } from './CustomVoucherDialog';
import { DeleteAllVouchersDialog } from './DeleteAllVouchersDialog';
import { DeleteVoucherDialog } from './DeleteVoucherDialog';
import { DeleteVouchersDialog } from './DeleteVouchersDialog';
import type { VoucherRef } from './useDeletions';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'vouchers/create': { hotspotId: number };
    'vouchers/custom': { hotspotId: number };
    'vouchers/delete': { voucher: VoucherRef };
    'vouchers/delete_many': { hotspotId: number; vouchers: VoucherRef[] };
    /** Deletes all vouchers that match the filters. */
    'vouchers/delete_all': { hotspotId: number; filters: VoucherFilters };
  }
}

export const voucherDialogs: Pick<
  DialogsOf<'vouchers'>,
  'vouchers/create' | 'vouchers/custom' | 'vouchers/delete' | 'vouchers/delete_many' | 'vouchers/delete_all'
> = {
  'vouchers/create': CreateVouchersDialog,
  'vouchers/custom': CustomVoucherDialog,
  'vouchers/delete': DeleteVoucherDialog,
  'vouchers/delete_many': DeleteVouchersDialog,
  'vouchers/delete_all': DeleteAllVouchersDialog,
};
