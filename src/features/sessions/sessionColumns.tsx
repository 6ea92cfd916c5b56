import { Link } from 'react-router-dom';
import type { Session } from '../../contract/sessions';
import { formatDuration } from '../../shared/format/durations';
import { paths } from '../../shared/paths';
import { Bytes } from '../../shared/ui/Bytes';
import type { Column } from '../../shared/ui/DataTable';
import { CodeText } from '../../shared/ui/Facts';
import { Moment } from '../../shared/ui/Moment';

/** Sort keys that both kinds of sessions have (contract/sessions.ts). */
export const SORTS = ['start_time', 'username', 'bytes_down', 'bytes_up', 'duration'] as const;
type Sort = (typeof SORTS)[number];

/** The guest's name, else its username; empty once the guest was erased. */
export const guestOf = ({ user, username }: Session): string => (user.name === '' ? username : user.name);

/** The columns of running or of ended sessions. */
export function sessionColumns(isRunning: boolean): readonly Column<Session, Sort>[] {
  return [
    {
      key: 'username',
      title: 'sessions.user',
      sort: 'username',
      onPhone: 'name',
      cell: (session) => (
        <Link to={paths.session.to(session.id, isRunning)} className="clipped" title={guestOf(session)}>
          <bdi>{guestOf(session) === '' ? '-' : guestOf(session)}</bdi>
        </Link>
      ),
    },
    {
      key: 'unit',
      title: 'sessions.unit',
      onPhone: 'fact',
      cell: ({ unit }) => <UnitLink unit={unit} />,
    },
    isRunning
      ? { key: 'update_time', title: 'sessions.update_time', onPhone: 'fact', cell: ({ update_time }) => <Moment at={update_time} /> }
      : { key: 'stop_time', title: 'sessions.stop_time', onPhone: 'fact', cell: ({ stop_time }) => <Moment at={stop_time} /> },
    { key: 'device_mac', title: 'sessions.device_mac', cell: ({ device_mac }) => <CodeText text={device_mac} /> },
    { key: 'ip_address', title: 'sessions.ip_address', cell: ({ ip_address }) => <CodeText text={ip_address} /> },
    {
      key: 'bytes_down',
      title: 'sessions.bytes_down',
      sort: 'bytes_down',
      align: 'right',
      onPhone: 'fact',
      cell: ({ bytes_down }) => <Bytes amount={bytes_down} />,
    },
    { key: 'bytes_up', title: 'sessions.bytes_up', sort: 'bytes_up', align: 'right', cell: ({ bytes_up }) => <Bytes amount={bytes_up} /> },
    {
      key: 'duration',
      title: 'sessions.duration',
      sort: 'duration',
      align: 'right',
      onPhone: 'fact',
      cell: ({ duration }) => formatDuration(duration),
    },
    {
      key: 'start_time',
      title: 'sessions.start_time',
      sort: 'start_time',
      onPhone: 'fact',
      cell: ({ start_time }) => <Moment at={start_time} />,
    },
  ];
}

/** A link to the unit, by name; a deleted unit has no name. */
function UnitLink({ unit }: Pick<Session, 'unit'>) {
  if (unit.id === 0) return '-';
  return (
    <Link to={paths.unit.to(unit.id)} className="clipped" title={unit.name}>
      <bdi>{unit.name}</bdi>
    </Link>
  );
}
