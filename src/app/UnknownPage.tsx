import { Result } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../shared/paths';
import { useTitle } from '../shared/ui/useTitle';

/** An address that leads nowhere says so, and leads home. */
export function UnknownPage() {
  useTitle('routes.unknown_title');
  return (
    <Result
      status="info"
      title={<FormattedMessage id="routes.unknown_title" />}
      subTitle={<FormattedMessage id="routes.unknown" />}
      extra={
        <Link to={paths.dashboard.to()}>
          <FormattedMessage id="routes.home" />
        </Link>
      }
    />
  );
}
