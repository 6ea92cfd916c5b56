import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { paths } from '../../shared/paths';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useLeaveDeleted } from '../../shared/ui/page/useLeaveDeleted';
import { nameOf } from './guestName';
import { guestDeleted, useDeleteGuestMutation, useGetGuestQuery } from './api';

/** Deletes a guest, after saying what will be deleted with it. */
export function DeleteGuestDialog({ args: guestKey, onClose }: DialogProps<'guests/delete'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const { data: guest, isLoading: isReading } = useGetGuestQuery(guestKey);
  const [deleteGuest, { isLoading, error }] = useDeleteGuestMutation();
  const leave = useLeaveDeleted(paths.guest.to(guestKey.id), paths.guests.to(), onClose);
  const name = guest ? nameOf(guest) : '…';

  const confirm = async () => {
    const outcome = await deleteGuest(guestKey);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'guests.deleted' }, { name }));
    await leave();
    dispatch(guestDeleted());
  };
  return (
    <ConfirmDialog
      title="guests.delete"
      confirm="guests.delete"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={isReading}
      error={error}
      failure={{ title: 'guests.delete_error_title', text: 'guests.delete_error_sub' }}
    >
      <Typography.Paragraph style={{ overflowWrap: 'anywhere' }}>
        <FormattedMessage id="guests.delete_question" values={{ name: <strong>{name}</strong> }} />
      </Typography.Paragraph>
      <Typography.Paragraph type="danger" style={{ margin: 0 }}>
        <FormattedMessage id={capabilities().erasesGuests ? 'guests.delete_warning' : 'guests.delete_warning_existing'} />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
