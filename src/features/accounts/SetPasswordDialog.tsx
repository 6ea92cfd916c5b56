import { App, Form, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { CurrentPasswordField, type CurrentPassword } from '../../shared/ui/CurrentPasswordField';
import { FormDialog } from '../../shared/ui/FormDialog';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { NewPasswordFields, passwordFault, shortestPassword, type NewPassword } from '../../shared/ui/NewPasswordFields';
import { selectUser } from '../auth/slice';
import { useGetAccountQuery, useUpdateAccountMutation } from './api';

type PasswordForm = NewPassword & Partial<CurrentPassword>;

/**
 * Sets an account's password, typed twice (ACC-10). Our server then ends all its sessions; for one's own account it asks for the current
 * one.
 */
export function SetPasswordDialog({ args: { id }, onClose }: DialogProps<'accounts/password'>) {
  const intl = useIntl();
  const { endsLoginsWithPassword, asksCurrentPassword } = capabilities();
  const { message } = App.useApp();
  const [form] = Form.useForm<PasswordForm>();
  const typed = Form.useWatch<PasswordForm | undefined>([], form);
  const { data: account, isError, refetch } = useGetAccountQuery(id);
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const asksCurrent = useSelector(selectUser)?.id === id && asksCurrentPassword;
  const shortest = shortestPassword(account?.type);

  const submit = async ({ password, current_password }: PasswordForm) => {
    if (!account) return undefined;
    const change = { password, ...(asksCurrent && { current_password: current_password ?? '' }) };
    const outcome = await update({ id, change });
    if (outcome.error) return outcome.error;
    void message.success(
      intl.formatMessage(
        { id: endsLoginsWithPassword ? 'accounts.password_changed' : 'accounts.password_changed_only' },
        { username: account.username },
      ),
    );
    onClose();
    return undefined;
  };
  return (
    <FormDialog<PasswordForm>
      title="profile.change_password"
      submit="profile.change_password"
      form={form}
      initialValues={{ password: '', confirmation: '' }}
      firstField={asksCurrent ? 'current_password' : 'password'}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'profile.change_password_error_title', text: 'account.change_password_error_sub' }}
      refused={{ current_password: 'password.current_wrong', password: 'password.too_weak' }}
      isSubmitDisabled={!account}
      blocked={passwordFault(typed ?? {}, shortest)}
      instead={isError && !account ? <LoadFailed message="accounts.load_one_failed" onRetry={refetch} /> : undefined}
    >
      <Typography.Paragraph>
        <FormattedMessage
          id={endsLoginsWithPassword ? 'accounts.password_of' : 'accounts.password_of_only'}
          values={{ username: <strong>{account?.username ?? '…'}</strong> }}
        />
      </Typography.Paragraph>
      {asksCurrent && <CurrentPasswordField autoFocus />}
      <NewPasswordFields username={account?.username ?? ''} shortest={shortest} isFirst={!asksCurrent} />
    </FormDialog>
  );
}
