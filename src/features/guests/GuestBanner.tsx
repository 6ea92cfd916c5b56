import { CheckCircleOutlined, ClockCircleOutlined, HistoryOutlined, StopOutlined, WifiOutlined } from '@ant-design/icons';
import { Alert, Button, type AlertProps } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import type { GuestDetails } from '../../contract/guests';
import { formatDuration } from '../../shared/format/durations';
import { Bytes } from '../../shared/ui/Bytes';
import { Moment } from '../../shared/ui/Moment';
import { useNow } from '../../shared/ui/useNow';
import type { HoldingSessions } from '../sessions/slice';
import { selectGuestState, type GuestState, type GuestStatus } from './guestState';
import { useSessionsOfGuest } from './useSessionsOfGuest';

interface Look {
  status: GuestStatus;
  type: NonNullable<AlertProps['type']>;
  icon: ReactNode;
}

const ACTIVE: Look = { status: 'active', type: 'info', icon: <CheckCircleOutlined aria-hidden /> };
const OVER: Look = { status: 'over', type: 'error', icon: <StopOutlined aria-hidden /> };

const LOOKS: Record<GuestState['kind'], Look> = {
  online: { status: 'online', type: 'success', icon: <WifiOutlined aria-hidden /> },
  expired: { status: 'expired', type: 'warning', icon: <HistoryOutlined aria-hidden /> },
  early: { status: 'early', type: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  traffic: OVER,
  time: OVER,
  never: ACTIVE,
  away: ACTIVE,
  valid: ACTIVE,
  offline: ACTIVE,
};

/** The states that extending access fixes. */
const HELPED = new Set<GuestState['kind']>(['expired', 'traffic', 'time']);

interface GuestBannerProps {
  guest: GuestDetails;
  /** The guest's id in sessions; for an archived guest not its own id. */
  userId: number;
  onExtend: () => void;
}

/** A guest's status with its cause, and the action a desk needs most: whether a guest is online, and if not, why and what to do. */
export function GuestBanner({ guest, userId, onExtend }: GuestBannerProps) {
  const now = useNow();
  useSessionsOfGuest(userId, guest.hotspot_id, true);
  useSessionsOfGuest(userId, guest.hotspot_id, false);
  const state = useSelector((held: HoldingSessions) => selectGuestState(held, guest, userId, now));
  const { status, type, icon } = LOOKS[state.kind];
  return (
    <Alert
      className="guest-banner"
      role="status"
      type={type}
      showIcon
      icon={icon}
      title={<FormattedMessage id={`guests.status_${status}`} />}
      description={
        <span>
          <Cause guest={guest} state={state} />
        </span>
      }
      action={
        <Button type={HELPED.has(state.kind) ? 'primary' : 'default'} onClick={onExtend}>
          <FormattedMessage id="guests.extend" />
        </Button>
      }
    />
  );
}

function Cause({ guest, state }: { guest: GuestDetails; state: GuestState }) {
  const { max_navigation_traffic: maxTraffic, max_navigation_time: maxTime } = guest;
  const { used_today_traffic: traffic = 0, used_today_time: time = 0 } = guest;
  const until = <Moment at={guest.valid_until} />;
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
