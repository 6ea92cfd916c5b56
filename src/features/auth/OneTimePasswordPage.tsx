import { Form } from 'antd';
import { useDispatch } from 'react-redux';
import { failureOf } from '../../shared/failure';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { fieldError } from '../../shared/ui/form/fieldError';
import { NewPasswordFields, passwordFault, shortestPassword, type NewPassword } from '../../shared/ui/form/NewPasswordFields';
import { StepPage } from '../../shared/ui/page/StepPage';
import { useUpdateAccountMutation } from '../accounts/api';
import { PasswordSubmit } from './PasswordSubmit';
import { passwordChosen, type LoggedUser } from './slice';

/** Asks for a new password in place of a one-time password, of an installation or of who manages the account; until it is set, the server refuses everything else. */
export function OneTimePasswordPage({ user }: { user: LoggedUser }) {
  const dispatch = useDispatch();
  const [form] = Form.useForm<NewPassword>();
  const typed = Form.useWatch<NewPassword | undefined>([], form);
  const [update, { isLoading, error }] = useUpdateAccountMutation();

  const submit = async ({ password }: NewPassword) => {
    const outcome = await update({ id: user.id, change: { password } });
    if (!outcome.error) dispatch(passwordChosen());
    else if (failureOf(outcome.error).code === 'weak_password') {
      form.setFields([{ name: 'password', errors: [fieldError('password.too_weak')] }]);
    }
  };
  const shortest = shortestPassword(user.account_type);
  const fault = passwordFault(typed ?? {}, shortest);

  return (
    <StepPage title="password.choose_title" text="password.choose">
      {error && failureOf(error).code !== 'weak_password' && (
        <FailureAlert title="profile.change_password_error_title" text="account.change_password_error_sub" error={error} />
      )}
      <Form noValidate form={form} layout="vertical" onFinish={submit} disabled={isLoading}>
        <NewPasswordFields username={user.info?.username ?? ''} shortest={shortest} />
        <PasswordSubmit label="password.choose_submit" fault={fault} isLoading={isLoading} />
      </Form>
    </StepPage>
  );
}
