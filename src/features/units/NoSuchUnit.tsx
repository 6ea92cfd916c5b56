import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths';
import { DeadEnd } from '../../shared/ui/DeadEnd';

/** Never existed, deleted, or someone else's: the server answers 404 to all three. */
export function NoSuchUnit() {
  return (
    <DeadEnd status="info" title="units.no_such_title" text="units.no_such">
      <Link to={paths.units.to()}>
        <FormattedMessage id="units.to_list" />
      </Link>
    </DeadEnd>
  );
}
