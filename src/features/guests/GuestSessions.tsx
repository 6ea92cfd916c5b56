import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { may } from '../../contract/plain/roles';
import type { Session } from '../../contract/sessions';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { formatDuration } from '../../shared/format/durations';
import { isLost } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { Bytes } from '../../shared/ui/facts/Bytes';
import { Clipped } from '../../shared/ui/facts/Clipped';
import { DataTable } from '../../shared/ui/table/DataTable';
import type { Column } from '../../shared/ui/table/DataCards';
import { CodeText, DeviceMac } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { Section } from '../../shared/ui/page/Section';
import { selectUser } from '../auth/slice';
import { useSessionsOfGuest } from './useSessionsOfGuest';
import styles from './GuestSessions.module.css';
import { classes } from '../../shared/ui/plain/classes';

const columns = (isRunning: boolean): readonly Column<Session, never>[] => [
  {
    key: 'start_time',
    title: 'sessions.start_time',
    width: 112,
    onPhone: 'name',
    cell: ({ start_time }) => <Moment at={start_time} isShort />,
  },
  isRunning
    ? { key: 'update_time', title: 'sessions.update_time', width: 112, cell: ({ update_time }) => <Moment at={update_time} isShort /> }
    : { key: 'stop_time', title: 'sessions.stop_time', width: 112, cell: ({ stop_time }) => <Moment at={stop_time} isShort /> },
  { key: 'unit', title: 'sessions.unit', width: 100, onPhone: 'fact', cell: ({ unit }) => <Clipped text={unit.name} /> },
  { key: 'device_mac', title: 'sessions.device_mac', width: 160, cell: ({ device_mac }) => <DeviceMac mac={device_mac} /> },
  { key: 'ip_address', title: 'sessions.ip_address', width: 120, cell: ({ ip_address }) => <CodeText text={ip_address} /> },
  {
    key: 'bytes_down',
    title: 'sessions.bytes_down',
    width: 96,
    align: 'right',
    onPhone: 'fact',
    cell: ({ bytes_down }) => <Bytes amount={bytes_down} />,
  },
  { key: 'bytes_up', title: 'sessions.bytes_up', width: 96, align: 'right', cell: ({ bytes_up }) => <Bytes amount={bytes_up} /> },
  {
    key: 'duration',
    title: 'sessions.duration',
    width: 96,
    align: 'right',
    onPhone: 'fact',
    cell: ({ duration }) => formatDuration(duration),
  },
];

/** Makes room for another device of the guest. */
const disconnect = (onClick: () => void) => ({
  key: 'disconnect',
  danger: true,
  icon: <DisconnectOutlined aria-hidden />,
  label: <FormattedMessage id="sessions.disconnect" />,
  onClick,
});

interface GuestSessionsProps {
  userId: number;
  hotspotId: number;
  isRunning: boolean;
  /** Maximum number of devices online at once; null for no limit. */
  mostDevices?: number | null;
}

/** A guest's running or past sessions. */
export function GuestSessions({ userId, hotspotId, isRunning, mostDevices = null }: GuestSessionsProps) {
  const user = useSelector(selectUser);
  const dispatch = useDispatch();
  const sessions = useSessionsOfGuest(userId, hotspotId, isRunning);
  const mayDisconnect = capabilities().limitsDevices && user && may(user.account_type, 'sessions.disconnect');
  const hasFailed = isLost(sessions);
  const rows = hasFailed ? [] : (sessions.data?.data ?? []);
  const total = sessions.data?.total ?? 0;
  const title = isRunning ? 'sessions.running' : 'sessions.history';
  const most = mostDevices !== null && (
    <Typography.Text type="secondary">
      <FormattedMessage id="guests.most_devices" values={{ most: mostDevices }} />
    </Typography.Text>
  );
  if (isRunning && !hasFailed && sessions.data && rows.length === 0) {
    return (
      <NotOnline userId={userId} hotspotId={hotspotId}>
        {most}
      </NotOnline>
    );
  }
  return (
    <Section title={title}>
      <DataTable
        label={title}
        columns={columns(isRunning)}
        rows={rows}
        isLoading={sessions.isLoading}
        isRefreshing={sessions.isFetching}
        nameOf={({ start_time }) => start_time ?? ''}
        {...(isRunning &&
          mayDisconnect && {
            actions: ({ id }: Session) => [disconnect(() => dispatch(dialogOpened({ name: 'sessions/disconnect', args: { id } })))],
          })}
        empty={
          hasFailed ? (
            <LoadFailed message="sessions.load_failed" onRetry={sessions.refetch} />
          ) : (
            <NothingHere message="sessions.none_ended" />
          )
        }
      />
      {most}
      {!isRunning && user && user.account_type !== 'desk' && rows.length > 0 && (
        <Link to={paths.sessions.ofGuest(userId)} className={classes(styles.allSessions)}>
          <FormattedMessage id="sessions.all_of_guest" />
        </Link>
      )}
      {rows.length > 0 && total > rows.length && (
        <Typography.Text type="secondary">
          <FormattedMessage
            id={sessions.data?.isSorted ? 'sessions.newest_of' : 'sessions.some_of'}
            values={{ shown: rows.length, total }}
          />
        </Typography.Text>
      )}
    </Section>
  );
}

/** One line instead of an empty table, saying when the latest session ended; the page has loaded it for its history. */
function NotOnline({ userId, hotspotId, children }: { userId: number; hotspotId: number; children: ReactNode }) {
  const { data } = useSessionsOfGuest(userId, hotspotId, false);
  const last = data?.isSorted ? data.data[0]?.stop_time : null;
  return (
    <Section title="sessions.running">
      <FormattedMessage id={last ? 'guests.not_online_since' : 'guests.not_online'} values={{ last: <Moment at={last} isShort /> }} />{' '}
      {children}
    </Section>
  );
}
