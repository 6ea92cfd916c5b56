import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { shownMac } from './macForm';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { WhatEnds } from '../deleted/WhatEnds';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { useDeleteMacEntryMutation } from './api';

/** Deletes an entry; the device then has to log in like any other. */
export function DeleteMacEntryDialog({ args: { id, name, username }, onClose }: DialogProps<'mac/delete'>) {
  const sayDeleted = useSayDeleted();
  const [deleteEntry, { isLoading, error }] = useDeleteMacEntryMutation();

  const confirm = async () => {
    const outcome = await deleteEntry(id);
    if (outcome.error) return;
    sayDeleted({ kind: 'guest', title: name, count: 1, message: 'mac_auth.deleted', undos: undosOf(outcome.data ?? null) });
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
      <Typography.Paragraph>
        <FormattedMessage
          id="mac_auth.delete_question"
          values={{ name: <strong>{name}</strong>, mac: <strong>{shownMac(username)}</strong> }}
        />{' '}
        <UndoHint />
      </Typography.Paragraph>
      <WhatEnds deleting={{ kind: 'guest', ids: [id] }} message="mac_auth.delete_counts" />
    </ConfirmDialog>
  );
}
