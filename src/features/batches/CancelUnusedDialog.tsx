import { FormattedMessage, useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { useCancelUnusedMutation } from '../vouchers/api';
import { batchName } from './batchName';

/** Cancels the unused vouchers of a batch, after stating how many there are. */
export function CancelUnusedDialog({ args: { batch }, onClose }: DialogProps<'vouchers/cancel_unused'>) {
  const intl = useIntl();
  const sayDeleted = useSayDeleted();
  const [cancel, { isLoading, error }] = useCancelUnusedMutation();
  const confirm = async () => {
    const { data } = await cancel(batch.id);
    if (data === undefined) return;
    onClose();
    sayDeleted({ kind: 'voucher', title: '', count: data.cancelled, message: 'batches.cancelled', undos: undosOf(data) });
  };
  return (
    <ConfirmDialog
      title="batches.cancel"
      confirm="batches.cancel"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'batches.cancel_failed', text: 'batches.cancel_failed_sub' }}
    >
      <FormattedMessage id="batches.cancel_question" values={{ count: batch.left, name: <bdi>{batchName(intl, batch)}</bdi> }} />{' '}
      <UndoHint />
    </ConfirmDialog>
  );
}
