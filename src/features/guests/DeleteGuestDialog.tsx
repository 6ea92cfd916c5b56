import { App, Radio, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { paths } from '../../shared/paths';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useDialogInput } from '../../shared/ui/dialog/useDialogInput';
import { useLeaveDeleted } from '../../shared/ui/page/useLeaveDeleted';
import { undosOf } from '../deleted/api';
import { UndoHint } from '../deleted/UndoHint';
import { WhatEnds } from '../deleted/WhatEnds';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { nameOf } from './guestName';
import { guestDeleted, useDeleteGuestMutation, useEraseGuestMutation, useGetGuestQuery } from './api';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Deletes a guest, after saying what is deleted with them. */
export function DeleteGuestDialog({ args: guestKey, onClose }: DialogProps<'guests/delete'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const sayDeleted = useSayDeleted();
  const [{ isForGood = false }, enter] = useDialogInput();
  const { data: guest, isLoading: isReading } = useGetGuestQuery(guestKey);
  const [deleteGuest, deleting] = useDeleteGuestMutation();
  const [eraseGuest, erasing] = useEraseGuestMutation();
  const { isLoading, error } = isForGood ? erasing : deleting;
  const leave = useLeaveDeleted(paths.guest.to(guestKey.id), paths.guests.to(), onClose);
  const name = guest ? nameOf(guest) : '…';

  const confirm = async () => {
    const outcome = await (isForGood ? eraseGuest : deleteGuest)(guestKey);
    if (outcome.error) return;
    if (isForGood) void message.success(intl.formatMessage({ id: 'guests.erased' }));
    else sayDeleted({ kind: 'guest', title: name, count: 1, message: 'guests.deleted', undos: undosOf(outcome.data ?? null) });
    await leave();
    dispatch(guestDeleted());
  };
  return (
    <ConfirmDialog
      title="guests.delete"
      confirm={isForGood ? 'guests.erase' : 'guests.delete'}
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={isReading}
      error={error}
      failure={{ title: 'guests.delete_error_title', text: 'guests.delete_error_sub' }}
    >
      <Typography.Paragraph className={classes(textStyles.anywhere)}>
        <FormattedMessage id="guests.delete_question" values={{ name: <strong>{name}</strong> }} />{' '}
        {!capabilities().bringsBack && <UndoHint />}
      </Typography.Paragraph>
      {capabilities().bringsBack && (
        <Radio.Group
          vertical
          className={classes(spacingStyles.below16)}
          aria-label={intl.formatMessage({ id: 'guests.delete' })}
          value={isForGood}
          onChange={({ target }) => enter({ isForGood: target.value === true })}
          options={[
            { value: false, label: <FormattedMessage id="guests.delete_for_now" /> },
            { value: true, label: <FormattedMessage id="guests.erase_now" /> },
          ]}
        />
      )}
      {!guestKey.isArchived && <WhatEnds deleting={{ kind: 'guest', ids: [guestKey.id] }} message="guests.delete_counts" />}
      <Typography.Paragraph type="danger" className={classes(spacingStyles.flush)}>
        <FormattedMessage id={capabilities().erasesGuests ? 'guests.delete_warning' : 'guests.delete_warning_existing'} />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
