import { useDispatch, useSelector } from 'react-redux';
import type { Voucher } from '../../contract/vouchers';
import { CreateVouchersDialog } from './CreateVouchersDialog';
import { DeleteVoucherDialog } from './DeleteVoucherDialog';
import { DeleteAllVouchersDialog, DeleteVouchersDialog } from './DeleteVouchersDialog';
import { selectVoucherDialog, voucherDialogClosed } from './slice';
import type { VoucherFilters, VoucherType } from './api';

interface VoucherDialogsProps {
  hotspotId: number;
  types: readonly VoucherType[];
  /** Filters of the list; "all vouchers" means those that match. */
  filters: VoucherFilters;
  /** Called with the new vouchers. */
  onMade: (vouchers: Voucher[]) => void;
  /** Called with the ids that are gone. */
  onDeleted?: (ids: number[]) => void;
}

/** Renders the voucher dialog that the store says is open; shared by a hotspot's page and the dashboard. */
export function VoucherDialogs({ hotspotId, types, filters, onMade, onDeleted }: VoucherDialogsProps) {
  const dispatch = useDispatch();
  const dialog = useSelector(selectVoucherDialog);
  const onClose = () => dispatch(voucherDialogClosed());
  switch (dialog?.kind) {
    case 'create':
    case 'custom':
      return (
        <CreateVouchersDialog
          key={dialog.kind}
          hotspotId={hotspotId}
          types={types}
          isCustom={dialog.kind === 'custom'}
          onMade={onMade}
          onClose={onClose}
        />
      );
    case 'delete':
      return <DeleteVoucherDialog key={dialog.voucher.id} voucher={dialog.voucher} onDeleted={onDeleted} onClose={onClose} />;
    case 'delete_many':
      return dialog.vouchers ? (
        <DeleteVouchersDialog vouchers={dialog.vouchers} onDeleted={onDeleted} onClose={onClose} />
      ) : (
        <DeleteAllVouchersDialog hotspotId={hotspotId} filters={filters} onDeleted={onDeleted} onClose={onClose} />
      );
    default:
      return null;
  }
}
