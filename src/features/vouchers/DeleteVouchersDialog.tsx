import type { DialogProps } from '../../shared/dialogs';
import { DeletingVouchers } from './DeletingVouchers';

/** Deletes the selected vouchers. */
export function DeleteVouchersDialog({ args: { hotspotId, vouchers }, onClose }: DialogProps<'vouchers/delete_many'>) {
  return <DeletingVouchers hotspotId={hotspotId} vouchers={vouchers} onClose={onClose} />;
}
