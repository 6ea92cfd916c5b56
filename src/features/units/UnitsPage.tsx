import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { may } from '../../contract/roles';
import type { Unit } from '../../contract/units';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { shownPage } from '../../shared/list/answer';
import { hotspotFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import { Clipped } from '../../shared/ui/Clipped';
import type { Column } from '../../shared/ui/DataTable';
import { CodeText } from '../../shared/ui/Facts';
import { useNow } from '../../shared/ui/useNow';
import { selectOwnHotspotId, selectUser } from '../auth/slice';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { activityWindow } from './activityWindow';
import { UnitActivity } from './UnitActivity';
import { useCountUnitSessionsQuery, useListUnitsQuery, type Activity } from './api';

const SORTS = ['name', 'description', 'mac_address', 'uuid'] as const;
type Sort = (typeof SORTS)[number];

const LIST = listKind({ sorts: SORTS, size: 'units_per_page', filters: { hotspotId: hotspotFilter() } });

const columnsWith = (activity: Activity | undefined): readonly Column<Unit, Sort>[] => [
  {
    key: 'name',
    title: 'units.name',
    sort: 'name',
    width: 150,
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
    width: 180,
    onPhone: 'fact',
    cell: ({ description }) => <Clipped text={description} />,
  },
  {
    key: 'mac_address',
    title: 'units.mac_address',
    sort: 'mac_address',
    width: 168,
    onPhone: 'fact',
    cell: ({ mac_address }) => <CodeText text={mac_address} />,
  },
  { key: 'uuid', title: 'units.uuid', sort: 'uuid', width: 300, isExtra: true, cell: ({ uuid }) => <CodeText text={uuid} /> },
  {
    key: 'sessions',
    title: 'sessions.title',
    width: 120,
    onPhone: 'fact',
    cell: ({ id }) => <UnitActivity unitId={id} activity={activity} />,
  },
];

/** The access points, and which of them are active. */
export function UnitsPage() {
  const dispatch = useDispatch();
  const now = useNow();
  const role = useSelector(selectUser)?.account_type;
  const own = useSelector(selectOwnHotspotId);
  const list = useListPage(LIST, { hotspotId: own });
  const { hotspotId } = list.filters;
  const units = useListUnitsQuery({ q: list.q, hotspot: hotspotId, ...list.paging });
  const unitIds = shownPage(units)?.data.map(({ id }) => id) ?? [];
  const { data: activity } = useCountUnitSessionsQuery({ unitIds, ...activityWindow(now) }, { skip: unitIds.length === 0 });
  const create =
    role !== undefined && may(role, 'units.create')
      ? { label: 'units.register' as const, onClick: () => dispatch(dialogOpened({ name: 'units/register', args: { hotspotId } })) }
      : undefined;
  const columns = useColumns('units', columnsWith(activity));
  return (
    <ListPage
      title="units.title"
      list={list}
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
          ...(role !== undefined && may(role, 'units.update') && capabilities().canRenameUnits
            ? [
                {
                  key: 'rename',
                  label: <FormattedMessage id="units.rename" />,
                  onClick: () => dispatch(dialogOpened({ name: 'units/rename', args: { id } })),
                },
              ]
            : []),
          ...(role !== undefined && may(role, 'units.delete')
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
      />
    </ListPage>
  );
}
