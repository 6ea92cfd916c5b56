import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { vouchersGone } from './slice';
import { useDeleteVoucherMutation } from './api';

/** Deletes one voucher, after warning that this can't be undone. */
export function DeleteVoucherDialog({ args: { voucher }, onClose }: DialogProps<'vouchers/delete'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const [deleteVoucher, { isLoading, error }] = useDeleteVoucherMutation();

  const confirm = async () => {
    const outcome = await deleteVoucher({ id: voucher.id });
    // Already deleted by somebody else, which counts as success.
    if (outcome.error && failureOf(outcome.error).kind !== 'not_found') return;
    void message.success(intl.formatMessage({ id: 'vouchers.deleted_one' }, { code: voucher.code }));
    dispatch(vouchersGone([voucher.id]));
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
      <Typography.Paragraph style={{ margin: 0 }}>
        <FormattedMessage id="vouchers.delete_question" values={{ code: <code>{voucher.code}</code> }} />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
