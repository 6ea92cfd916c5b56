import type { DialogProps } from '../../shared/dialogs';
import { CreatingVouchers } from './CreatingVouchers';

/** New vouchers with the last settings used (VCH-32). The count is focused, and Enter creates. */
export function CreateVouchersDialog(props: DialogProps<'vouchers/create'>) {
  return <CreatingVouchers {...props} isCustom={false} />;
}
