import { Button, Flex, Result, Skeleton } from 'antd';
import { lazy, Suspense, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useGetAccountQuery } from '../features/accounts/api';
import { LoginPage } from '../features/auth/LoginPage';
import { accountRead, selectUser, type LoggedUser } from '../features/auth/slice';
import { failureOf } from '../shared/failure';
import { signOut } from './signOut';

const loadConsole = async () => ({ default: (await import('./Console')).Console });
const Console = lazy(loadConsole);
const OneTimePasswordPage = lazy(async () => ({ default: (await import('../features/auth/OneTimePasswordPage')).OneTimePasswordPage }));

/**
 * The log-in screen, or the console of who is signed in. It stands in the place where somebody was: who has to sign in again
 * comes back to the same screen.
 */
export function Session() {
  const user = useSelector(selectUser);
  // The console loads while the server looks at the password.
  if (!user) return <LoginPage onSubmit={() => void loadConsole()} />;
  return (
    <Suspense fallback={<Loading />}>{user.must_change_password ? <OneTimePasswordPage user={user} /> : <SignedIn user={user} />}</Suspense>
  );
}

/** A stored log-in counts once the server has answered for it (spec 1 §4). */
function SignedIn({ user }: { user: LoggedUser }) {
  const dispatch = useDispatch();
  const { data: account, error, refetch } = useGetAccountQuery(user.id);
  useEffect(() => {
    if (account) dispatch(accountRead(account));
  }, [account, dispatch]);

  if (user.info && (account || failedLater(error))) return <Console />;
  if (error) {
    return (
      <Result
        status="warning"
        title={<FormattedMessage id="session.not_checked_title" />}
        subTitle={<FormattedMessage id="session.not_checked" />}
        extra={[
          <Button key="again" type="primary" onClick={() => void refetch()}>
            <FormattedMessage id="common.try_again" />
          </Button>,
          <Button key="out" onClick={() => void signOut()}>
            <FormattedMessage id="menu.logout" />
          </Button>,
        ]}
      />
    );
  }
  return <Loading />;
}

/** The server is away, but who it is was known before: the console shows, with its banner. */
function failedLater(error: Parameters<typeof failureOf>[0] | undefined): boolean {
  return error !== undefined && failureOf(error).kind === 'away';
}

function Loading() {
  return (
    <Flex style={{ padding: 32 }}>
      <Skeleton active title paragraph={{ rows: 6 }} />
    </Flex>
  );
}
