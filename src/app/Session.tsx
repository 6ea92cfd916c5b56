import { startTransition, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { may, managesSeveralHotspots } from '../contract/plain/roles';
import { HOTSPOT_ZONE } from '../contract/plain/wire';
import { accountsApi, useGetAccountQuery } from '../features/accounts/api';
import { LoginPage } from '../features/auth/LoginPage';
import { selectEnded, selectUser, type LoggedUser } from '../features/auth/slice';
import { dashboardApi, useGetOwnSmsQuery } from '../features/dashboard/api';
import { loginLost } from '../shared/sendRequest';
import { capabilities } from '../shared/backEnd/capabilities';
import { failureOf, isVerdict } from '../shared/failure';
import { selectPathname } from '../shared/location';
import { paths } from '../shared/paths';
import { selectLanguage } from '../shared/preferences';
import { MessageScreen } from '../shared/ui/feedback/MessageScreen';
import { classes } from '../shared/ui/plain/classes';
import { PlainButton } from '../shared/ui/plain/PlainButton';
import { loadFrame, prepareFrame } from './frame';
import { Console, ConsoleProviders, OneTimePasswordPage, SecondFactorSetUpPage } from './lazyParts';
import { signOut } from './signOut';
import type { Store } from './store';
import { useConsoleStore } from './useConsoleStore';
import { useIsMenuFolded } from './useIsMenuFolded';
import screenFailedStyles from './ScreenFailed.module.css';
import styles from './Session.module.css';

/**
 * The sign-in screen, or the console once signed in. The address doesn't change, so signing in again returns to the same screen. While
 * somebody types a password, the console is rendered ahead in the background.
 */
export function Session() {
  const signedIn = useSelector(selectUser);
  // Until the first requests are out, the sign-in screen stays: what else is rendered meanwhile would be thrown away.
  const [isEntering, setEntering] = useState(false);
  const user = isEntering ? null : signedIn;
  const language = useSelector(selectLanguage);
  const isSignedIn = user !== null;
  const store = useConsoleStore();
  const [signedInId, setSignedInId] = useState<number | null>(null);
  // Whether the frame has been loaded. Until then it isn't rendered: React would keep the fallback for 300 ms for each missing part.
  const [isReady, setReady] = useState(false);
  const [stored] = useState(user);
  const isLost = useSelector(selectEnded) === 'lost';
  useEffect(() => {
    const ready = () => setReady(true);
    // Ignore failures here: the part that is missing reports them.
    if (isSignedIn) void loadFrame(language).then(ready);
    // Load it while the user fills in the form.
    else return prepareFrame(language, () => startTransition(ready));
    return undefined;
  }, [isSignedIn, language]);
  useEffect(() => {
    if (stored && isThrough(stored)) requestFirst(store, stored);
  }, [stored, store]);
  const isForGuests = useSelector(selectPathname).endsWith('/counter/guest');
  const dispatch = useDispatch();
  const account = useConfirmedAccount(user, signedInId);
  const visit = useVisit(user);
  if (!user && isForGuests) return <main />;
  // The window turned to the guest has no bars.
  const shape = isForGuests ? <Loading /> : <ConsoleShape />;
  const beginSession = ({ id, account_type }: Pick<LoggedUser, 'id' | 'account_type'>) => {
    requestFirst(store, { id, account_type });
    // Rendering the console blocks the main thread, so let the requests go out first. Then flush, so that also the parts that were rendered
    // ahead are shown at once.
    setEntering(true);
    setTimeout(() =>
      flushSync(() => {
        setEntering(false);
        setSignedInId(id);
      }),
    );
  };
  const mayEnter = user !== null && isThrough(user);
  return (
    <>
      {!user && <LoginPage onSubmit={() => void loadFrame(language)} onSignedIn={beginSession} Providers={ConsoleProviders} />}
      {user?.must_change_password && (
        <Suspense fallback={<Loading />}>
          <ConsoleProviders>
            <OneTimePasswordPage user={user} />
          </ConsoleProviders>
        </Suspense>
      )}
      {user?.second_factor_missing && !user.must_change_password && (
        <Suspense fallback={<Loading />}>
          <ConsoleProviders>
            <SecondFactorSetUpPage user={user} onSignOut={() => void signOut(dispatch)} />
          </ConsoleProviders>
        </Suspense>
      )}
      {mayEnter && (account === 'loading' || (account === 'confirmed' && !isReady)) && shape}
      {mayEnter && account !== 'loading' && account !== 'confirmed' && <NotChecked onRetry={account.retry} />}
      {isReady && (mayEnter ? user.info !== null || isExpected(user) : !user && !isLost) && (
        // Don't render ahead after a lost login: somebody else may sign in next and start at another address. Keyed by visit, so that local
        // state and unsaved input are discarded when another tab signs in as somebody else, and what was rendered ahead when it was for
        // another role.
        <Suspense key={visit} fallback={account === 'confirmed' && shape}>
          <Console isShown={mayEnter && account === 'confirmed'} />
        </Suspense>
      )}
    </>
  );
}

/** Whether nothing is asked of somebody before the console: neither a password of their own nor a second factor. */
const isThrough = (user: LoggedUser): boolean => !user.must_change_password && user.second_factor_missing !== true;

/**
 * Whether the console was rendered ahead for a user of this role (`expecting.ts`). Other roles must not see it, not even for a moment: its
 * effects would request what they may not read.
 */
const isExpected = (user: LoggedUser): boolean => managesSeveralHotspots(user.account_type);

/**
 * A number that changes when the user signs out, when somebody signs in for whom the console wasn't rendered ahead, and when the address
 * changes while nobody is signed in.
 */
function useVisit(user: LoggedUser | null): number {
  const id = user?.id ?? null;
  const [visit, setVisit] = useState({ id, count: 0 });
  if (visit.id !== id) setVisit({ id, count: visit.id === null && user && isExpected(user) ? visit.count : visit.count + 1 });
  useEffect(() => {
    if (id !== null) return undefined;
    const moved = () => setVisit(({ count }) => ({ id, count: count + 1 }));
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, [id]);
  return visit.count;
}

/**
 * Whether the console may be shown: for a stored session only once the server has confirmed it (AUTH-11).
 *
 * @param signedInId id of the user who has just signed in in this tab
 */
function useConfirmedAccount(user: LoggedUser | null, signedInId: number | null): 'loading' | 'confirmed' | { retry: () => void } {
  const dispatch = useDispatch();
  const skip = !user || !isThrough(user);
  const { data: account, error, refetch } = useGetAccountQuery(user?.id ?? 0, { skip });
  const failure = error && failureOf(error);
  // A definite refusal ends the session (AUTH-12), e.g. because the account has been deleted.
  const isRefused = failure !== undefined && isVerdict(failure);
  useEffect(() => {
    if (isRefused) dispatch(loginLost());
  }, [isRefused, dispatch]);

  // Only resellers have an SMS pack.
  useGetOwnSmsQuery(undefined, { skip: !account || user?.account_type !== 'reseller' });

  if (!user) return 'loading';
  // The account is still stored and the server is merely unreachable or busy: show the console, whose screens report their own failures.
  const isKnown = user.info !== null && (account !== undefined || failure?.kind === 'away' || failure?.kind === 'busy');
  if (error && !isKnown) return { retry: () => void refetch() };
  // Screens of roles that run several hotspots don't need the account: render them while it loads.
  const isNew = user.id === signedInId;
  return isKnown || (isNew && user.info === null && managesSeveralHotspots(user.account_type)) ? 'confirmed' : 'loading';
}

function NotChecked({ onRetry }: { onRetry: () => void }) {
  const dispatch = useDispatch();
  return (
    <main>
      <MessageScreen status="warning" title="session.not_checked_title" text="session.not_checked">
        <div className={screenFailedStyles.plainActions}>
          <PlainButton look="primary" onClick={onRetry}>
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

/** Requests the account and, in parallel, what the frame and the dashboard show first. */
function requestFirst(store: Store, { id, account_type: role }: Pick<LoggedUser, 'id' | 'account_type'>): void {
  const { hasAttentionList, hasDashboard } = capabilities();
  store.dispatch(accountsApi.util.prefetch('getAccount', id, {}));
  if (hasAttentionList && may(role, 'attention.list')) store.dispatch(dashboardApi.util.prefetch('listAttention', undefined, {}));
  const isDashboard = selectPathname(store.getState()) === paths.dashboard.to();
  if (isDashboard && hasDashboard && may(role, 'dashboard.read'))
    store.dispatch(dashboardApi.util.prefetch('getDashboard', HOTSPOT_ZONE, {}));
}

function Loading({ className }: { className?: string | undefined }) {
  return (
    <main className={classes(styles.plainLoading, className)} aria-busy>
      {Array.from({ length: 6 }, (_, line) => (
        <span key={line} />
      ))}
    </main>
  );
}

/** The console's bars, and lines where its screen will be: on a slow line a stored login takes seconds to be confirmed. */
function ConsoleShape() {
  const isFolded = useIsMenuFolded();
  return <Loading className={classes(styles.withBars, isFolded && styles.folded)} />;
}
