import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import type { GuestDetails } from '../../contract/guests';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/Bytes';
import { Moment } from '../../shared/ui/Moment';
import { useNow } from '../../shared/ui/useNow';
import type { HoldingSessions } from '../sessions/slice';
import { selectGuestState } from './guestState';
import { useSessionsOfGuest } from './useSessionsOfGuest';

interface WhetherOnlineProps {
  guest: GuestDetails;
  /** Its id in sessions; for an archived guest not its own id. */
  userId: number;
}

/** Whether a guest is online, or why not. */
export function WhetherOnline({ guest, userId }: WhetherOnlineProps) {
  const now = useNow();
  useSessionsOfGuest(userId, guest.hotspot_id, true);
  useSessionsOfGuest(userId, guest.hotspot_id, false);
  const { max_navigation_traffic: maxTraffic, max_navigation_time: maxTime } = guest;
  const { used_today_traffic: traffic = 0, used_today_time: time = 0 } = guest;
  const until = <Moment at={guest.valid_until} />;
  const state = useSelector((held: HoldingSessions) => selectGuestState(held, guest, userId, now));
  switch (state.kind) {
    case 'online':
      return (
        <FormattedMessage
          id="guests.state_online"
          values={{ since: <Moment at={state.session.start_time} />, unit: state.session.unit.name || '–' }}
        />
      );
    case 'expired':
      return <FormattedMessage id="guests.state_expired" values={{ moment: until }} />;
    case 'valid':
      return <FormattedMessage id="guests.state_valid" values={{ moment: until }} />;
    case 'early':
      return <FormattedMessage id="guests.state_early" values={{ moment: <Moment at={guest.valid_from} /> }} />;
    case 'traffic':
      return (
        <FormattedMessage id="guests.state_traffic" values={{ used: <Bytes amount={traffic} />, limit: <Bytes amount={maxTraffic} /> }} />
      );
    case 'time':
      return <FormattedMessage id="guests.state_time" values={{ used: formatDuration(time), limit: formatDuration(maxTime) }} />;
    case 'never':
      return <FormattedMessage id="guests.state_never" values={{ moment: until }} />;
    case 'away':
      return <FormattedMessage id="guests.state_away" values={{ moment: until }} />;
    case 'offline':
      return <FormattedMessage id="guests.state_offline" values={{ last: <Moment at={state.last} />, moment: until }} />;
  }
}
