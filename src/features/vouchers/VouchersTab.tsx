import { DeleteOutlined, PlusOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { Voucher } from '../../contract/vouchers';
import { CARD_PAGE_SIZES } from '../../contract/wire';
import { isLost } from '../../shared/failure';
import { lastPageOf, useListState } from '../../shared/location';
import { remembered, selectPreferences } from '../../shared/preferences';
import { DataTable, type Column } from '../../shared/ui/DataTable';
import { CodeText } from '../../shared/ui/Facts';
import { ListToolbar } from '../../shared/ui/ListToolbar';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import { NothingHere, NothingOnPage } from '../../shared/ui/NothingHere';
import { Pager } from '../../shared/ui/Pager';
import { PrintVouchersDialog } from './PrintVouchersDialog';
import { VoucherDialogs } from './VoucherDialogs';
import { VoucherFilters } from './VoucherFilters';
import { FILTERS, toWire, type Filter } from './filterQuery';
import { VoucherMenu } from './VoucherMenu';
import { useVoucherTypes } from './useVoucherTypes';
import { isUsable } from './voucherState';
import { VoucherStates } from './VoucherStates';
import { bandwidthWords, timeWords, trafficWords, usesWords, validityWords } from './voucherTexts';
import { voucherDialogOpened } from './slice';
import { useListVouchersQuery } from './api';
import type { HotspotFacts } from '../hotspots/api';

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

const NO_FILTERS = Object.fromEntries(FILTERS.map((filter) => [filter, ''])) as Record<Filter, ''>;

const WAYS = { order: 'desc', sizes: CARD_PAGE_SIZES, filters: FILTERS } as const;

/** `now`: when the list was read, in milliseconds. */
const columnsAt = (now: number): readonly Column<Voucher, Sort>[] => [
  { key: 'code', title: 'vouchers.code', sort: 'code', onPhone: 'name', cell: ({ code }) => <CodeText text={code} /> },
  { key: 'state', title: 'vouchers.state', onPhone: 'fact', cell: (voucher) => <VoucherStates voucher={voucher} now={now} /> },
  {
    key: 'validity',
    title: 'vouchers.validity',
    sort: 'expires',
    onPhone: 'fact',
    cell: (voucher) => <InWords words={(intl) => validityWords(intl, voucher)} />,
  },
  {
    key: 'uses',
    title: 'vouchers.uses',
    sort: 'remain_use',
    onPhone: 'fact',
    cell: ({ remain_use }) => <InWords words={(intl) => usesWords(intl, remain_use)} />,
  },
  {
    key: 'bandwidth_down',
    title: 'vouchers.bandwidth_down',
    sort: 'bandwidth_down',
    cell: ({ bandwidth_down }) => <InWords words={(intl) => bandwidthWords(intl, bandwidth_down)} />,
  },
  {
    key: 'bandwidth_up',
    title: 'vouchers.bandwidth_up',
    sort: 'bandwidth_up',
    cell: ({ bandwidth_up }) => <InWords words={(intl) => bandwidthWords(intl, bandwidth_up)} />,
  },
  {
    key: 'max_traffic',
    title: 'vouchers.max_traffic',
    sort: 'max_traffic',
    cell: ({ max_traffic }) => <InWords words={(intl) => trafficWords(intl, max_traffic)} />,
  },
  {
    key: 'max_time',
    title: 'vouchers.max_time',
    sort: 'max_time',
    cell: ({ max_time }) => <InWords words={(intl) => timeWords(intl, max_time)} />,
  },
  {
    key: 'auto_login',
    title: 'vouchers.auto_login',
    sort: 'auto_login',
    cell: ({ auto_login }) => <FormattedMessage id={auto_login ? 'common.yes' : 'common.no'} />,
  },
  {
    key: 'printed',
    title: 'vouchers.printed',
    sort: 'printed',
    cell: ({ printed }) => <FormattedMessage id={printed ? 'common.yes' : 'common.no'} />,
  },
  { key: 'type', title: 'vouchers.type', sort: 'type', cell: ({ type }) => <FormattedMessage id={`vouchers.type_${type}`} /> },
  {
    key: 'user_name',
    title: 'vouchers.user_name',
    sort: 'user_name',
    cell: ({ user_name, user_mail }) => (
      <span className="clipped" title={user_mail === '' ? user_name : `${user_name} <${user_mail}>`}>
        {user_name === '' ? '-' : user_name}
      </span>
    ),
  },
  { key: 'created', title: 'vouchers.created', sort: 'created', cell: ({ created }) => <Moment at={created} /> },
];

/** A hotspot's vouchers: search, create, print, export, delete. */
export function VouchersTab({ hotspot }: { hotspot: HotspotFacts }) {
  const dispatch = useDispatch();
  const list = useListState<Sort, Filter>(SORTS, WAYS);
  const types = useVoucherTypes(hotspot.id);
  const { vouchers_per_page } = useSelector(selectPreferences);
  const size = list.size ?? vouchers_per_page;
  const filters = toWire(list.q, list.filters);
  const vouchers = useListVouchersQuery({
    hotspotId: hotspot.id,
    filters,
    page: list.page,
    limit: size,
    sort: list.sort,
    order: list.order,
  });
  const { isLoading, isFetching, refetch, fulfilledTimeStamp: now = 0 } = vouchers;
  const hasFailed = isLost(vouchers);
  const data = hasFailed ? undefined : vouchers.data;
  const rows = data?.data ?? [];
  const isNarrowed = list.q !== '' || Object.keys(list.filters).length > 0;
  const [selected, select] = useSelection(rows, JSON.stringify([hotspot.id, filters]));
  const clearFilters = () => list.filter({ ...NO_FILTERS, q: '' });

  const [printing, setPrinting] = useState<readonly Voucher[] | null>(null);
  const create = () => dispatch(voucherDialogOpened({ kind: 'create' }));
  const empty = hasFailed ? (
    <LoadFailed message="vouchers.load_failed" onRetry={refetch} />
  ) : list.page > 1 ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(data?.total ?? 0, size))} />
  ) : isNarrowed ? (
    <NothingHere message="vouchers.no_match" next={{ label: 'list.clear_filters', onClick: clearFilters }} />
  ) : (
    <NothingHere message="vouchers.none" next={{ label: 'vouchers.new', onClick: create }} />
  );
  return (
    <>
      <ListToolbar
        count={data?.total}
        search={list.q}
        searchLabel="vouchers.search"
        onSearch={(q) => list.narrow({ q })}
        onRefresh={refetch}
        onNew={create}
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
          <FormattedMessage id="vouchers.new" />
        </Button>
        <VoucherMenu hotspotId={hotspot.id} filters={filters} onPrint={setPrinting} />
        <VoucherFilters
          q={list.q}
          filters={list.filters}
          onSearch={(q) => list.narrow({ q })}
          onFilter={list.filter}
          onClear={clearFilters}
        />
      </ListToolbar>
      {selected.length > 0 && (
        <Flex className="selection-bar" gap={8} align="center" wrap>
          <Typography.Text role="status">
            <FormattedMessage id="list.selected" values={{ count: selected.length }} />
          </Typography.Text>
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(selected)}>
            <FormattedMessage id="vouchers.print" />
          </Button>
          <Button
            danger
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => dispatch(voucherDialogOpened({ kind: 'delete_many', vouchers: selected.map(({ id, code }) => ({ id, code })) }))}
          >
            <FormattedMessage id="common.delete" />
          </Button>
          <Button type="text" onClick={() => select([])}>
            <FormattedMessage id="list.select_none" />
          </Button>
        </Flex>
      )}
      <DataTable
        label="vouchers.title"
        columns={columnsAt(now)}
        rows={rows}
        isLoading={isLoading}
        isRefreshing={isFetching}
        sort={list.sort}
        order={list.order}
        onSort={(sort, order) => list.narrow({ sort, order })}
        nameOf={({ code }) => code}
        selection={{ ids: selected.map(({ id }) => id), onSelect: select }}
        actions={(voucher) => [
          ...(isUsable(voucher, now)
            ? [{ key: 'print', label: <FormattedMessage id="vouchers.print" />, onClick: () => setPrinting([voucher]) }]
            : []),
          {
            key: 'delete',
            danger: true,
            label: <FormattedMessage id="common.delete" />,
            onClick: () => dispatch(voucherDialogOpened({ kind: 'delete', voucher: { id: voucher.id, code: voucher.code } })),
          },
        ]}
        empty={empty}
      />
      {rows.length > 0 && data !== undefined && (
        <Pager
          page={list.page}
          size={size}
          sizes={CARD_PAGE_SIZES}
          total={data.total}
          onTurn={list.turnTo}
          onResize={(chosen) => {
            dispatch(remembered({ vouchers_per_page: chosen }));
            list.resize(chosen);
          }}
        />
      )}
      <VoucherDialogs
        hotspotId={hotspot.id}
        types={types}
        filters={filters}
        onMade={setPrinting}
        onDeleted={(gone) => select(selected.map(({ id }) => id).filter((id) => !gone.includes(id)))}
      />
      {printing && <PrintVouchersDialog hotspot={hotspot} vouchers={printing} onClose={() => setPrinting(null)} />}
    </>
  );
}

/**
 * The selected vouchers, across pages. Tied to the filters (`of`) it was made with: under others it would be out of sight, so it is empty.
 */
function useSelection(rows: readonly Voucher[], of: string): [Voucher[], (ids: number[]) => void] {
  const [selection, setSelection] = useState<{ of: string; vouchers: Voucher[] }>({ of, vouchers: [] });
  const selected = selection.of === of ? selection.vouchers : [];
  const select = (ids: number[]) => {
    const known = [...rows, ...selected];
    setSelection({ of, vouchers: ids.flatMap((id) => known.find((voucher) => voucher.id === id) ?? []) });
  };
  return [selected, select];
}

function InWords({ words }: { words: (intl: IntlShape) => string }) {
  return words(useIntl());
}
