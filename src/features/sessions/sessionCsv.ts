import type { Session, SessionAddress } from '../../contract/sessions';
import type { CsvColumn } from '../../shared/ui/table/ExportButton';

/** A session as a CSV row: plain bytes and seconds, dates in UTC. */
export const SESSION_CSV: readonly CsvColumn<Session>[] = [
  { title: 'sessions.unit', cell: ({ unit }) => unit.name },
  { title: 'sessions.user', cell: ({ user }) => user.name },
  { title: 'guests.username', cell: ({ username }) => username },
  { title: 'sessions.device_mac', cell: ({ device_mac }) => device_mac },
  { title: 'sessions.ip_address', cell: ({ ip_address }) => ip_address },
  { title: 'sessions.down_bytes', cell: ({ bytes_down }) => bytes_down },
  { title: 'sessions.up_bytes', cell: ({ bytes_up }) => bytes_up },
  { title: 'sessions.duration_seconds', cell: ({ duration }) => duration },
  { title: 'sessions.start_time', cell: ({ start_time }) => start_time ?? '' },
  { title: 'sessions.update_time', cell: ({ update_time }) => update_time ?? '' },
  { title: 'sessions.stop_time', cell: ({ stop_time }) => stop_time ?? '' },
  { title: 'sessions.addresses', cell: ({ addresses = [] }) => addresses.map(withTimes).join('; ') },
];

/** The address with its time interval in ISO 8601; without an end while the session still has the address. */
const withTimes = ({ address, since, until }: SessionAddress) => `${address} ${since ?? ''}/${until ?? ''}`;
