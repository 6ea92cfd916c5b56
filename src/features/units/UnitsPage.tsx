import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { may } from '../../contract/roles';
import type { Unit } from '../../contract/units';
import { capabilities } from '../../shared/backEnd/capabilities';
import { isLost } from '../../shared/failure';
import { idIn, lastPageOf, useListState } from '../../shared/location';
import { paths } from '../../shared/paths';
import { remembered, selectPreferences } from '../../shared/preferences';
import { Clipped } from '../../shared/ui/Clipped';
import { DataTable, type Column } from '../../shared/ui/DataTable';
import { CodeText } from '../../shared/ui/Facts';
import { ListPage } from '../../shared/ui/ListPage';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { NothingOnPage } from '../../shared/ui/NothingHere';
import { NothingLeft, type Narrowing } from '../../shared/ui/NothingLeft';
import { Pager } from '../../shared/ui/Pager';
import { useNow } from '../../shared/ui/useNow';
import { useRememberedFilters } from '../../shared/useRememberedFilters';
import { selectUser } from '../auth/slice';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { activityWindow } from './activityWindow';
import { UnitActivity } from './UnitActivity';
import { UnitDialogs } from './UnitDialogs';
import { dialogOpened } from './slice';
import { useCountUnitSessionsQuery, useListUnitsQuery, type Activity } from './api';

const SORTS = ['name', 'description', 'mac_address', 'uuid'] as const;
type Sort = (typeof SORTS)[number];

const WAYS = { filters: ['hotspotId'] } as const;

const columns = (activity: Activity | undefined): readonly Column<Unit, Sort>[] => [
  {
    key: 'name',
    title: 'units.name',
    sort: 'name',
    onPhone: 'name',
    cell: ({ id, name }) => (
      <Link to={paths.unit.to(id)} className="clipped" title={name}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'description',
    title: 'units.description',
    sort: 'description',
    onPhone: 'fact',
    cell: ({ description }) => <Clipped text={description} />,
  },
  {
    key: 'mac_address',
    title: 'units.mac_address',
    sort: 'mac_address',
    onPhone: 'fact',
    cell: ({ mac_address }) => <CodeText text={mac_address} />,
  },
  { key: 'uuid', title: 'units.uuid', sort: 'uuid', cell: ({ uuid }) => <CodeText text={uuid} /> },
  { key: 'sessions', title: 'sessions.title', onPhone: 'fact', cell: ({ id }) => <UnitActivity unitId={id} activity={activity} /> },
];

/** The access points, and which of them are active. */
export function UnitsPage() {
  const dispatch = useDispatch();
  const now = useNow();
  const user = useSelector(selectUser);
  const { units_per_page, selected_hotspot_id } = useSelector(selectPreferences);
  const runsMany = user?.account_type === 'admin' || user?.account_type === 'reseller';
  const list = useListState(SORTS, WAYS);
  const filters = useRememberedFilters(list.filters, { ...(runsMany && { hotspotId: String(selected_hotspot_id) }) });
  const hotspotId = runsMany ? idIn(filters.hotspotId) : (user?.info?.hotspot_id ?? 0);
  const size = list.size ?? units_per_page;
  const units = useListUnitsQuery({ q: list.q, sort: list.sort, order: list.order, hotspot: hotspotId, page: list.page, limit: size });

  const hasFailed = isLost(units);
  const data = hasFailed ? undefined : units.data;
  const rows = data?.data ?? [];
  const unitIds = rows.map(({ id }) => id);
  const { data: activity } = useCountUnitSessionsQuery({ unitIds, ...activityWindow(now) }, { skip: unitIds.length === 0 });
  const role = user?.account_type;
  const create =
    role !== undefined && may(role, 'units.create')
      ? { label: 'units.register' as const, onClick: () => dispatch(dialogOpened({ kind: 'register', hotspotId })) }
      : undefined;
  const allHotspots = () => {
    dispatch(remembered({ selected_hotspot_id: 0 }));
    list.filter({ hotspotId: '0' });
  };
  const narrowings: Narrowing[] = [
    ...(list.q === '' ? [] : [{ loosen: 'list.clear_search' as const, onLoosen: () => list.narrow({ q: '' }) }]),
    ...(runsMany && hotspotId !== 0 ? [{ loosen: 'list.loosen_hotspot' as const, onLoosen: allHotspots }] : []),
  ];
  const empty = hasFailed ? (
    <LoadFailed message="units.load_failed" onRetry={units.refetch} />
  ) : list.page > 1 ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(data?.total ?? 0, size))} />
  ) : (
    <NothingLeft narrowings={narrowings} none="units.none" />
  );
  return (
    <ListPage
      title="units.title"
      count={data?.total}
      search={list.q}
      onSearch={(q) => list.narrow({ q })}
      onRefresh={units.refetch}
      create={create}
      tools={runsMany && <HotspotPicker value={hotspotId} onChoose={(id) => list.filter({ hotspotId: String(id) })} />}
    >
      <DataTable
        label="units.title"
        columns={columns(activity)}
        rows={rows}
        isSorted={data?.isSorted ?? true}
        isLoading={units.isLoading}
        isRefreshing={units.isFetching}
        sort={list.sort}
        order={list.order}
        onSort={(sort, order) => list.narrow({ sort, order })}
        nameOf={({ name }) => name}
        actions={({ id }) => [
          {
            key: 'details',
            label: (
              <Link to={paths.unit.to(id)}>
                <FormattedMessage id="common.details" />
              </Link>
            ),
          },
          ...(role !== undefined && may(role, 'units.update') && capabilities().canRenameUnits
            ? [
                {
                  key: 'rename',
                  label: <FormattedMessage id="units.rename" />,
                  onClick: () => dispatch(dialogOpened({ kind: 'rename', id })),
                },
              ]
            : []),
          ...(role !== undefined && may(role, 'units.delete')
            ? [
                {
                  key: 'delete',
                  danger: true,
                  label: <FormattedMessage id="common.delete" />,
                  onClick: () => dispatch(dialogOpened({ kind: 'delete', id })),
                },
              ]
            : []),
        ]}
        empty={empty}
      />
      {rows.length > 0 && data !== undefined && (
        <Pager
          page={list.page}
          size={size}
          total={data.total}
          onTurn={list.turnTo}
          onResize={(chosen) => {
            dispatch(remembered({ units_per_page: chosen }));
            list.resize(chosen);
          }}
        />
      )}
      <UnitDialogs />
    </ListPage>
  );
}
