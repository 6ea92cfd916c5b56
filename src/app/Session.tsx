import { Button, Flex, Skeleton } from 'antd';
import { lazy, Suspense, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useGetAccountQuery } from '../features/accounts/api';
import { LoginPage } from '../features/auth/LoginPage';
import { selectUser, type LoggedUser } from '../features/auth/slice';
import { useGetOwnSmsQuery } from '../features/dashboard/api';
import { loginLost } from '../shared/api';
import { failureOf, isVerdict } from '../shared/failure';
import { DeadEnd } from '../shared/ui/DeadEnd';
import { loadPart } from './lostFiles';
import { signOut } from './signOut';

const loadConsole = async () => ({ default: (await loadPart(() => import('./Console'))).Console });
const Console = lazy(loadConsole);
const OneTimePasswordPage = lazy(async () => ({
  default: (await loadPart(() => import('../features/auth/OneTimePasswordPage'))).OneTimePasswordPage,
}));

/**
 * The login screen, or the console once somebody is signed in. The address doesn't change, so signing in again returns to the same
 * screen.
 */
export function Session() {
  const user = useSelector(selectUser);
  // Load the console while the server checks the password. If that fails, it fails again where it is needed, and is shown.
  if (!user) return <LoginPage onSubmit={() => void loadConsole().catch(() => undefined)} />;
  return (
    // The key: when another tab signs in as somebody else, nothing that is open or typed here stays.
    <Suspense key={user.id} fallback={<Loading />}>
      {user.must_change_password ? <OneTimePasswordPage user={user} /> : <SignedIn user={user} />}
    </Suspense>
  );
}

/** A stored session counts only once the server has confirmed it (AUTH-11). */
function SignedIn({ user }: { user: LoggedUser }) {
  const dispatch = useDispatch();
  const { data: account, error, refetch } = useGetAccountQuery(user.id);
  const failure = error && failureOf(error);
  // Ends the session (AUTH-12): the account may have been deleted, for instance.
  const isRefused = failure !== undefined && isVerdict(failure);
  useEffect(() => {
    if (isRefused) dispatch(loginLost());
  }, [isRefused, dispatch]);

  // Only resellers have an SMS pack.
  useGetOwnSmsQuery(undefined, { skip: !account || user.account_type !== 'reseller' });

  // The account is stored from before, so show the console; it says what it can't read.
  if (user.info && (account || failure?.kind === 'away' || failure?.kind === 'busy')) return <Console />;
  if (error) {
    return (
      <main>
        <DeadEnd status="warning" title="session.not_checked_title" text="session.not_checked">
          <Flex gap={8} justify="center">
            <Button type="primary" onClick={() => void refetch()}>
              <FormattedMessage id="common.try_again" />
            </Button>
            <Button onClick={() => void signOut(dispatch)}>
              <FormattedMessage id="menu.logout" />
            </Button>
          </Flex>
        </DeadEnd>
      </main>
    );
  }
  return <Loading />;
}

function Loading() {
  return (
    <Flex component="main" style={{ padding: 32 }}>
      <Skeleton active title={false} paragraph={{ rows: 6 }} />
    </Flex>
  );
}
