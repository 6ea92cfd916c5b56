import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureOf } from '../../shared/failure';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { fieldError } from '../../shared/ui/form/fieldError';
import { NewPasswordFields, passwordFault, shortestPassword, type NewPassword } from '../../shared/ui/form/NewPasswordFields';
import { useSubmitOnce } from '../../shared/useSubmitOnce';
import { PasswordSubmit } from './PasswordSubmit';
import { useRequestResetMutation, useResetPasswordMutation } from './api';
import styles from './ForgottenPassword.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

interface ForgottenPasswordProps {
  /** The username typed into the login form. */
  username: string;
  onBack: () => void;
  onChanged: () => void;
}

/** Requests a code by e-mail, then takes that code and a new password (our server only). */
export function ForgottenPassword({ username, onBack, onChanged }: ForgottenPasswordProps) {
  const [requested, setRequested] = useState<{ username: string; isSent: boolean } | null>(null);
  return (
    <>
      <h2 className={styles.title}>
        <FormattedMessage id="forgotten.title" />
      </h2>
      {requested ? (
        <WithCode {...requested} onChanged={onChanged} />
      ) : (
        <RequestCode
          username={username}
          onSent={(name) => setRequested({ username: name, isSent: true })}
          onCode={(name) => setRequested({ username: name, isSent: false })}
        />
      )}
      <Button type="link" block className={classes(spacingStyles.above8)} onClick={onBack}>
        <FormattedMessage id="forgotten.back" />
      </Button>
    </>
  );
}

interface RequestCodeProps {
  username: string;
  onSent: (username: string) => void;
  /** The user already has a code. */
  onCode: (username: string) => void;
}

function RequestCode({ username, onSent, onCode }: RequestCodeProps) {
  const [form] = Form.useForm<{ username: string }>();
  const [request, { isLoading, error }] = useRequestResetMutation();
  const hasNoMail = error !== undefined && failureOf(error).code === 'no_mail_server';

  const submit = useSubmitOnce(async (values: { username: string }) => {
    const name = values.username.trim();
    const outcome = await request({ username: name });
    if (!outcome.error) onSent(name);
  });
  return (
    <>
      <p className="soft">
        <FormattedMessage id="forgotten.ask" />
      </p>
      {error &&
        (hasNoMail ? (
          <Alert
            type="warning"
            showIcon
            role="alert"
            className={classes(spacingStyles.below16)}
            title={<FormattedMessage id="forgotten.ask_failed" />}
            description={<FormattedMessage id="forgotten.no_mail" />}
          />
        ) : (
          <FailureAlert title="forgotten.ask_failed" error={error} />
        ))}
      <Form
        noValidate
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ username }}
        onFinish={submit}
      >
        <Form.Item
          name="username"
          label={<FormattedMessage id="login.username" />}
          rules={[{ required: true, whitespace: true, message: <FormattedMessage id="login.username_required" /> }]}
        >
          <Input autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} size="large" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          <FormattedMessage id="forgotten.send" />
        </Button>
      </Form>
      <Button
        block
        className={classes(spacingStyles.above8)}
        onClick={() => onCode(((form.getFieldValue('username') as string | undefined) ?? '').trim())}
      >
        <FormattedMessage id="forgotten.have_code" />
      </Button>
    </>
  );
}

interface CodeForm extends NewPassword {
  token: string;
}

function WithCode({ username, isSent, onChanged }: { username: string; isSent: boolean; onChanged: () => void }) {
  const [form] = Form.useForm<CodeForm>();
  const typed = Form.useWatch<CodeForm | undefined>([], form);
  const [reset, { isLoading, error }] = useResetPasswordMutation();
  // Whose it is isn’t known here; the server asks more of admins.
  const shortest = shortestPassword(undefined);
  const fault = passwordFault(typed ?? {}, shortest);
  const isAboutField = error !== undefined && (failureOf(error).fields.includes('token') || failureOf(error).code === 'weak_password');

  const submit = useSubmitOnce(async ({ token, password }: CodeForm) => {
    const outcome = await reset({ token: token.trim(), password });
    if (!outcome.error) {
      onChanged();
    } else if (failureOf(outcome.error).fields.includes('token')) {
      form.setFields([{ name: 'token', errors: [fieldError('forgotten.code_wrong')] }]);
      form.focusField('token');
    } else if (failureOf(outcome.error).code === 'weak_password') {
      form.setFields([{ name: 'password', errors: [fieldError('password.too_weak')] }]);
      form.focusField('password');
    }
  });
  return (
    <>
      {isSent && (
        <Alert
          type="info"
          showIcon
          role="status"
          className={classes(spacingStyles.below16)}
          title={<FormattedMessage id="forgotten.sent" values={{ username: <strong>{username}</strong> }} />}
        />
      )}
      {error && !isAboutField && <FailureAlert title="forgotten.not_changed" error={error} />}
      <Form noValidate form={form} layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={submit}>
        <Form.Item
          name="token"
          label={<FormattedMessage id="forgotten.code" />}
          rules={[{ required: true, whitespace: true, message: <FormattedMessage id="forgotten.code_required" /> }]}
        >
          <Input autoFocus autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} size="large" maxLength={64} />
        </Form.Item>
        <NewPasswordFields username={username} shortest={shortest} isFirst={false} />
        <PasswordSubmit label="forgotten.submit" fault={fault} isLoading={isLoading} size="large" />
      </Form>
    </>
  );
}
