import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { MessageScreen } from './MessageScreen';

interface NoSuchProps {
  /** The noun whose texts are shown. */
  of: 'accounts' | 'guests' | 'hotspots' | 'sessions' | 'units';
  /** Where to go instead, and the label of that link. */
  to: string;
  link: 'accounts.to_list' | 'guests.to_list' | 'routes.home' | 'sessions.to_list' | 'units.to_list';
}

/** Shown for objects that never existed, were deleted, or belong to someone else: the server answers 404 to all three. */
export function NoSuch({ of, to, link }: NoSuchProps) {
  return (
    <MessageScreen status="info" title={`${of}.no_such_title`} text={`${of}.no_such`}>
      <Link to={to}>
        <FormattedMessage id={link} />
      </Link>
    </MessageScreen>
  );
}
