import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { Role } from '../../../contract/plain/roles';
import { CurrentPasswordField, type CurrentPassword } from '../form/CurrentPasswordField';
import { FormDialog } from './FormDialog';
import { NewPasswordFields, passwordFault, shortestPassword, type NewPassword } from '../form/NewPasswordFields';
import { OneTimePasswordBox } from '../form/OneTimePasswordBox';

type Failed = FetchBaseQueryError | SerializedError;

interface PasswordDialogProps {
  /** Undefined until it has loaded. */
  account: { username: string; type: Role } | undefined;
  asksCurrent: boolean;
  /** Whether the password is for somebody else, who may have to choose another. */
  offersOneTime?: boolean;
  /** Sends the password. */
  update: (change: { password: string; one_time_password?: boolean } & Partial<CurrentPassword>) => Promise<{ error?: Failed | undefined }>;
  isRunning: boolean;
  error: Failed | undefined;
  onSaved: () => void;
  onClose: () => void;
  /** Shown instead of the fields if the account couldn't be loaded. */
  instead?: ReactNode;
  /** Shown above the fields. */
  children?: ReactNode;
}

type PasswordForm = NewPassword & Partial<CurrentPassword> & { one_time_password?: boolean };

/** A new password, typed twice (ACC-10, PRO-10), and the current one if the server asks for it. */
export function PasswordDialog({
  account,
  asksCurrent,
  offersOneTime = false,
  update,
  isRunning,
  error,
  onSaved,
  onClose,
  instead,
  children,
}: PasswordDialogProps) {
  const [form] = Form.useForm<PasswordForm>();
  const typed = Form.useWatch<PasswordForm | undefined>([], form);
  const shortest = shortestPassword(account?.type);

  const submit = async ({ password, current_password, one_time_password }: PasswordForm) => {
    const outcome = await update({
      password,
      ...(asksCurrent && { current_password: current_password ?? '' }),
      ...(one_time_password && { one_time_password }),
    });
    if (outcome.error) return outcome.error;
    onSaved();
    onClose();
    return undefined;
  };
  return (
    <FormDialog<PasswordForm>
      title="profile.change_password"
      submit="profile.change_password"
      form={form}
      initialValues={{ password: '', confirmation: '', ...(offersOneTime && { one_time_password: true }) }}
      firstField={asksCurrent ? 'current_password' : 'password'}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isRunning}
      error={error}
      failure={{ title: 'profile.change_password_error_title', text: 'account.change_password_error_sub' }}
      refused={{ current_password: 'password.current_wrong', password: 'password.too_weak' }}
      isSubmitDisabled={!account}
      blocked={passwordFault(typed ?? {}, shortest)}
      instead={instead}
    >
      {children}
      {asksCurrent && <CurrentPasswordField autoFocus />}
      <NewPasswordFields username={account?.username ?? ''} shortest={shortest} isFirst={!asksCurrent} />
      {offersOneTime && <OneTimePasswordBox name="one_time_password" />}
    </FormDialog>
  );
}
