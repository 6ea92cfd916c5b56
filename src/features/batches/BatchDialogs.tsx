import type { Batch } from '../../contract/batches';
import type { DialogsOf } from '../../shared/dialogs';
import { ImportGuestsDialog } from './ImportGuestsDialog';
import { CancelUnusedDialog } from './CancelUnusedDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'vouchers/import': { hotspotId: number };
    'vouchers/cancel_unused': { batch: Batch };
  }
}

export const batchDialogs: Pick<DialogsOf<'vouchers'>, 'vouchers/import' | 'vouchers/cancel_unused'> = {
  'vouchers/import': ImportGuestsDialog,
  'vouchers/cancel_unused': CancelUnusedDialog,
};
