import { App } from 'antd';
import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { PasswordDialog } from '../../shared/ui/dialog/PasswordDialog';
import { useUpdateAccountMutation } from '../accounts/api';
import { selectUser } from '../auth/slice';

/** Changes one's own password (PRO-10). Our server then ends the account's other sessions; this one stays. */
export function ChangePasswordDialog({ onClose }: DialogProps<'profile/password'>) {
  const intl = useIntl();
  const user = useSelector(selectUser);
  const { endsLoginsWithPassword, asksCurrentPassword } = capabilities();
  const { message } = App.useApp();
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  if (!user) return null;
  return (
    <PasswordDialog
      account={{ username: user.info?.username ?? '', type: user.account_type }}
      asksCurrent={asksCurrentPassword}
      update={(change) => update({ id: user.id, change })}
      isRunning={isLoading}
      error={error}
      onSaved={() =>
        void message.success(
          intl.formatMessage({ id: endsLoginsWithPassword ? 'profile.password_changed' : 'profile.password_changed_only' }),
        )
      }
      onClose={onClose}
    />
  );
}
