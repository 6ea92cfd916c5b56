import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link, Navigate } from 'react-router-dom';
import { selectUser } from '../features/auth/slice';
import { capabilities } from '../shared/backEnd/capabilities';
import { paths } from '../shared/paths';
import { MessageScreen } from '../shared/ui/feedback/MessageScreen';
import { useTitle } from '../shared/ui/page/useTitle';
import type { RouteRow } from './routes';
import { UnknownPage } from './UnknownPage';

/** Shows a screen only to the roles in its route row. This is only for usability: the server enforces the same rules (ROL-09). */
export function RequireRole({ row, children }: { row: RouteRow; children: ReactNode }) {
  const user = useSelector(selectUser);
  if (!user) return null;
  if (row.needs && !capabilities()[row.needs]) return <UnknownPage />;
  const isAllowed = row.roles.includes(user.account_type);
  if (!isAllowed && row.elsewhere) return <Navigate to={row.elsewhere(user)} replace />;
  return (
    <>
      <Title message={isAllowed ? row.title : 'routes.not_allowed_title'} />
      {isAllowed ? children : <NotAllowed />}
    </>
  );
}

function NotAllowed() {
  return (
    <MessageScreen status="warning" title="routes.not_allowed_title" text="routes.not_allowed">
      <Link to={paths.dashboard.to()}>
        <FormattedMessage id="routes.home" />
      </Link>
    </MessageScreen>
  );
}

/** Rendered before the screen, not around it, so that a screen can override it with a more specific title. */
function Title({ message }: { message: RouteRow['title'] }) {
  useTitle(message);
  return null;
}
