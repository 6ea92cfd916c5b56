import type { Voucher } from '../../contract/vouchers';
import { isLost } from '../../shared/failure';
import { DataTable } from '../../shared/ui/table/DataTable';
import type { Column } from '../../shared/ui/table/DataCards';
import { CodeText } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { Section } from '../../shared/ui/page/Section';
import { useListVouchersQuery } from '../vouchers/api';
import { LostTicketButton } from '../counter/LostTicketButton';
import { VoucherStates } from '../vouchers/VoucherStates';

/** `now` in milliseconds. */
const columnsAt = (now: number): readonly Column<Voucher, never>[] => [
  { key: 'code', title: 'guests.voucher_code', onPhone: 'name', cell: ({ code }) => <CodeText text={code} /> },
  { key: 'created', title: 'guests.created', onPhone: 'fact', cell: ({ created }) => <Moment at={created} /> },
  { key: 'expires', title: 'guests.valid_until', onPhone: 'fact', cell: ({ expires }) => <Moment at={expires} /> },
  { key: 'states', title: 'vouchers.state', onPhone: 'fact', cell: (voucher) => <VoucherStates voucher={voucher} now={now} /> },
  { key: 'lost', title: 'counter.lost', onPhone: 'fact', cell: (voucher) => <LostTicketButton voucher={voucher} now={now} /> },
];

/** The vouchers a guest logs in with: the username is the voucher's code. A desk sees only its own. */
export function GuestVouchers({ hotspotId, code }: { hotspotId: number; code: string }) {
  const filters = { code: code.toLowerCase() };
  const vouchers = useListVouchersQuery({ hotspotId, filters, page: 1, limit: 25, sort: 'created', order: 'desc' });
  const hasFailed = isLost(vouchers);
  return (
    <Section title="guests.vouchers">
      <DataTable
        label="guests.vouchers"
        columns={columnsAt(vouchers.fulfilledTimeStamp ?? 0)}
        rows={hasFailed ? [] : (vouchers.data?.data ?? [])}
        isLoading={vouchers.isLoading}
        isRefreshing={vouchers.isFetching}
        nameOf={(voucher) => voucher.code}
        empty={
          hasFailed ? (
            <LoadFailed message="guests.vouchers_failed" onRetry={vouchers.refetch} />
          ) : (
            <NothingHere message="guests.no_voucher" />
          )
        }
      />
    </Section>
  );
}
