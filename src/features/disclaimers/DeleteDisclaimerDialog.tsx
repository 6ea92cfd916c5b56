import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Disclaimer } from '../../contract/disclaimers';
import { hasPorticoCalls } from '../../shared/config';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { UsedBy } from './UsedBy';
import { useDeleteDisclaimerMutation } from './api';

/** Deleting a disclaimer changes what guests of its hotspots are told, and says so before. */
export function DeleteDisclaimerDialog({ disclaimer: { id, title }, onClose }: { disclaimer: Disclaimer; onClose: () => void }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [deleteDisclaimer, { isLoading, error }] = useDeleteDisclaimerMutation();

  const confirm = async () => {
    const outcome = await deleteDisclaimer(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'disclaimers.deleted' }, { title }));
    onClose();
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
      {hasPorticoCalls() && <UsedBy disclaimerId={id} message="disclaimers.used_deletes" />}
    </ConfirmDialog>
  );
}
