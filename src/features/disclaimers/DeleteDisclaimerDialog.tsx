import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Disclaimer } from '../../contract/disclaimers';
import { capabilities } from '../../shared/backEnd/capabilities';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { leaveDeleted } from '../../shared/ui/leaveDeleted';
import { UsedBy } from './UsedBy';
import { disclaimerDeleted, useDeleteDisclaimerMutation } from './api';

/** Deletes a disclaimer, after naming the hotspots whose guests will read another text. */
export function DeleteDisclaimerDialog({ disclaimer: { id, title }, onClose }: { disclaimer: Disclaimer; onClose: () => void }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const [deleteDisclaimer, { isLoading, error }] = useDeleteDisclaimerMutation();

  const confirm = async () => {
    const outcome = await deleteDisclaimer(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'disclaimers.deleted' }, { title }));
    await leaveDeleted(onClose);
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
