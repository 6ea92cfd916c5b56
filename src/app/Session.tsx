import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { Suspense, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { may, managesSeveralHotspots, type Role } from '../contract/roles';
import { HOTSPOT_ZONE } from '../contract/wire';
import { useGetAccountQuery } from '../features/accounts/api';
import { LoginPage } from '../features/auth/LoginPage';
import { selectUser, type LoggedUser } from '../features/auth/slice';
import { dashboardApi, useGetOwnSmsQuery } from '../features/dashboard/api';
import { loginLost } from '../shared/api';
import { capabilities } from '../shared/backEnd/capabilities';
import { failureOf, isVerdict } from '../shared/failure';
import { selectPathname } from '../shared/location';
import { paths } from '../shared/paths';
import { selectLanguage } from '../shared/preferences';
import { MessageScreen } from '../shared/ui/feedback/MessageScreen';
import { PlainButton } from '../shared/ui/plain/PlainButton';
import { loadFrame, prepareFrame } from './preload';
import { Console, ConsoleProviders, OneTimePasswordPage } from './lazyParts';
import { signOut } from './signOut';
import { useConsoleStore } from './useConsoleStore';

/**
 * The sign-in screen, or the console once signed in. The address doesn't change, so signing in again returns to the same screen.
 */
export function Session() {
  const user = useSelector(selectUser);
  const language = useSelector(selectLanguage);
  const isSignedIn = user !== null;
  const confirmUnsaved = useConfirmUnsaved();
  const [newcomer, setNewcomer] = useState<number | null>(null);
  const store = useConsoleStore();
  // Preload while the user fills in the form.
  useEffect(() => (isSignedIn ? undefined : prepareFrame(store, language)), [isSignedIn, store, language]);
  const isForGuests = useSelector(selectPathname).endsWith('/counter/guest');
  if (!user && isForGuests) return <main />;
  if (!user) {
    const beginSession = ({ id, account_type }: Pick<LoggedUser, 'id' | 'account_type'>) => {
      confirmUnsaved(account_type);
      // Rendering the console blocks the main thread, so let the requests go out first.
      setTimeout(() => setNewcomer(id));
    };
    return <LoginPage onSubmit={() => void loadFrame(language)} onSignedIn={beginSession} Providers={ConsoleProviders} />;
  }
  return (
    // Keyed by user: when another tab signs in as somebody else, local state and unsaved input are discarded.
    <Suspense key={user.id} fallback={<Loading />}>
      {user.must_change_password ? (
        <ConsoleProviders>
          <OneTimePasswordPage user={user} />
        </ConsoleProviders>
      ) : (
        <SignedIn user={user} isNew={user.id === newcomer} />
      )}
    </Suspense>
  );
}

/** Accepts a stored session only once the server has confirmed it (AUTH-11). `isNew`: the user has just signed in here. */
function SignedIn({ user, isNew }: { user: LoggedUser; isNew: boolean }) {
  const dispatch = useDispatch();
  const { data: account, error, refetch } = useGetAccountQuery(user.id);
  const failure = error && failureOf(error);
  // A definite refusal ends the session (AUTH-12), e.g. because the account has been deleted.
  const isRefused = failure !== undefined && isVerdict(failure);
  useEffect(() => {
    if (isRefused) dispatch(loginLost());
  }, [isRefused, dispatch]);

  // Only resellers have an SMS pack.
  useGetOwnSmsQuery(undefined, { skip: !account || user.account_type !== 'reseller' });

  // The account is still stored and the server is merely unreachable or busy: show the console, whose screens report their own failures.
  const isKnown = user.info !== null && (account !== undefined || failure?.kind === 'away' || failure?.kind === 'busy');
  if (error && !isKnown) {
    return (
      <main>
        <MessageScreen status="warning" title="session.not_checked_title" text="session.not_checked">
          <div className="plain-actions">
            <PlainButton look="primary" onClick={() => void refetch()}>
              <FormattedMessage id="common.try_again" />
            </PlainButton>
            <PlainButton onClick={() => void signOut(dispatch)}>
              <FormattedMessage id="menu.logout" />
            </PlainButton>
          </div>
        </MessageScreen>
      </main>
    );
  }
  // Screens of roles that run several hotspots don't need the account: render them while it loads.
  const isShown = isKnown || (isNew && !error && user.info === null && managesSeveralHotspots(user.account_type));
  // For the others, antd's theme is prepared meanwhile.
  return <ConsoleProviders>{isShown ? <Console /> : <Loading />}</ConsoleProviders>;
}

/** Prefetches what the frame and the dashboard show first, in parallel with the account instead of after it. */
function useConfirmUnsaved(): (role: Role) => void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const isDashboard = useSelector(selectPathname) === paths.dashboard.to();
  return (role) => {
    const { hasAttentionList, hasDashboard } = capabilities();
    if (hasAttentionList && may(role, 'attention.list')) dispatch(dashboardApi.util.prefetch('listAttention', undefined, {}));
    if (isDashboard && hasDashboard && may(role, 'dashboard.read')) dispatch(dashboardApi.util.prefetch('getDashboard', HOTSPOT_ZONE, {}));
  };
}

function Loading() {
  return (
    <main className="plain-loading" aria-busy>
      {Array.from({ length: 6 }, (_, line) => (
        <span key={line} />
      ))}
    </main>
  );
}
