import { Badge } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Session } from '../../contract/sessions';
import { formatDuration } from '../../shared/format/durations';
import { formatBytes } from '../../shared/format/sizes';
import { paths } from '../../shared/paths';
import { Bytes } from '../../shared/ui/facts/Bytes';
import { Clipped, ClippedLink } from '../../shared/ui/facts/Clipped';
import type { Column } from '../../shared/ui/table/DataCards';
import { CodeText, DeviceMac } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { causeText } from './sessionCauses';

/** Sort keys that running and ended sessions share (contract/sessions.ts). */
export const SORTS = ['start_time', 'username', 'bytes_down', 'bytes_up', 'duration'] as const;
type Sort = (typeof SORTS)[number];

/** The guest's name, otherwise the username; '' once the guest was erased. */
export const guestOf = ({ user, username }: Session): string => (user.name === '' ? username : user.name);

/**
 * Columns of running or ended sessions. `withHotspot`: sessions may be of several hotspots; `withCause`: the back end says why sessions
 * ended.
 */
export function sessionColumns(isRunning: boolean, withHotspot: boolean, withCause: boolean): readonly Column<Session, Sort>[] {
  return [
    {
      key: 'username',
      title: 'sessions.user',
      sort: 'username',
      width: 108,
      grows: true,
      onPhone: 'name',
      cell: (session) => (
        <Link to={paths.session.to(session.id, isRunning)} className="clipped" title={guestOf(session)}>
          <bdi>{guestOf(session) === '' ? '-' : guestOf(session)}</bdi>
        </Link>
      ),
    },
    ...(withHotspot ? [HOTSPOT] : []),
    {
      key: 'unit',
      title: 'sessions.unit',
      width: 92,
      grows: true,
      onPhone: 'fact',
      cell: ({ unit }) => <UnitLink unit={unit} />,
    },
    {
      key: 'start_time',
      title: 'sessions.start_time',
      sort: 'start_time',
      width: 124,
      onPhone: 'fact',
      cell: ({ start_time }) => <Moment at={start_time} isShort />,
    },
    {
      key: 'duration',
      title: 'sessions.duration',
      sort: 'duration',
      width: 108,
      align: 'right',
      onPhone: 'fact',
      cell: ({ duration }) => formatDuration(duration),
    },
    {
      key: 'traffic',
      title: 'sessions.traffic',
      width: 104,
      align: 'right',
      onPhone: 'fact',
      cell: (session) => <Traffic session={session} />,
    },
    {
      // Same key in both tabs, so that the column keeps its position.
      key: 'latest',
      title: isRunning ? 'sessions.update_time' : 'sessions.stop_time',
      width: 144,
      onPhone: 'fact',
      cell: ({ update_time, stop_time }) => (
        <Badge
          color={isRunning ? 'var(--success)' : 'var(--textSoft)'}
          text={<Moment at={isRunning ? update_time : stop_time} isShort />}
        />
      ),
    },
    {
      key: 'device_mac',
      title: 'sessions.device_mac',
      width: 168,
      isExtra: true,
      cell: ({ device_mac }) => <DeviceMac mac={device_mac} />,
    },
    { key: 'ip_address', title: 'sessions.ip_address', isExtra: true, cell: ({ ip_address }) => <CodeText text={ip_address} /> },
    {
      key: 'bytes_down',
      title: 'sessions.bytes_down',
      sort: 'bytes_down',
      width: 120,
      align: 'right',
      isExtra: true,
      cell: ({ bytes_down }) => <Bytes amount={bytes_down} />,
    },
    {
      key: 'bytes_up',
      title: 'sessions.bytes_up',
      sort: 'bytes_up',
      width: 120,
      align: 'right',
      isExtra: true,
      cell: ({ bytes_up }) => <Bytes amount={bytes_up} />,
    },
    ...(withCause && !isRunning ? [CAUSE] : []),
  ];
}

const CAUSE: Column<Session, Sort> = {
  key: 'terminate_cause',
  title: 'sessions.terminate_cause',
  isExtra: true,
  cell: ({ terminate_cause }) => <Cause cause={terminate_cause} />,
};

function Cause({ cause }: { cause: string | undefined }) {
  const message = causeText(cause);
  return message === null ? '-' : <FormattedMessage id={message} />;
}

const HOTSPOT: Column<Session, Sort> = {
  key: 'hotspot',
  title: 'hotspots.one',
  width: 96,
  grows: true,
  onPhone: 'fact',
  cell: ({ hotspot_id, hotspot_name = '' }) => <ClippedLink to={paths.hotspot.to(hotspot_id)} text={hotspot_name} />,
};

/** Both directions added up; separately on hover. */
function Traffic({ session: { bytes_down, bytes_up } }: { session: Session }) {
  const intl = useIntl();
  const text = intl.formatMessage(
    { id: 'sessions.down_up' },
    { down: formatBytes(bytes_down, intl.locale), up: formatBytes(bytes_up, intl.locale) },
  );
  return (
    <span title={text}>
      <Bytes amount={bytes_down + bytes_up} />
    </span>
  );
}

/** A link to the unit by name; a deleted unit has no name. */
function UnitLink({ unit }: Pick<Session, 'unit'>) {
  if (unit.id === 0) return <Clipped text="" />;
  return (
    <Link to={paths.unit.to(unit.id)} className="clipped" title={unit.name}>
      <bdi>{unit.name}</bdi>
    </Link>
  );
}
