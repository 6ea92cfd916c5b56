import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { vouchersDeselected } from './slice';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { WhatEnds } from '../deleted/WhatEnds';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { useDeleteVoucherMutation } from './api';

/** Deletes one voucher, after asking. */
export function DeleteVoucherDialog({ args: { voucher }, onClose }: DialogProps<'vouchers/delete'>) {
  const dispatch = useDispatch();
  const sayDeleted = useSayDeleted();
  const [deleteVoucher, { isLoading, error }] = useDeleteVoucherMutation();

  const confirm = async () => {
    const outcome = await deleteVoucher({ id: voucher.id });
    // If somebody else has deleted it already, that counts as success.
    if (outcome.error && failureOf(outcome.error).kind !== 'not_found') return;
    sayDeleted({ kind: 'voucher', title: voucher.code, count: 1, message: 'vouchers.deleted_one', undos: undosOf(outcome.data ?? null) });
    dispatch(vouchersDeselected([voucher.id]));
    onClose();
  };
  return (
    <ConfirmDialog
      title="vouchers.delete"
      confirm="vouchers.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'vouchers.delete_error_title', text: 'vouchers.delete_error_sub' }}
    >
      <Typography.Paragraph>
        <FormattedMessage id="vouchers.delete_question" values={{ code: <code>{voucher.code}</code> }} /> <UndoHint />
      </Typography.Paragraph>
      <WhatEnds deleting={{ kind: 'voucher', ids: [voucher.id] }} message="vouchers.delete_counts" />
    </ConfirmDialog>
  );
}
