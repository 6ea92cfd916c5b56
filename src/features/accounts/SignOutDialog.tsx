import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { ConfirmDialog } from '../../shared/ui/dialog/ConfirmDialog';
import { useSignOutEverywhereMutation } from '../auth/api';
import { useGetAccountQuery } from './api';

/** Ends all sessions of another account, which keeps its password. */
export function SignOutDialog({ args: { id }, onClose }: DialogProps<'accounts/sign_out'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const { data: account, isError, refetch } = useGetAccountQuery(id);
  const [signOut, { isLoading, error }] = useSignOutEverywhereMutation();
  const username = account?.username ?? '…';
  const confirm = async () => {
    const outcome = await signOut(id);
    if (outcome.error) return;
    void message.success(intl.formatMessage({ id: 'accounts.signed_out' }, { username }));
    onClose();
  };
  return (
    <ConfirmDialog
      title="accounts.sign_out"
      confirm="accounts.sign_out"
      onConfirm={confirm}
      onClose={onClose}
      isRunning={isLoading}
      isReading={!account}
      error={error}
      failure={{ title: 'accounts.not_signed_out', text: 'accounts.still_signed_in' }}
    >
      {isError && !account ? (
        <LoadFailed message="accounts.load_one_failed" onRetry={refetch} />
      ) : (
        <Typography.Paragraph>
          <FormattedMessage id="accounts.sign_out_text" values={{ username: <strong>{username}</strong> }} />
        </Typography.Paragraph>
      )}
    </ConfirmDialog>
  );
}
