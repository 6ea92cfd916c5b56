import type { DialogProps } from '../../shared/dialogs';
import { CreatingVouchers } from './CreatingVouchers';

/** One voucher with a custom code. */
export function CustomVoucherDialog(props: DialogProps<'vouchers/custom'>) {
  return <CreatingVouchers {...props} isCustom />;
}
