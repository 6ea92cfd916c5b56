import { Alert, Button, Flex, Form, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { Credentials } from '../../contract/auth';
import { api } from '../../shared/api';
import { capabilities } from '../../shared/backEnd/capabilities';
import { consoleConfig } from '../../shared/config';
import { dialogOpened, selectOpenDialog } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { selectPreferences } from '../../shared/preferences';
import type { DialogLoaders } from '../../shared/ui/DialogHost';
import { FailureAlert } from '../../shared/ui/FailureAlert';
import { fieldError } from '../../shared/ui/fieldError';
import { LookSwitch } from '../../shared/ui/LookSwitch';
import { Mark } from '../../shared/ui/Mark';
import { useSubmitOnce } from '../../shared/useSubmitOnce';
import { useLoginMutation } from './api';
import { selectEnded, signedIn } from './slice';

/** The login errors of the server and the field each one is about (AUTH-06, AUTH-07). */
const FIELD_AT_FAULT = {
  'No username found!': { name: 'username', message: 'login.invalid_username' },
  'Password is invalid': { name: 'password', message: 'login.invalid_password' },
} as const;

const ForgottenPassword = lazy(async () => ({ default: (await import('./ForgottenPassword')).ForgottenPassword }));
const DialogHost = lazy(async () => ({ default: (await import('../../shared/ui/DialogHost')).DialogHost }));

/** Dialogs that need no login. One that a lost login interrupted stays in the store, unseen, until the same person is back. */
const DIALOGS: DialogLoaders = { auth: async () => (await import('./PrivacyDialog')).authDialogs };

const isAboutField = (message: string): message is keyof typeof FIELD_AT_FAULT => message in FIELD_AT_FAULT;

/** The sign-in form. After a lost session it shows in place of the current screen and returns there. */
export function LoginPage({ onSubmit }: { onSubmit: () => void }) {
  const dispatch = useDispatch();
  const ended = useSelector(selectEnded);
  const { owner_id } = useSelector(selectPreferences);
  const [form] = Form.useForm<Credentials>();
  const [login, { isLoading, error }] = useLoginMutation();
  const [forgotten, setForgotten] = useState<'no' | 'asking' | 'changed'>('no');
  const isFieldError = error !== undefined && isAboutField(failureOf(error).message);

  const submit = useSubmitOnce(async (credentials: Credentials) => {
    onSubmit();
    const outcome = await login(credentials);
    if (outcome.data) {
      const { id, token, account_type, subscription, must_change_password = false } = outcome.data;
      // Don't show the next person what was cached for the last one, or what they searched for.
      if (ended === 'lost' && owner_id !== id) window.history.replaceState(null, '', window.location.hash.replace(/\?.*/, ''));
      dispatch(api.util.resetApiState());
      dispatch(signedIn({ id, token, account_type, subscription, must_change_password, info: null }));
      return;
    }
    const { message } = failureOf(outcome.error);
    if (!isAboutField(message)) return;
    const fault = FIELD_AT_FAULT[message];
    form.setFields([{ name: fault.name, errors: [fieldError(fault.message)] }]);
    form.focusField(fault.name);
  });

  return (
    <Flex
      component="main"
      vertical
      align="center"
      justify="center"
      gap={16}
      style={{ minHeight: '100vh', padding: 16, boxSizing: 'border-box' }}
    >
      <div className="login-card">
        <Flex align="center" gap={12} style={{ marginBottom: 8 }}>
          <Mark size={32} />
          <h1>{consoleConfig().product}</h1>
        </Flex>
        {forgotten === 'asking' ? (
          <Suspense fallback={null}>
            <ForgottenPassword
              username={(form.getFieldValue('username') as string | undefined) ?? ''}
              onBack={() => setForgotten('no')}
              onChanged={() => setForgotten('changed')}
            />
          </Suspense>
        ) : (
          <>
            <p className="soft">
              <FormattedMessage id="login.welcome" />
            </p>
            {ended === 'lost' && !error && forgotten === 'no' && (
              <Alert type="info" showIcon style={{ marginBottom: 16 }} title={<FormattedMessage id="login.ended" />} />
            )}
            {forgotten === 'changed' && !error && (
              <Alert
                type="success"
                showIcon
                role="status"
                style={{ marginBottom: 16 }}
                title={<FormattedMessage id="forgotten.changed" />}
              />
            )}
            {error && !isFieldError && <FailureAlert title="login.failed" error={error} />}
            <Form form={form} layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={submit}>
              <Form.Item
                name="username"
                label={<FormattedMessage id="login.username" />}
                rules={[{ required: true, message: <FormattedMessage id="login.username_required" /> }]}
              >
                <Input autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} size="large" />
              </Form.Item>
              <Form.Item
                name="password"
                label={<FormattedMessage id="login.password" />}
                rules={[{ required: true, message: <FormattedMessage id="login.password_required" /> }]}
              >
                <Input.Password autoComplete="current-password" size="large" />
              </Form.Item>
              <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
                <FormattedMessage id="login.submit" />
              </Button>
            </Form>
            {capabilities().canResetPasswords && (
              <Button type="link" block style={{ marginTop: 8 }} onClick={() => setForgotten('asking')}>
                <FormattedMessage id="forgotten.link" />
              </Button>
            )}
          </>
        )}
      </div>
      <Flex gap={16} align="center">
        <PrivacyLink />
        <LookSwitch />
      </Flex>
    </Flex>
  );
}

/** The operator's privacy page, or our own text if none is configured (AUTH-03). */
function PrivacyLink() {
  const { privacy_url } = consoleConfig();
  const dispatch = useDispatch();
  const isOpen = useSelector(selectOpenDialog)?.name === 'auth/privacy';
  if (privacy_url !== '') {
    return (
      <a href={privacy_url} target="_blank" rel="noopener noreferrer">
        <FormattedMessage id="login.privacy" />
      </a>
    );
  }
  return (
    <>
      <Button type="link" onClick={() => dispatch(dialogOpened({ name: 'auth/privacy', args: null }))}>
        <FormattedMessage id="login.privacy" />
      </Button>
      <Suspense>{isOpen && <DialogHost loaders={DIALOGS} />}</Suspense>
    </>
  );
}
