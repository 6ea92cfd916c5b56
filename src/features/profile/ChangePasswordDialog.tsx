import { App, Form } from 'antd';
import { useIntl } from 'react-intl';
import type { Account } from '../../contract/accounts';
import { capabilities } from '../../shared/backEnd/capabilities';
import { FormDialog } from '../../shared/ui/FormDialog';
import { isUsable, NewPasswordFields, type NewPassword } from '../../shared/ui/NewPasswordFields';
import { useUpdateAccountMutation } from '../accounts/api';

/** A new password, twice (spec 1 §5). Where the back end sees to it, other log-ins of the account end; this one stays. */
export function ChangePasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<NewPassword>();
  const typed = Form.useWatch<NewPassword | undefined>([], form);
  const [update, { isLoading, error }] = useUpdateAccountMutation();

  const submit = async ({ password }: NewPassword) => {
    const outcome = await update({ id: account.id, change: { password } });
    if (outcome.error) return outcome.error;
    void message.success(
      intl.formatMessage({ id: capabilities().endsLoginsWithPassword ? 'profile.password_changed' : 'profile.password_changed_only' }),
    );
    onClose();
    return undefined;
  };
  return (
    <FormDialog<NewPassword>
      title="profile.change_password"
      submit="profile.change_password"
      form={form}
      initialValues={{ password: '', confirmation: '' }}
      firstField="password"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'profile.change_password_error_title', text: 'account.change_password_error_sub' }}
      isSubmitDisabled={!isUsable(typed ?? {})}
    >
      <NewPasswordFields username={account.username} />
    </FormDialog>
  );
}
