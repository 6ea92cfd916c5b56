import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { LiveUnit } from '../../contract/units';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { shownPage } from '../../shared/list/answer';
import { hotspotFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import { DaysStrip } from '../../shared/ui/facts/AvailabilityStrip';
import { Clipped, ClippedLink } from '../../shared/ui/facts/Clipped';
import type { Column } from '../../shared/ui/table/DataCards';
import { CodeText } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { namesWhere } from '../../contract/plain/fields';
import { UNIT_FIELDS } from '../../contract/plain/unitFields';
import { NameAndMore } from '../../shared/ui/facts/NameAndMore';
import { useNow } from '../../shared/ui/facts/useNow';
import { selectOwnHotspotId } from '../auth/slice';
import { useMay } from '../auth/useMay';
import { useHotspotName } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { activityWindow } from './activityWindow';
import { LIVE_STATES, PLAIN_STATES, UnitState } from './UnitState';
import { useCountUnitSessionsQuery, useListUnitAvailabilityQuery, useListUnitsQuery, type Activity, type Availabilities } from './api';

const SORTS = ['name', ...namesWhere(UNIT_FIELDS, { shown: 'extra' }), 'mac_address', 'uuid'] as const;
type Sort = (typeof SORTS)[number];

const LIST = listKind({ sorts: SORTS, size: 'units_per_page', filters: { hotspotId: hotspotFilter() } });

/** `activity`: sessions per unit, for back ends whose rows don't include activity. */
const columnsWith = (
  activity: Activity | undefined,
  availabilities: Availabilities | undefined,
  ofSeveral: boolean,
): readonly Column<LiveUnit, Sort>[] => {
  const isLive = capabilities().hasLiveLists;
  return [
    {
      key: 'name',
      title: 'units.name',
      sort: 'name',
      width: 200,
      grows: true,
      onPhone: 'name',
      cell: ({ id, name, description }) => <NameAndMore to={paths.unit.to(id)} name={name} more={description} />,
    },
    {
      key: 'sessions',
      title: isLive ? 'units.state' : 'sessions.title',
      fits: isLive ? LIVE_STATES : PLAIN_STATES,
      onPhone: 'fact',
      cell: (unit) => <UnitState unit={unit} activity={activity} />,
    },
    ...(isLive ? [availabilityColumn(availabilities), ...LIVE.filter(({ key }) => ofSeveral || key !== 'hotspot')] : []),
    ...namesWhere(UNIT_FIELDS, { shown: 'extra' }).map((field): Column<LiveUnit, Sort> => ({
      key: field,
      title: `units.${field}`,
      sort: field,
      isExtra: true,
      cell: ({ [field]: text }) => <Clipped text={text} />,
    })),
    {
      key: 'mac_address',
      title: 'units.mac_address',
      sort: 'mac_address',
      width: 168,
      isExtra: isLive,
      onPhone: 'fact',
      cell: ({ mac_address }) => <CodeText text={mac_address} />,
    },
    { key: 'uuid', title: 'units.uuid', sort: 'uuid', width: 300, isExtra: true, cell: ({ uuid }) => <CodeText text={uuid} /> },
  ];
};

const availabilityColumn = (availabilities: Availabilities | undefined): Column<LiveUnit, Sort> => ({
  key: 'heard',
  title: 'units.last_month',
  width: 144,
  cell: ({ id }) => <DaysStrip availability={availabilities?.[id]} of="unit" />,
});

const LIVE: readonly Column<LiveUnit, Sort>[] = [
  {
    key: 'last_seen',
    title: 'units.heard',
    width: 148,
    onPhone: 'fact',
    cell: ({ activity }) => <Moment at={activity?.last_seen} isShort />,
  },
  {
    key: 'hotspot',
    title: 'hotspots.one',
    width: 140,
    grows: true,
    onPhone: 'fact',
    cell: ({ hotspot_id, hotspot_name = '' }) => <ClippedLink to={paths.hotspot.to(hotspot_id)} text={hotspot_name} />,
  },
];

/** Polling interval of the units' live state, in milliseconds. */
const REFRESH_AFTER = 60_000;
const AVAILABILITY_AFTER = 600_000;

/** The access points, and which of them are active. */
export function UnitsPage() {
  const dispatch = useDispatch();
  const now = useNow();
  const mayCreate = useMay('units.create');
  const mayRename = useMay('units.update') && capabilities().canRenameUnits;
  const mayDelete = useMay('units.delete');
  const own = useSelector(selectOwnHotspotId);
  const list = useListPage(LIST, { hotspotId: own });
  const { hotspotId } = list.filters;
  const hotspotName = useHotspotName(own === undefined ? hotspotId : 0);
  const isLive = capabilities().hasLiveLists;
  const units = useListUnitsQuery(
    { q: list.q, hotspot: hotspotId, ...list.paging, ...(isLive && { live: 'true' as const }) },
    { pollingInterval: isLive ? REFRESH_AFTER : 0, skipPollingIfUnfocused: true },
  );
  const unitIds = shownPage(units)?.data.map(({ id }) => id) ?? [];
  const { data: activity } = useCountUnitSessionsQuery({ unitIds, ...activityWindow(now) }, { skip: isLive || unitIds.length === 0 });
  const create = mayCreate
    ? { label: 'units.register' as const, onClick: () => dispatch(dialogOpened({ name: 'units/register', args: { hotspotId } })) }
    : undefined;
  const { currentData: availabilities } = useListUnitAvailabilityQuery(unitIds, {
    skip: !isLive || unitIds.length === 0,
    pollingInterval: AVAILABILITY_AFTER,
    skipPollingIfUnfocused: true,
  });
  const columns = useColumns('units', columnsWith(activity, availabilities, own === undefined));
  return (
    <ListPage
      title="units.title"
      list={list}
      counted="units.count"
      answer={units}
      columns={columns}
      create={create}
      tools={own === undefined && <HotspotPicker value={hotspotId} onChoose={(id) => list.choose({ hotspotId: id })} />}
    >
      <PagedTable
        label="units.title"
        list={list}
        answer={units}
        columns={columns}
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
          ...(mayRename
            ? [
                {
                  key: 'rename',
                  label: <FormattedMessage id="units.rename" />,
                  onClick: () => dispatch(dialogOpened({ name: 'units/rename', args: { id } })),
                },
              ]
            : []),
          ...(mayDelete
            ? [
                {
                  key: 'delete',
                  danger: true,
                  label: <FormattedMessage id="common.delete" />,
                  onClick: () => dispatch(dialogOpened({ name: 'units/delete', args: { id } })),
                },
              ]
            : []),
        ]}
        failed="units.load_failed"
        none="units.none"
        noneAt={{ message: 'units.none_at', hotspot: hotspotName }}
        next={create}
      />
    </ListPage>
  );
}
