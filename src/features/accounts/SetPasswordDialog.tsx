import { App, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { PasswordDialog } from '../../shared/ui/dialog/PasswordDialog';
import { selectUser } from '../auth/slice';
import { useGetAccountQuery, useUpdateAccountMutation } from './api';

/** Sets an account's password. Our server then ends all its sessions, and asks for the current password if it is one's own account. */
export function SetPasswordDialog({ args: { id }, onClose }: DialogProps<'accounts/password'>) {
  const intl = useIntl();
  const { endsLoginsWithPassword, asksCurrentPassword, hasOneTimePasswords } = capabilities();
  const { message } = App.useApp();
  const isOwn = useSelector(selectUser)?.id === id;
  const { data: account, isError, refetch } = useGetAccountQuery(id);
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const username = account?.username ?? '…';
  return (
    <PasswordDialog
      account={account}
      asksCurrent={isOwn && asksCurrentPassword}
      offersOneTime={!isOwn && hasOneTimePasswords}
      update={(change) => update({ id, change })}
      isRunning={isLoading}
      error={error}
      onSaved={() =>
        void message.success(
          intl.formatMessage({ id: endsLoginsWithPassword ? 'accounts.password_changed' : 'accounts.password_changed_only' }, { username }),
        )
      }
      onClose={onClose}
      instead={isError && !account ? <LoadFailed message="accounts.load_one_failed" onRetry={refetch} /> : undefined}
    >
      <Typography.Paragraph>
        <FormattedMessage
          id={endsLoginsWithPassword ? 'accounts.password_of' : 'accounts.password_of_only'}
          values={{ username: <strong>{username}</strong> }}
        />
      </Typography.Paragraph>
    </PasswordDialog>
  );
}
