import { App, Form } from 'antd';
import { useIntl } from 'react-intl';
import type { Account } from '../../contract/accounts';
import { hasPorticoCalls } from '../../shared/config';
import { FormDialog } from '../../shared/ui/FormDialog';
import { isUsable, NewPasswordFields, type NewPassword } from '../../shared/ui/NewPasswordFields';
import { useUpdateAccountMutation } from '../accounts/api';

/** A new password, twice (spec 1 §5). Other log-ins of the account end; this one stays. */
export function ChangePasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<NewPassword>();
  const typed = Form.useWatch<NewPassword | undefined>([], form);
  const [update, { isLoading, error }] = useUpdateAccountMutation();

  const submit = async ({ password }: NewPassword) => {
    // The older back end empties these two when they are not sent (API.md, "Accounts").
    const { id, privacy_dpo, privacy_dpo_mail } = account;
    const outcome = await update({ id, change: { password, ...(!hasPorticoCalls() && { privacy_dpo, privacy_dpo_mail }) } });
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'profile.password_changed' }));
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
