import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useGetSecondFactorQuery, useTurnOffSecondFactorOfMutation } from '../auth/api';
import { useGetAccountQuery } from './api';

/** Turns off the second factor of somebody who has lost it. */
export function TurnOffSecondFactorDialog({ args: { id }, onClose }: DialogProps<'accounts/second_factor_off'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const { data: account } = useGetAccountQuery(id);
  const factor = useGetSecondFactorQuery(id);
  const isOff = factor.data?.since === null;
  const [turnOff, { isLoading, error }] = useTurnOffSecondFactorOfMutation();
  const username = account?.username ?? '…';
  const confirm = async () => {
    const outcome = await turnOff(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'second_factor.turned_off_of' }, { username }));
    onClose();
  };
  return (
    <ConfirmDialog
      title="second_factor.turn_off"
      confirm="second_factor.turn_off"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={!account || !factor.data || isOff}
      error={error ?? factor.error}
      failure={{ title: 'second_factor.not_changed', text: 'second_factor.as_before' }}
    >
      <Typography.Paragraph>
        <FormattedMessage
          id={isOff ? 'second_factor.has_none' : factor.data?.required ? 'second_factor.off_of_anew' : 'second_factor.off_of'}
          values={{ username: <strong>{username}</strong> }}
        />
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
