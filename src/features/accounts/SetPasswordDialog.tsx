import { App, Form, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { capabilities } from '../../shared/backEnd/capabilities';
import { FormDialog } from '../../shared/ui/FormDialog';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { isUsable, NewPasswordFields, type NewPassword } from '../../shared/ui/NewPasswordFields';
import { useGetAccountQuery, useUpdateAccountMutation } from './api';

/** A new password for a manager, twice (spec 1 §5). Where the back end sees to it, all its log-ins end. */
export function SetPasswordDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const intl = useIntl();
  const { endsLoginsWithPassword } = capabilities();
  const { message } = App.useApp();
  const [form] = Form.useForm<NewPassword>();
  const typed = Form.useWatch<NewPassword | undefined>([], form);
  const { data: account, isError, refetch } = useGetAccountQuery(id);
  const [update, { isLoading, error }] = useUpdateAccountMutation();

  const submit = async ({ password }: NewPassword) => {
    if (!account) return undefined;
    const outcome = await update({ id, change: { password } });
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
      isSubmitDisabled={!account || !isUsable(typed ?? {})}
      instead={isError && !account ? <LoadFailed message="accounts.load_one_failed" onRetry={refetch} /> : undefined}
    >
      <Typography.Paragraph>
        <FormattedMessage
          id={endsLoginsWithPassword ? 'accounts.password_of' : 'accounts.password_of_only'}
          values={{ username: <strong>{account?.username ?? '…'}</strong> }}
        />
      </Typography.Paragraph>
      <NewPasswordFields username={account?.username ?? ''} />
    </FormDialog>
  );
}
