import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { dialogOpened, type DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useReplaceVoucherMutation } from '../vouchers/api';
import { vouchersDeselected } from '../vouchers/slice';
import { voucherMade } from './slice';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Invalidates a lost voucher's code, and shows the replacement, which has the rest of its limits, on the counter or in a dialog. */
export function ReplaceVoucherDialog({ args: { voucher, isAtCounter }, onClose }: DialogProps<'vouchers/replace'>) {
  const dispatch = useDispatch();
  const [replace, { isLoading, error }] = useIdempotentMutation(useReplaceVoucherMutation());
  const isSpent = error !== undefined && failureOf(error).code === 'nothing_left';
  const confirm = async () => {
    const { data } = await replace({ id: voucher.id });
    if (!data) return;
    dispatch(vouchersDeselected([voucher.id]));
    onClose();
    dispatch(
      isAtCounter ? voucherMade(data) : dialogOpened({ name: 'vouchers/show', args: { hotspotId: data.hotspot_id, voucher: data } }),
    );
  };
  return (
    <ConfirmDialog
      title="counter.lost"
      confirm="counter.replace"
      isHarmless
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      error={isSpent ? undefined : error}
      failure={{ title: 'counter.replace_failed', text: 'vouchers.safe_again' }}
    >
      {isSpent && (
        <Alert
          type="info"
          showIcon
          role="alert"
          className={classes(spacingStyles.below16)}
          title={<FormattedMessage id="counter.nothing_left" />}
        />
      )}
      <FormattedMessage id="counter.replace_question" values={{ code: <code>{voucher.code}</code> }} />
    </ConfirmDialog>
  );
}
