import { lazy, Suspense, useState, type ComponentType, type ReactNode, type SubmitEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { ONE_TIME_PASSWORD_DAYS } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import { consoleConfig } from '../../shared/config';
import { dialogOpened, selectOpenDialog } from '../../shared/dialogs';
import { loadChunk } from '../../shared/staleChunks';
import type { DialogLoaders } from '../../shared/ui/dialog/DialogHost';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LookSwitch } from '../../shared/ui/plain/LookSwitch';
import { Mark } from '../../shared/ui/plain/Mark';
import { PlainAlert } from '../../shared/ui/plain/PlainAlert';
import { PlainButton } from '../../shared/ui/plain/PlainButton';
import { PlainField } from './PlainField';
import { selectEnded } from './slice';
import { useSignIn, type Field, type SigningIn } from './useSignIn';
import styles from './LoginPage.module.css';

const ForgottenPassword = lazy(async () => ({ default: (await loadChunk(() => import('./ForgottenPassword'))).ForgottenPassword }));
const DialogHost = lazy(async () => ({ default: (await loadChunk(() => import('../../shared/ui/dialog/DialogHost'))).DialogHost }));

/**
 * Dialogs that don't require a login. A dialog interrupted by an expired login stays in the store, but isn't shown until the same user is
 * back.
 */
const DIALOGS: DialogLoaders = { auth: async () => (await import('./PrivacyDialog')).authDialogs };

const LABELS = { username: 'login.username', password: 'login.password', factor_code: 'login.factor_code' } as const;

interface LoginPageProps extends SigningIn {
  /** Wraps forms and dialogs in what they need beyond the first screen. */
  Providers: ComponentType<{ children: ReactNode }>;
}

/**
 * The sign-in form. After an expired session it replaces the current screen, and signing in returns there. Doesn't use antd, most of which
 * would have to load first (docs/decisions/0025-no-antd-before-the-sign-in.md).
 */
export function LoginPage({ onSubmit, onSignedIn, Providers }: LoginPageProps) {
  const ended = useSelector(selectEnded);
  const { typed, errors, fields, secondFactor, switchFactor, type, submit, isLoading, failure, hasFailed } = useSignIn({
    onSubmit,
    onSignedIn,
  });
  const [forgotten, setForgotten] = useState<'no' | 'asking' | 'changed'>('no');

  const field = (name: Field) => ({
    name,
    ref: fields[name],
    label: <FormattedMessage id={name === 'factor_code' && secondFactor === 'recovery' ? 'login.recovery_code' : LABELS[name]} />,
    value: typed[name],
    error: errors[name] ? <FormattedMessage id={errors[name]} values={{ days: ONE_TIME_PASSWORD_DAYS }} /> : null,
    onType: (value: string) => type(name, value),
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
            {ended === 'lost' && !hasFailed && forgotten === 'no' && (
              <PlainAlert type="info" title={<FormattedMessage id="login.ended" />} />
            )}
            {forgotten === 'changed' && !hasFailed && (
              <PlainAlert type="success" role="status" title={<FormattedMessage id="forgotten.changed" />} />
            )}
            {failure && <FailureAlert title="login.failed" error={failure} />}
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
