import type { SessionAddress } from '../../contract/sessions';
import { DataTable } from '../../shared/ui/table/DataTable';
import type { Column } from '../../shared/ui/table/DataCards';
import { CodeText } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { Section } from '../../shared/ui/page/Section';

const COLUMNS: readonly Column<SessionAddress & { id: number }, never>[] = [
  { key: 'address', title: 'sessions.ip_address', onPhone: 'name', cell: ({ address }) => <CodeText text={address} /> },
  { key: 'since', title: 'sessions.address_from', onPhone: 'fact', cell: ({ since }) => <Moment at={since} /> },
  { key: 'until', title: 'sessions.address_until', onPhone: 'fact', cell: ({ until }) => <Moment at={until} /> },
];

/** The IP addresses of a session, with the time of each. */
export function SessionAddresses({ addresses }: { addresses: readonly SessionAddress[] }) {
  return (
    <Section title="sessions.addresses">
      <DataTable
        label="sessions.addresses"
        columns={COLUMNS}
        rows={addresses.map((each, nth) => ({ ...each, id: nth }))}
        isLoading={false}
        isRefreshing={false}
        nameOf={({ address }) => address}
        empty={<NothingHere message="sessions.no_addresses" />}
      />
    </Section>
  );
}
