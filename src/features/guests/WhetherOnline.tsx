import { FormattedMessage } from 'react-intl';
import type { GuestDetails } from '../../contract/guests';
import type { Session } from '../../contract/sessions';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/Bytes';
import { Moment } from '../../shared/ui/Moment';
import { useNow } from '../../shared/ui/useNow';
import { isExpired, isOver } from './guestValidity';
import { useSessionsOfGuest } from './useSessionsOfGuest';

interface WhetherOnlineProps {
  guest: GuestDetails;
  /** Its id in sessions; for an archived guest not its own id. */
  userId: number;
}

/** Whether a guest is online, or else the first reason an access point would find. Goes by the guest alone until its sessions load. */
export function WhetherOnline({ guest, userId }: WhetherOnlineProps) {
  const now = useNow();
  const { data: running } = useSessionsOfGuest(userId, guest.hotspot_id, true);
  const { data: ended } = useSessionsOfGuest(userId, guest.hotspot_id, false);
  const { max_navigation_traffic: maxTraffic, max_navigation_time: maxTime } = guest;
  const { used_today_traffic: traffic = 0, used_today_time: time = 0 } = guest;

  const until = <Moment at={guest.valid_until} />;
  const session = running?.data[0];
  if (session) {
    return (
      <FormattedMessage id="guests.state_online" values={{ since: <Moment at={session.start_time} />, unit: session.unit.name || '–' }} />
    );
  }
  if (isExpired(guest, now)) return <FormattedMessage id="guests.state_expired" values={{ moment: until }} />;
  if (!running || !ended) return <FormattedMessage id="guests.state_valid" values={{ moment: until }} />;
  if (guest.valid_from !== null && Date.parse(guest.valid_from) > now) {
    return <FormattedMessage id="guests.state_early" values={{ moment: <Moment at={guest.valid_from} /> }} />;
  }
  if (isOver(traffic, maxTraffic)) {
    return (
      <FormattedMessage id="guests.state_traffic" values={{ used: <Bytes amount={traffic} />, limit: <Bytes amount={maxTraffic} /> }} />
    );
  }
  if (isOver(time, maxTime)) {
    return <FormattedMessage id="guests.state_time" values={{ used: formatDuration(time), limit: formatDuration(maxTime) }} />;
  }
  if (ended.total === 0) return <FormattedMessage id="guests.state_never" values={{ moment: until }} />;
  // Without sorting, the newest session is only known if all of them were read.
  const last = ended.isSorted || ended.data.length === ended.total ? latestOf(ended.data) : null;
  return last === null ? (
    <FormattedMessage id="guests.state_away" values={{ moment: until }} />
  ) : (
    <FormattedMessage id="guests.state_offline" values={{ last: <Moment at={last} />, moment: until }} />
  );
}

/** When the latest session ended; ISO moments in one zone sort as text. */
function latestOf(sessions: readonly Session[]): string | null {
  return (
    sessions
      .flatMap(({ stop_time }) => stop_time ?? [])
      .sort()
      .at(-1) ?? null
  );
}
