import { Result } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link, Navigate } from 'react-router-dom';
import { selectUser } from '../features/auth/slice';
import { paths } from '../shared/paths';
import { useTitle } from '../shared/ui/useTitle';
import type { RouteRow } from './routes';

/** The guard: a screen shows to the roles of its row alone. Hiding is courtesy; the server refuses too (spec 1 §2). */
export function RequireRole({ row, children }: { row: RouteRow; children: ReactNode }) {
  const user = useSelector(selectUser);
  useTitle(row.title);
  if (!user) return null;
  if (row.roles.includes(user.account_type)) return children;
  if (row.elsewhere) return <Navigate to={row.elsewhere(user)} replace />;
  return (
    <Result
      status="warning"
      title={<FormattedMessage id="routes.not_allowed_title" />}
      subTitle={<FormattedMessage id="routes.not_allowed" />}
      extra={
        <Link to={paths.dashboard.to()}>
          <FormattedMessage id="routes.home" />
        </Link>
      }
    />
  );
}
