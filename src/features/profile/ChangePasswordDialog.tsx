import { App, Form } from 'antd';
import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps, DialogsOf } from '../../shared/dialogs';
import { FormDialog } from '../../shared/ui/FormDialog';
import { CurrentPasswordField, type CurrentPassword } from '../../shared/ui/CurrentPasswordField';
import { NewPasswordFields, passwordFault, shortestPassword, type NewPassword } from '../../shared/ui/NewPasswordFields';
import { useUpdateAccountMutation } from '../accounts/api';
import { selectUser } from '../auth/slice';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'profile/password': null;
  }
}

type PasswordForm = NewPassword & Partial<CurrentPassword>;

/** Changes one's own password (PRO-10). Our server then ends the account's other sessions; this one stays. */
function ChangePasswordDialog({ onClose }: DialogProps<'profile/password'>) {
  const intl = useIntl();
  const user = useSelector(selectUser);
  const { message } = App.useApp();
  const [form] = Form.useForm<PasswordForm>();
  const typed = Form.useWatch<PasswordForm | undefined>([], form);
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const asksCurrent = capabilities().asksCurrentPassword;
  const shortest = shortestPassword(user?.account_type);

  const submit = async ({ password, current_password }: PasswordForm) => {
    const change = { password, ...(asksCurrent && { current_password: current_password ?? '' }) };
    if (!user) return undefined;
    const outcome = await update({ id: user.id, change });
    if (outcome.error) return outcome.error;
    void message.success(
      intl.formatMessage({ id: capabilities().endsLoginsWithPassword ? 'profile.password_changed' : 'profile.password_changed_only' }),
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
      blocked={passwordFault(typed ?? {}, shortest)}
    >
      {asksCurrent && <CurrentPasswordField autoFocus />}
      <NewPasswordFields username={user?.info?.username ?? ''} shortest={shortest} isFirst={!asksCurrent} />
    </FormDialog>
  );
}

export const profileDialogs: DialogsOf<'profile'> = { 'profile/password': ChangePasswordDialog };
