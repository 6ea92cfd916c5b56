import { Typography } from 'antd';
import { flushSync } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { UsedBy } from './UsedBy';
import { useListDisclaimersQuery, disclaimerDeleted, useDeleteDisclaimerMutation } from './api';

/** Deletes a disclaimer, after naming the hotspots whose guests will see another text. */
export function DeleteDisclaimerDialog({ args: { id, accountId }, onClose }: DialogProps<'disclaimers/delete'>) {
  const dispatch = useDispatch();
  const sayDeleted = useSayDeleted();
  const { data: disclaimers } = useListDisclaimersQuery(accountId);
  const [deleteDisclaimer, { isLoading, error }] = useDeleteDisclaimerMutation();

  const title = disclaimers?.find((one) => one.id === id)?.title ?? '…';

  const confirm = async () => {
    const outcome = await deleteDisclaimer(id);
    if (outcome.error) return;
    sayDeleted({ kind: 'disclaimer', title, count: 1, message: 'disclaimers.deleted', undos: undosOf(outcome.data ?? null) });
    // Close before queries refetch: this dialog must not request what no longer exists.
    flushSync(onClose);
    dispatch(disclaimerDeleted());
  };
  return (
    <ConfirmDialog
      title="disclaimers.delete"
      confirm="disclaimers.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'account.delete_error_title', text: 'disclaimers.delete_error_sub' }}
    >
      <Typography.Paragraph>
        <FormattedMessage id="disclaimers.delete_question" values={{ title: <strong>{title}</strong> }} /> <UndoHint />
      </Typography.Paragraph>
      {capabilities().canEditDisclaimers && <UsedBy disclaimerId={id} message="disclaimers.used_deletes" />}
    </ConfirmDialog>
  );
}
