import { App, Typography } from 'antd';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useListDisclaimersQuery } from '../accounts/api';
import { UsedBy } from './UsedBy';
import { disclaimerDeleted, useDeleteDisclaimerMutation } from './api';

/** Deletes a disclaimer, after naming the hotspots whose guests will see another text. */
export function DeleteDisclaimerDialog({ args: { id, accountId }, onClose }: DialogProps<'disclaimers/delete'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const { data: disclaimers } = useListDisclaimersQuery(accountId);
  const [deleteDisclaimer, { isLoading, error }] = useDeleteDisclaimerMutation();

  const title = disclaimers?.find((one) => one.id === id)?.title ?? '…';

  const confirm = async () => {
    const outcome = await deleteDisclaimer(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'disclaimers.deleted' }, { title }));
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
        <FormattedMessage id="disclaimers.delete_question" values={{ title: <strong>{title}</strong> }} />
      </Typography.Paragraph>
      {capabilities().canEditDisclaimers && <UsedBy disclaimerId={id} message="disclaimers.used_deletes" />}
    </ConfirmDialog>
  );
}
