import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths';
import { MessageScreen } from '../../shared/ui/feedback/MessageScreen';

/** Never existed, deleted, or someone else's: the server answers 404 to all three. */
export function NoSuchUnit() {
  return (
    <MessageScreen status="info" title="units.no_such_title" text="units.no_such">
      <Link to={paths.units.to()}>
        <FormattedMessage id="units.to_list" />
      </Link>
    </MessageScreen>
  );
}
