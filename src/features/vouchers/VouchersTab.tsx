import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Voucher } from '../../contract/vouchers';
import { CARD_PAGE_SIZES } from '../../contract/plain/wire';
import { dialogOpened } from '../../shared/dialogs';
import { textFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import type { Column } from '../../shared/ui/table/DataCards';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { VoucherFilters } from './VoucherFilters';
import { FILTER_NAMES, toWire, type Filter } from './filterQuery';
import { VoucherCode } from './VoucherCode';
import { VoucherMenu } from './VoucherMenu';
import { VoucherStates } from './VoucherStates';
import { capabilities } from '../../shared/backEnd/capabilities';
import { bandwidthText, trafficText } from '../../shared/format/amounts';
import { useHotspotZone, type HotspotFacts } from '../hotspots/api';
import { guestText, timeText, usesText, validityText } from './voucherTexts';
import { useListVouchersQuery } from './api';
import { VouchersTable } from './VouchersTable';

const SORTS = [
  'created',
  'code',
  'type',
  'user_name',
  'expires',
  'remain_use',
  'bandwidth_down',
  'bandwidth_up',
  'max_traffic',
  'max_time',
  'auto_login',
  'printed',
] as const;
type Sort = (typeof SORTS)[number];

/** "Clear filters" resets them all together. */
const FILTER = textFilter({ clearText: 'list.clear_filters' });
const LIST = listKind({
  sorts: SORTS,
  order: 'desc',
  size: 'vouchers_per_page',
  sizes: CARD_PAGE_SIZES,
  filters: Object.fromEntries(FILTER_NAMES.map((name) => [name, FILTER])) as Record<Filter, typeof FILTER>,
});

const STATES = ['vouchers.state_valid', 'vouchers.state_used', 'vouchers.state_limit_reached', 'vouchers.state_expired'] as const;

/**
 * `now`: when the list was fetched, in milliseconds. `isOfBatch`: the list shows one batch, whose vouchers may have guests from a file.
 * `zone`: the hotspot's time zone.
 */
const columnsAt = (now: number, isOfBatch: boolean, zone: string): readonly Column<Voucher, Sort>[] => [
  { key: 'code', title: 'vouchers.code', sort: 'code', width: 100, onPhone: 'name', cell: ({ code }) => <VoucherCode code={code} /> },
  {
    key: 'state',
    title: 'vouchers.state',
    fits: STATES,
    onPhone: 'fact',
    cell: (voucher) => <VoucherStates voucher={voucher} now={now} />,
  },
  {
    key: 'validity',
    title: 'vouchers.validity',
    sort: 'expires',
    width: 140,
    grows: true,
    onPhone: 'fact',
    cell: (voucher) => <IntlText text={(intl) => validityText(intl, voucher, zone)} />,
  },
  {
    key: 'uses',
    title: 'vouchers.uses',
    sort: 'remain_use',
    width: 116,
    onPhone: 'fact',
    cell: ({ remain_use }) => <IntlText text={(intl) => usesText(intl, remain_use)} />,
  },
  {
    key: 'bandwidth_down',
    title: 'vouchers.bandwidth_down',
    sort: 'bandwidth_down',
    isExtra: true,
    cell: ({ bandwidth_down }) => <IntlText text={(intl) => bandwidthText(intl, bandwidth_down)} />,
  },
  {
    key: 'bandwidth_up',
    title: 'vouchers.bandwidth_up',
    sort: 'bandwidth_up',
    isExtra: true,
    cell: ({ bandwidth_up }) => <IntlText text={(intl) => bandwidthText(intl, bandwidth_up)} />,
  },
  {
    key: 'max_traffic',
    title: 'vouchers.max_traffic',
    sort: 'max_traffic',
    isExtra: true,
    cell: ({ max_traffic }) => <IntlText text={(intl) => trafficText(intl, max_traffic)} />,
  },
  {
    key: 'max_time',
    title: 'vouchers.max_time',
    sort: 'max_time',
    isExtra: true,
    cell: ({ max_time }) => <IntlText text={(intl) => timeText(intl, max_time)} />,
  },
  {
    key: 'auto_login',
    title: 'vouchers.auto_login',
    sort: 'auto_login',
    isExtra: true,
    cell: ({ auto_login }) => <FormattedMessage id={auto_login ? 'common.yes' : 'common.no'} />,
  },
  {
    key: 'printed',
    title: 'vouchers.printed',
    sort: 'printed',
    width: 100,
    cell: ({ printed }) => <FormattedMessage id={printed ? 'common.yes' : 'common.no'} />,
  },
  {
    key: 'type',
    title: 'vouchers.type',
    sort: 'type',
    isExtra: true,
    cell: ({ type }) => <FormattedMessage id={`vouchers.type_${type}`} />,
  },
  {
    key: 'user_name',
    title: 'vouchers.user_name',
    sort: 'user_name',
    width: 140,
    grows: true,
    isExtra: !isOfBatch,
    cell: ({ user_name, user_mail, room = '' }) => (
      <span className="clipped" title={user_mail === '' ? user_name : `${user_name} <${user_mail}>`}>
        {user_name === '' ? '-' : user_name}
        {room !== '' && (
          <span className="soft more">
            <IntlText text={(intl) => guestText(intl, { user_name: '', room })} />
          </span>
        )}
      </span>
    ),
  },
  { key: 'created', title: 'vouchers.created', sort: 'created', width: 124, cell: ({ created }) => <Moment at={created} isShort /> },
];

/** A hotspot's vouchers: search, create, print, export, delete. */
export function VouchersTab({ hotspot }: { hotspot: HotspotFacts }) {
  const dispatch = useDispatch();
  const list = useListPage(LIST);
  const zone = useHotspotZone(hotspot.id);
  const filters = toWire(list.q, list.filters, zone);
  const vouchers = useListVouchersQuery({ hotspotId: hotspot.id, filters, ...list.paging });
  const now = vouchers.fulfilledTimeStamp ?? 0;
  const columns = useColumns('vouchers', columnsAt(now, list.filters.batch !== '', zone));
  const create = {
    label: 'vouchers.new' as const,
    onClick: () => dispatch(dialogOpened({ name: 'vouchers/create', args: { hotspotId: hotspot.id } })),
  };
  return (
    <ShownZone value={zone}>
      <ListPage
        list={list}
        counted="vouchers.count"
        answer={vouchers}
        columns={columns}
        create={create}
        search={capabilities().canFindAnything ? 'vouchers.search' : 'vouchers.search_code'}
        tools={
          <>
            <VoucherMenu hotspotId={hotspot.id} filters={filters} />
            <VoucherFilters
              q={list.q}
              filters={list.filters}
              zone={zone}
              onSearch={list.search}
              onFilter={list.choose}
              onClear={list.clear}
            />
          </>
        }
      >
        <VouchersTable hotspotId={hotspot.id} list={list} answer={vouchers} filters={filters} columns={columns} now={now} create={create} />
      </ListPage>
    </ShownZone>
  );
}

function IntlText({ text }: { text: (intl: IntlShape) => string }) {
  return text(useIntl());
}
