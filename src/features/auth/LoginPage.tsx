import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode, type SubmitEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { Credentials } from '../../contract/auth';
import { api } from '../../shared/api';
import { capabilities } from '../../shared/backEnd/capabilities';
import { consoleConfig } from '../../shared/config';
import { dialogOpened, selectOpenDialog } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { selectPreferences } from '../../shared/preferences';
import type { DialogLoaders } from '../../shared/ui/dialog/DialogHost';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LookSwitch } from '../../shared/ui/plain/LookSwitch';
import { Mark } from '../../shared/ui/plain/Mark';
import { PlainAlert } from '../../shared/ui/plain/PlainAlert';
import { PlainButton } from '../../shared/ui/plain/PlainButton';
import { PlainField } from './PlainField';
import { useSubmitOnce } from '../../shared/useSubmitOnce';
import { useLoginMutation } from './api';
import { selectEnded, signedIn, type LoggedUser } from './slice';
import styles from './LoginPage.module.css';

/** The server's login errors, and the field that each one is about (AUTH-06, AUTH-07). */
const FIELD_AT_FAULT = {
  'No username found!': { name: 'username', message: 'login.invalid_username' },
  'Password is invalid': { name: 'password', message: 'login.invalid_password' },
} as const;

/** Our server's error codes for an account with a second factor, once username and password are right. */
const ABOUT_CODE = new Set(['second_factor_required', 'invalid_code']);

const ForgottenPassword = lazy(async () => ({ default: (await import('./ForgottenPassword')).ForgottenPassword }));
const DialogHost = lazy(async () => ({ default: (await import('../../shared/ui/dialog/DialogHost')).DialogHost }));

/**
 * Dialogs that don't require a login. A dialog interrupted by an expired login stays in the store, but isn't shown until the same user is
 * back.
 */
const DIALOGS: DialogLoaders = { auth: async () => (await import('./PrivacyDialog')).authDialogs };

const isAboutField = (message: string): message is keyof typeof FIELD_AT_FAULT => message in FIELD_AT_FAULT;

type Field = keyof Required<Credentials>;

const LABELS = { username: 'login.username', password: 'login.password', factor_code: 'login.factor_code' } as const;

const REQUIRED = { username: 'login.username_required', password: 'login.password_required', factor_code: 'login.code_required' } as const;

/** Errors by field. */
type Errors = Partial<
  Record<
    Field,
    | (typeof REQUIRED)[Field]
    | 'login.invalid_code'
    | 'login.invalid_recovery_code'
    | (typeof FIELD_AT_FAULT)[keyof typeof FIELD_AT_FAULT]['message']
  >
>;

interface LoginPageProps {
  onSubmit: () => void;
  /** Called once somebody is signed in and may use the console, to preload their first screen. */
  onSignedIn: (user: Pick<LoggedUser, 'id' | 'account_type'>) => void;
  /** Wraps forms and dialogs in what they need beyond the first screen. */
  Providers: ComponentType<{ children: ReactNode }>;
}

/**
 * The sign-in form. After an expired session it replaces the current screen, and signing in returns there. Doesn't use antd, most of which
 * would have to load first (docs/decisions/0025-no-antd-before-the-sign-in.md).
 */
export function LoginPage({ onSubmit, onSignedIn, Providers }: LoginPageProps) {
  const dispatch = useDispatch();
  const ended = useSelector(selectEnded);
  const { owner_id } = useSelector(selectPreferences);
  const [typed, setTyped] = useState<Required<Credentials>>({ username: '', password: '', factor_code: '' });
  const [secondFactor, setSecondFactor] = useState<'no' | 'app' | 'recovery'>('no');
  const [errors, setErrors] = useState<Errors>({});
  const codeField = useRef<HTMLInputElement>(null);
  const fields = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null), factor_code: codeField };
  const [login, { isLoading, error }] = useLoginMutation();
  const [forgotten, setForgotten] = useState<'no' | 'asking' | 'changed'>('no');
  const isFieldError = error !== undefined && (isAboutField(failureOf(error).message) || ABOUT_CODE.has(failureOf(error).code));

  // Focus the field when it appears, and when another kind of code is asked for.
  useEffect(() => {
    if (secondFactor !== 'no') codeField.current?.focus();
  }, [secondFactor]);

  const submit = useSubmitOnce(async () => {
    const missing = (['username', 'password', ...(secondFactor === 'no' ? [] : (['factor_code'] as const))] as const).filter(
      (field) => typed[field] === '',
    );
    setErrors(Object.fromEntries(missing.map((field) => [field, REQUIRED[field]])));
    if (missing[0]) {
      fields[missing[0]].current?.focus();
      return;
    }
    onSubmit();
    const { username, password, factor_code } = typed;
    const outcome = await login({ username, password, ...(secondFactor !== 'no' && { factor_code }) });
    if (outcome.data) {
      const { id, token, account_type, subscription, must_change_password = false, second_factor_missing = false } = outcome.data;
      // Don't show a different user the previous one's cached data or search.
      if (ended === 'lost' && owner_id !== id) window.history.replaceState(null, '', window.location.hash.replace(/\?.*/, ''));
      dispatch(api.util.resetApiState());
      dispatch(signedIn({ id, token, account_type, subscription, must_change_password, second_factor_missing, info: null }));
      if (!must_change_password && !second_factor_missing) onSignedIn({ id, account_type });
      return;
    }
    const { message, code } = failureOf(outcome.error);
    if (code === 'second_factor_required') setSecondFactor((before) => (before === 'no' ? 'app' : before));
    if (code === 'invalid_code') {
      setTyped((before) => ({ ...before, factor_code: '' }));
      setErrors({ factor_code: secondFactor === 'recovery' ? 'login.invalid_recovery_code' : 'login.invalid_code' });
      codeField.current?.focus();
    }
    if (!isAboutField(message)) return;
    const fault = FIELD_AT_FAULT[message];
    setErrors({ [fault.name]: fault.message });
    fields[fault.name].current?.focus();
  });

  const switchFactor = () => {
    setSecondFactor(secondFactor === 'app' ? 'recovery' : 'app');
    setTyped({ ...typed, factor_code: '' });
    setErrors({});
  };

  const field = (name: Field) => ({
    name,
    ref: fields[name],
    label: <FormattedMessage id={name === 'factor_code' && secondFactor === 'recovery' ? 'login.recovery_code' : LABELS[name]} />,
    value: typed[name],
    error: errors[name] ? <FormattedMessage id={errors[name]} /> : null,
    onType: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  return (
    <main className={styles.login}>
      <div className={styles.loginCard}>
        <div className={styles.loginName}>
          <Mark size={32} />
          <h1>{consoleConfig().product}</h1>
        </div>
        {forgotten === 'asking' ? (
          <Suspense fallback={null}>
            <Providers>
              <ForgottenPassword username={typed.username} onBack={() => setForgotten('no')} onChanged={() => setForgotten('changed')} />
            </Providers>
          </Suspense>
        ) : (
          <>
            <p className="soft">
              <FormattedMessage id="login.welcome" />
            </p>
            {ended === 'lost' && !error && forgotten === 'no' && <PlainAlert type="info" title={<FormattedMessage id="login.ended" />} />}
            {forgotten === 'changed' && !error && (
              <PlainAlert type="success" role="status" title={<FormattedMessage id="forgotten.changed" />} />
            )}
            {error && !isFieldError && <FailureAlert title="login.failed" error={error} />}
            <form
              noValidate
              onSubmit={(event: SubmitEvent) => {
                event.preventDefault();
                void submit();
              }}
            >
              <PlainField {...field('username')} autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} />
              <PlainField {...field('password')} isPassword autoComplete="current-password" />
              {secondFactor !== 'no' && (
                <>
                  <PlainField
                    {...field('factor_code')}
                    autoComplete="one-time-code"
                    inputMode={secondFactor === 'app' ? 'numeric' : 'text'}
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={64}
                  />
                  <div className={styles.loginOther}>
                    <PlainButton look="link" onClick={switchFactor}>
                      <FormattedMessage id={secondFactor === 'app' ? 'login.use_recovery_code' : 'login.use_factor_code'} />
                    </PlainButton>
                  </div>
                </>
              )}
              <PlainButton look="primary" isSubmit isLarge isBlock isLoading={isLoading}>
                <FormattedMessage id="login.submit" />
              </PlainButton>
            </form>
            {capabilities().canResetPasswords && (
              <div className={styles.loginForgotten}>
                <PlainButton look="link" isBlock onClick={() => setForgotten('asking')}>
                  <FormattedMessage id="forgotten.link" />
                </PlainButton>
              </div>
            )}
          </>
        )}
      </div>
      {consoleConfig().demonstration && (
        <a href="?guest" target="_blank" rel="noopener">
          <FormattedMessage id="login.be_a_guest" />
        </a>
      )}
      <div className={styles.loginFoot}>
        <PrivacyLink Providers={Providers} />
        <LookSwitch />
      </div>
    </main>
  );
}

/** The operator's privacy page, or our own text if none is configured (AUTH-03). */
function PrivacyLink({ Providers }: Pick<LoginPageProps, 'Providers'>) {
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
      <PlainButton look="link" onClick={() => dispatch(dialogOpened({ name: 'auth/privacy', args: null }))}>
        <FormattedMessage id="login.privacy" />
      </PlainButton>
      <Suspense>
        {isOpen && (
          <Providers>
            <DialogHost loaders={DIALOGS} />
          </Providers>
        )}
      </Suspense>
    </>
  );
}
