import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { Alert, Button, Flex, type AlertProps } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { RefusalCode } from '../../contract/plain/access';
import type { GuestAccess, GuestDetails } from '../../contract/guests';
import { capabilities } from '../../shared/backEnd/capabilities';
import { paths } from '../../shared/paths';
import { Moment } from '../../shared/ui/facts/Moment';
import { RemainingAccess } from '../../shared/ui/facts/RemainingAccess';
import { RefusalReason } from '../../shared/ui/feedback/RefusalReason';
import { RetryButton } from '../../shared/ui/feedback/RetryButton';
import { useNow } from '../../shared/ui/facts/useNow';
import type { HoldingSessions } from '../sessions/slice';
import { selectGuestState, type GuestState, type GuestStatus } from './guestState';
import { useGuestAccess } from './useGuestAccess';
import { useSessionsOfGuest } from './useSessionsOfGuest';
import { classes } from '../../shared/ui/plain/classes';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './GuestBanner.module.css';

interface Look {
  status: GuestStatus | 'refused';
  type: NonNullable<AlertProps['type']>;
  icon: ReactNode;
}

const ACTIVE: Look = { status: 'active', type: 'info', icon: <CheckCircleOutlined aria-hidden /> };
const EXPIRED: Look = { status: 'expired', type: 'warning', icon: <HistoryOutlined aria-hidden /> };
const EARLY: Look = { status: 'early', type: 'warning', icon: <ClockCircleOutlined aria-hidden /> };
const OVER: Look = { status: 'over', type: 'error', icon: <StopOutlined aria-hidden /> };
const REFUSED: Look = { status: 'refused', type: 'warning', icon: <StopOutlined aria-hidden /> };

const LOOKS: Record<Exclude<GuestState['kind'], 'refused'>, Look> = {
  online: { status: 'online', type: 'success', icon: <WifiOutlined aria-hidden /> },
  no_unit: REFUSED,
  expired: EXPIRED,
  early: EARLY,
  never: ACTIVE,
  away: ACTIVE,
  valid: ACTIVE,
  offline: ACTIVE,
};

/** Refusals that are shown in a way of their own. */
const REFUSALS: Partial<Record<RefusalCode, Look>> = {
  expired: EXPIRED,
  too_early: EARLY,
  used_up_today: OVER,
  time_used_up: OVER,
  traffic_used_up: OVER,
  no_uses_left: OVER,
};

const lookOf = (state: GuestState): Look => (state.kind === 'refused' ? (REFUSALS[state.refusal] ?? REFUSED) : LOOKS[state.kind]);

/** Whether extending access would let the guest in again. */
const isExtendable = (state: GuestState): boolean =>
  state.kind === 'expired' || (state.kind === 'refused' && (state.refusal === 'expired' || state.refusal === 'used_up_today'));

interface GuestBannerProps {
  guest: GuestDetails;
  /** The guest's id in sessions, which for an archived guest isn't their current id. */
  userId: number;
  onExtend: () => void;
}

/** A guest's status with its cause, and the action a desk needs most: whether a guest is online, and if not, why and what to do. */
export function GuestBanner({ guest, userId, onExtend }: GuestBannerProps) {
  const now = useNow();
  useSessionsOfGuest(userId, guest.hotspot_id, true);
  useSessionsOfGuest(userId, guest.hotspot_id, false);
  const { isExplained, access, isError, refetch } = useGuestAccess(guest);
  const state = useSelector((held: HoldingSessions) => selectGuestState(held, guest, userId, access, now));
  const extend = (isPrimary: boolean) => (
    <Button type={isPrimary ? 'primary' : 'default'} onClick={onExtend}>
      <FormattedMessage id="guests.extend" />
    </Button>
  );
  if (isExplained && access === undefined && state.kind !== 'online') {
    if (!isError) return <LoadingRows rows={2} />;
    return <NotChecked onRetry={refetch} extend={extend(false)} />;
  }
  const { status, type, icon } = lookOf(state);
  return (
    <Alert
      className={classes(styles.guestBanner)}
      role="status"
      type={type}
      showIcon
      icon={icon}
      title={<FormattedMessage id={`guests.status_${status}`} />}
      description={
        <Flex vertical>
          <span>
            <Cause state={state} until={access ? access.until : guest.valid_until} from={guest.valid_from} zone={guest.zone} />
          </span>
          {state.kind === 'refused' ? (
            <Period refusal={state.refusal} until={access?.until ?? null} from={guest.valid_from} zone={guest.zone} />
          ) : (
            access && state.kind !== 'online' && <Restrictions access={access} />
          )}
          {capabilities().explainsAccess && state.kind !== 'online' && (
            <Link to={paths.why.to({ guest: guest.id, ...('user_id' in guest && { archived: 'true' as const }) })}>
              <FormattedMessage id="why.ask" />
            </Link>
          )}
        </Flex>
      }
      action={extend(isExtendable(state))}
    />
  );
}

function NotChecked({ onRetry, extend }: { onRetry: () => unknown; extend: ReactNode }) {
  return (
    <Alert
      className={classes(styles.guestBanner)}
      type="warning"
      showIcon
      title={<FormattedMessage id="guests.access_failed" />}
      action={
        <Flex gap={8} wrap>
          <RetryButton onRetry={onRetry} />
          {extend}
        </Flex>
      }
    />
  );
}

interface Validity {
  until: string | null;
  from: string | null;
  /** The hotspot's time zone. */
  zone: string | undefined;
}

/** `until` is null if the validity starts with the first login. */
function Cause({ state, until: end, from, zone }: Validity & { state: GuestState }) {
  const until = <Moment at={end} zone={zone} />;
  switch (state.kind) {
    case 'online':
      return (
        <FormattedMessage
          id="guests.state_online"
          values={{ since: <Moment at={state.session.start_time} />, unit: state.session.unit.name || '–' }}
        />
      );
    case 'refused':
      return <FormattedMessage id="guests.state_refused" values={{ reason: <RefusalReason code={state.refusal} /> }} />;
    case 'no_unit':
      return <FormattedMessage id="guests.state_no_unit" />;
    case 'expired':
      return <FormattedMessage id="guests.state_expired" values={{ moment: until }} />;
    case 'early':
      return <FormattedMessage id="guests.state_early" values={{ moment: <Moment at={from} zone={zone} /> }} />;
  }
  if (end === null) return <FormattedMessage id="guests.state_unstarted" />;
  switch (state.kind) {
    case 'valid':
      return <FormattedMessage id="guests.state_valid" values={{ moment: until }} />;
    case 'never':
      return <FormattedMessage id="guests.state_never" values={{ moment: until }} />;
    case 'away':
      return <FormattedMessage id="guests.state_away" values={{ moment: until }} />;
    case 'offline':
      return <FormattedMessage id="guests.state_offline" values={{ last: <Moment at={state.last} />, moment: until }} />;
  }
}

/** When the validity ended or begins, if that is why the guest is refused. */
function Period({ refusal, until, from, zone }: Validity & { refusal: RefusalCode }) {
  if (refusal === 'expired' && until !== null)
    return (
      <span>
        <FormattedMessage id="guests.state_expired" values={{ moment: <Moment at={until} zone={zone} /> }} />
      </span>
    );
  if (refusal !== 'too_early') return null;
  return (
    <span>
      <FormattedMessage id="guests.state_early" values={{ moment: <Moment at={from} zone={zone} /> }} />
    </span>
  );
}

/** What a guest who may be online has left, and which ways to log in are refused. */
function Restrictions({ access: { seconds_left: seconds, bytes_left: bytes, login_refusal, device_refusal } }: { access: GuestAccess }) {
  return (
    <>
      {(seconds !== null || bytes !== null) && (
        <span>
          <RemainingAccess seconds={seconds} bytes={bytes} />
        </span>
      )}
      {login_refusal !== null && (
        <span>
          <FormattedMessage id="guests.access_not_by_login" values={{ reason: <RefusalReason code={login_refusal} /> }} />
        </span>
      )}
      {device_refusal !== null && (
        <span>
          <FormattedMessage id="guests.access_not_by_device" values={{ reason: <RefusalReason code={device_refusal} /> }} />
        </span>
      )}
    </>
  );
}
