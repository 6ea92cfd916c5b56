import { Checkbox, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { MAX_LIMIT } from '../../contract/wire';
import { isLost } from '../../shared/failure';
import { idIn, lastPageOf, useListState } from '../../shared/location';
import { paths } from '../../shared/paths';
import { remembered, selectPreferences } from '../../shared/preferences';
import { DataTable } from '../../shared/ui/DataTable';
import { ExportButton } from '../../shared/ui/ExportButton';
import { ListPage } from '../../shared/ui/ListPage';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { NothingOnPage } from '../../shared/ui/NothingHere';
import { NothingLeft, type Narrowing } from '../../shared/ui/NothingLeft';
import { Pager } from '../../shared/ui/Pager';
import { useNow } from '../../shared/ui/useNow';
import { useRememberedFilters } from '../../shared/useRememberedFilters';
import { selectUser } from '../auth/slice';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { useListMarketingSettingsQuery } from '../marketing/api';
import { GUEST_CSV } from './guestCsv';
import { guestColumns, SORTS } from './guestColumns';
import { GuestDialogs } from './GuestDialogs';
import { nameOf } from './guestName';
import { isExpired } from './guestValidity';
import { hiddenColumns } from './hiddenColumns';
import { dialogOpened } from './slice';
import { useLazyListExpiredGuestsQuery, useLazyListGuestsQuery, useListExpiredGuestsQuery, useListGuestsQuery } from './api';

const WAYS = { filters: ['hotspotId', 'expired', 'marketing'] } as const;

/** Guests, with expired and archived ones on demand. */
export function GuestsPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const { guests_per_page, guests_show_expired, guests_show_marketing, selected_hotspot_id } = useSelector(selectPreferences);
  const runsMany = user?.account_type === 'admin' || user?.account_type === 'reseller';
  const list = useListState(SORTS, WAYS);
  const filters = useRememberedFilters(list.filters, {
    ...(runsMany && { hotspotId: String(selected_hotspot_id) }),
    ...(guests_show_expired && { expired: 'true' }),
    ...(guests_show_marketing && { marketing: 'true' }),
  });
  const isExpiredShown = filters.expired === 'true';
  const isMarketingShown = filters.marketing === 'true';
  const hotspotId = runsMany ? idIn(filters.hotspotId) : (user?.info?.hotspot_id ?? 0);
  const size = list.size ?? guests_per_page;
  const wish = {
    q: list.q,
    sort: list.sort,
    order: list.order,
    hotspot: hotspotId,
    ...(isMarketingShown && { marketing: 'true' as const }),
  };
  const page = { page: list.page, limit: size, used: 'true' as const };
  const present = useListGuestsQuery({ ...wish, ...page, ...list.deep }, { skip: isExpiredShown });
  const expired = useListExpiredGuestsQuery({ ...wish, ...page }, { skip: !isExpiredShown });
  const guests = isExpiredShown ? expired : present;
  const [readPresent] = useLazyListGuestsQuery();
  const [readExpired] = useLazyListExpiredGuestsQuery();
  const readAll = async () => {
    const all = { ...wish, page: 1, limit: MAX_LIMIT };
    const { data: read } = await (isExpiredShown ? readExpired(all) : readPresent(all));
    return read?.data;
  };
  const now = useNow();
  // Only for customers and desks, whose lists are always of one hotspot (GST-14).
  const { data: settings = {} } = useListMarketingSettingsQuery(hotspotId, { skip: runsMany || hotspotId === 0 });
  const hidden = hiddenColumns(settings);

  const hasFailed = isLost(guests);
  const data = hasFailed ? undefined : guests.data;
  const rows = data?.data ?? [];
  const searched = isExpiredShown && !hasFailed ? (expired.data?.searched ?? null) : null;
  // Both sets of expired guests are merged from page 1, so only the first MAX_LIMIT can be reached.
  const reachable = isExpiredShown ? Math.min(data?.total ?? 0, MAX_LIMIT) : (data?.total ?? 0);
  const show = (change: { expired?: string; marketing?: string; hotspotId?: string }) => list.filter({ ...filters, ...change });
  const showExpired = (isOn: boolean) => {
    dispatch(remembered({ guests_show_expired: isOn }));
    show({ expired: isOn ? 'true' : '' });
  };
  const showMarketing = (isOn: boolean) => {
    dispatch(remembered({ guests_show_marketing: isOn }));
    show({ marketing: isOn ? 'true' : '' });
  };
  const narrowings: Narrowing[] = [
    ...(list.q === '' ? [] : [{ loosen: 'list.clear_search' as const, onLoosen: () => list.narrow({ q: '' }) }]),
    ...(isExpiredShown ? [{ loosen: 'guests.loosen_expired' as const, onLoosen: () => showExpired(false) }] : []),
    ...(isMarketingShown ? [{ loosen: 'guests.loosen_marketing' as const, onLoosen: () => showMarketing(false) }] : []),
    ...(runsMany && hotspotId !== 0
      ? [
          {
            loosen: 'list.loosen_hotspot' as const,
            onLoosen: () => {
              dispatch(remembered({ selected_hotspot_id: 0 }));
              show({ hotspotId: '0' });
            },
          },
        ]
      : []),
  ];
  const empty = hasFailed ? (
    <LoadFailed message="guests.load_failed" onRetry={guests.refetch} />
  ) : list.page > 1 || list.deep ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(reachable, size))} />
  ) : (
    <NothingLeft narrowings={narrowings} none="guests.none" />
  );
  return (
    <ListPage
      title="guests.title"
      count={data?.total}
      hasMore={data?.hasMore ?? false}
      search={list.q}
      onSearch={(q) => list.narrow({ q })}
      onRefresh={guests.refetch}
      tools={
        <>
          {runsMany && <HotspotPicker value={hotspotId} onChoose={(id) => show({ hotspotId: String(id) })} />}
          <Checkbox checked={isExpiredShown} onChange={({ target }) => showExpired(target.checked)}>
            <FormattedMessage id="guests.show_expired" />
          </Checkbox>
          <Checkbox checked={isMarketingShown} onChange={({ target }) => showMarketing(target.checked)}>
            <FormattedMessage id="guests.show_marketing" />
          </Checkbox>
          <ExportButton total={searched ?? data?.total} columns={GUEST_CSV} of={JSON.stringify([isExpiredShown, wish])} read={readAll} />
        </>
      }
    >
      <DataTable
        label="guests.title"
        columns={guestColumns(now).filter(({ key }) => !hidden.includes(key))}
        rows={rows}
        isSorted={data?.isSorted ?? true}
        isLoading={guests.isLoading}
        isRefreshing={guests.isFetching}
        sort={list.sort}
        order={list.order}
        onSort={(sort, order) => list.narrow({ sort, order })}
        nameOf={nameOf}
        keyOf={({ id, isArchived }) => `${isArchived ? 'archived' : 'present'} ${String(id)}`}
        isOver={(guest) => isExpired(guest, now)}
        actions={(guest) => {
          const key = { id: guest.id, isArchived: guest.isArchived };
          return [
            {
              key: 'details',
              label: (
                <Link to={paths.guest.to(guest.id, guest.isArchived)}>
                  <FormattedMessage id="common.details" />
                </Link>
              ),
            },
            {
              key: 'modify',
              label: <FormattedMessage id="common.modify" />,
              onClick: () => dispatch(dialogOpened({ kind: 'modify', ...key })),
            },
            ...(isExpired(guest, now)
              ? [
                  {
                    key: 'revive',
                    label: <FormattedMessage id="guests.revive" />,
                    onClick: () => dispatch(dialogOpened({ kind: 'revive', ...key })),
                  },
                ]
              : []),
            {
              key: 'delete',
              danger: true,
              label: <FormattedMessage id="common.delete" />,
              onClick: () => dispatch(dialogOpened({ kind: 'delete', ...key })),
            },
          ];
        }}
        empty={empty}
      />
      {searched !== null && (
        <Typography.Text type="secondary">
          <FormattedMessage id="guests.searched_first" values={{ count: searched }} />
        </Typography.Text>
      )}
      {isExpiredShown && (data?.total ?? 0) > MAX_LIMIT && (
        <Typography.Text type="secondary">
          <FormattedMessage id="guests.expired_first_only" values={{ count: MAX_LIMIT }} />
        </Typography.Text>
      )}
      {rows.length > 0 && data !== undefined && (
        <Pager
          page={list.page}
          size={size}
          total={reachable}
          depth={
            isExpiredShown
              ? undefined
              : {
                  hasMore: data.hasMore,
                  first: data.first,
                  last: data.last,
                  now: list.deep,
                  count: rows.length,
                  onTurn: list.turnDeep,
                }
          }
          onTurn={list.turnTo}
          onResize={(chosen) => {
            dispatch(remembered({ guests_per_page: chosen }));
            list.resize(chosen);
          }}
        />
      )}
      <GuestDialogs />
    </ListPage>
  );
}
