import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../shared/paths';
import { MessageScreen } from '../shared/ui/feedback/MessageScreen';
import { useTitle } from '../shared/ui/page/useTitle';

/** Shown for unknown addresses, with a link to the dashboard. */
export function UnknownPage() {
  useTitle('routes.unknown_title');
  return (
    <MessageScreen status="info" title="routes.unknown_title" text="routes.unknown">
      <Link to={paths.dashboard.to()}>
        <FormattedMessage id="routes.home" />
      </Link>
    </MessageScreen>
  );
}
