import { Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Device } from '../../contract/devices';
import { isLost } from '../../shared/failure';
import { idIn, lastPageOf, useListState } from '../../shared/location';
import { paths } from '../../shared/paths';
import { remembered, selectPreferences } from '../../shared/preferences';
import { DataTable, type Column } from '../../shared/ui/DataTable';
import { CodeText } from '../../shared/ui/Facts';
import { ListPage } from '../../shared/ui/ListPage';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import { NothingOnPage } from '../../shared/ui/NothingHere';
import { NothingLeft, type Narrowing } from '../../shared/ui/NothingLeft';
import { Pager } from '../../shared/ui/Pager';
import { useRememberedFilters } from '../../shared/useRememberedFilters';
import { selectUser } from '../auth/slice';
import { GuestPicker } from '../guests/GuestPicker';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { useListDevicesQuery } from './api';

const SORTS = ['created', 'mac_address', 'ip_address'] as const;
type Sort = (typeof SORTS)[number];

const WAYS = { order: 'desc', filters: ['hotspotId', 'user'] } as const;

const COLUMNS: readonly Column<Device, Sort>[] = [
  {
    key: 'hotspot',
    title: 'hotspots.one',
    onPhone: 'fact',
    cell: ({ hotspot_id, hotspot }) => (
      <Link to={paths.hotspot.to(hotspot_id)} className="clipped" title={hotspot.name}>
        {hotspot.name}
      </Link>
    ),
  },
  {
    key: 'guest',
    title: 'guests.one',
    onPhone: 'name',
    cell: ({ user_id, user }) => (
      <Link to={paths.guest.to(user_id)} className="clipped" title={calledBy(user)}>
        <bdi>{calledBy(user)}</bdi>
      </Link>
    ),
  },
  {
    key: 'mac_address',
    title: 'devices.mac_address',
    sort: 'mac_address',
    onPhone: 'fact',
    cell: ({ mac_address }) => <CodeText text={mac_address} />,
  },
  {
    key: 'ip_address',
    title: 'devices.ip_address',
    sort: 'ip_address',
    onPhone: 'fact',
    cell: ({ ip_address }) => <CodeText text={ip_address} />,
  },
  { key: 'created', title: 'devices.created', sort: 'created', cell: ({ created }) => <Moment at={created} /> },
];

/** The devices guests have used. */
export function DevicesPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const { devices_per_page, devices_user_id, selected_hotspot_id } = useSelector(selectPreferences);
  const runsMany = user?.account_type === 'admin' || user?.account_type === 'reseller';
  const list = useListState(SORTS, WAYS);
  const filters = useRememberedFilters(list.filters, {
    ...(runsMany && { hotspotId: String(selected_hotspot_id) }),
    ...(devices_user_id > 0 && { user: String(devices_user_id) }),
  });
  const hotspotId = runsMany ? idIn(filters.hotspotId) : (user?.info?.hotspot_id ?? 0);
  const guestId = idIn(filters.user);
  const size = list.size ?? devices_per_page;
  const wish = { q: list.q, sort: list.sort, order: list.order, hotspot: hotspotId, user: guestId };
  const devices = useListDevicesQuery({ ...wish, page: list.page, limit: size, ...list.deep });

  const hasFailed = isLost(devices);
  const data = hasFailed ? undefined : devices.data;
  const rows = data?.data ?? [];
  const choose = (change: { hotspotId?: string; user?: string; q?: string }) => list.filter({ ...filters, ...change });
  const chooseGuest = (id: number) => {
    dispatch(remembered({ devices_user_id: id }));
    choose({ user: id === 0 ? '' : String(id) });
  };
  const chooseHotspot = (id: number) => {
    // A guest belongs to one hotspot, so reset the guest filter.
    dispatch(remembered({ selected_hotspot_id: id, devices_user_id: 0 }));
    choose({ hotspotId: String(id), user: '' });
  };
  const clear = () => {
    dispatch(remembered({ devices_user_id: 0, ...(runsMany && { selected_hotspot_id: 0 }) }));
    choose({ q: '', user: '', ...(runsMany && { hotspotId: '0' }) });
  };
  const narrowings: Narrowing[] = [
    ...(list.q === '' ? [] : [{ loosen: 'list.clear_search' as const, onLoosen: () => list.narrow({ q: '' }) }]),
    ...(guestId === 0 ? [] : [{ loosen: 'guests.all' as const, onLoosen: () => chooseGuest(0) }]),
    ...(runsMany && hotspotId !== 0 ? [{ loosen: 'list.loosen_hotspot' as const, onLoosen: () => chooseHotspot(0) }] : []),
  ];
  const empty = hasFailed ? (
    <LoadFailed message="devices.load_failed" onRetry={devices.refetch} />
  ) : list.page > 1 || list.deep ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(data?.total ?? 0, size))} />
  ) : (
    <NothingLeft narrowings={narrowings} none="devices.none" />
  );
  return (
    <ListPage
      title="devices.title"
      count={data?.total}
      hasMore={data?.hasMore ?? false}
      search={list.q}
      onSearch={(q) => list.narrow({ q })}
      onRefresh={devices.refetch}
      tools={
        <>
          {runsMany && <HotspotPicker value={hotspotId} onChoose={chooseHotspot} />}
          <GuestPicker hotspotId={hotspotId} value={guestId} onChoose={chooseGuest} />
          <Button type="link" onClick={clear}>
            <FormattedMessage id="list.clear_filters" />
          </Button>
        </>
      }
    >
      <DataTable
        label="devices.title"
        columns={COLUMNS}
        rows={rows}
        isSorted={data?.isSorted ?? true}
        isLoading={devices.isLoading}
        isRefreshing={devices.isFetching}
        sort={list.sort}
        order={list.order}
        onSort={(sort, order) => list.narrow({ sort, order })}
        nameOf={({ mac_address }) => mac_address}
        empty={empty}
      />
      {rows.length > 0 && data !== undefined && (
        <Pager
          page={list.page}
          size={size}
          total={data.total}
          depth={{
            hasMore: data.hasMore,
            first: data.first,
            last: data.last,
            now: list.deep,
            count: rows.length,
            onTurn: list.turnDeep,
          }}
          onTurn={list.turnTo}
          onResize={(chosen) => {
            dispatch(remembered({ devices_per_page: chosen }));
            list.resize(chosen);
          }}
        />
      )}
    </ListPage>
  );
}

const calledBy = ({ name, username }: Device['user']) => (name === '' ? username : name);
