import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Guest } from '../../contract/guests';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { shownMac } from './macForm';
import { useDeleteMacEntryMutation } from './api';

/** Deletes an entry; the device then has to log in like any other. */
export function DeleteMacEntryDialog({ id, entry, onClose }: { id: number; entry: Guest | undefined; onClose: () => void }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [deleteEntry, { isLoading, error }] = useDeleteMacEntryMutation();
  const name = entry?.name ?? '…';

  const confirm = async () => {
    const outcome = await deleteEntry(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'mac_auth.deleted' }, { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      title="mac_auth.delete"
      confirm="mac_auth.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'mac_auth.delete_failed', text: 'mac_auth.nothing_lost' }}
    >
      <Typography.Paragraph style={{ margin: 0 }}>
        <FormattedMessage
          id="mac_auth.delete_question"
          values={{ name: <strong>{name}</strong>, mac: <strong>{shownMac(entry?.username ?? '…')}</strong> }}
        />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
