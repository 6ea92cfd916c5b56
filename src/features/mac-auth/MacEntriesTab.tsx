import { FormattedMessage, FormattedNumber } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Guest } from '../../contract/guests';
import { CARD_PAGE_SIZES } from '../../contract/plain/wire';
import { dialogOpened } from '../../shared/dialogs';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import type { Column } from '../../shared/ui/table/DataCards';
import { DeviceMac } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { useListUnitsQuery } from '../units/api';
import { shownMac } from './macForm';
import { MAC_SORTS, useListMacEntriesQuery } from './api';
import type { HotspotFacts } from '../hotspots/api';

type Sort = (typeof MAC_SORTS)[number];

const LIST = listKind({ sorts: MAC_SORTS, size: 'mac_entries_per_page', sizes: CARD_PAGE_SIZES, filters: {} });

const columnsOf = (hotspotId: number): readonly Column<Guest, Sort>[] => [
  {
    key: 'name',
    title: 'mac_auth.description',
    sort: 'name',
    width: 116,
    onPhone: 'name',
    cell: ({ name }) => <span className="clipped">{name}</span>,
  },
  {
    key: 'mac',
    title: 'mac_auth.mac',
    sort: 'username',
    width: 164,
    onPhone: 'fact',
    cell: ({ username }) => <DeviceMac mac={shownMac(username)} />,
  },
  { key: 'down', title: 'mac_auth.down', width: 104, onPhone: 'fact', cell: ({ kbps_down }) => <Bandwidth kbps={kbps_down} /> },
  { key: 'up', title: 'mac_auth.up', width: 96, onPhone: 'fact', cell: ({ kbps_up }) => <Bandwidth kbps={kbps_up} /> },
  {
    key: 'unit',
    title: 'mac_auth.unit',
    width: 92,
    onPhone: 'fact',
    cell: ({ unit_id }) => <UnitName hotspotId={hotspotId} unitId={unit_id} />,
  },
  {
    key: 'created',
    title: 'mac_auth.created',
    sort: 'created',
    width: 104,
    cell: ({ created }) => <Moment at={created} dayOnly isShort />,
  },
];

/** Devices that a hotspot admits by MAC address. */
export function MacEntriesTab({ hotspot }: { hotspot: HotspotFacts }) {
  const dispatch = useDispatch();
  const list = useListPage(LIST);
  const entries = useListMacEntriesQuery({ hotspot: hotspot.id, ...list.paging });
  const create = {
    label: 'mac_auth.new' as const,
    onClick: () => dispatch(dialogOpened({ name: 'mac/create', args: { hotspotId: hotspot.id } })),
  };
  const columns = useColumns('mac_entries', columnsOf(hotspot.id));
  return (
    <Section title="mac_auth.title">
      <ListPage list={list} answer={entries} columns={columns} create={create} search={null}>
        <PagedTable
          label="mac_auth.title"
          list={list}
          answer={entries}
          columns={columns}
          nameOf={({ name }) => name}
          actions={({ id, name, username }) => [
            {
              key: 'delete',
              danger: true,
              label: <FormattedMessage id="common.delete" />,
              onClick: () => dispatch(dialogOpened({ name: 'mac/delete', args: { id, name, username } })),
            },
          ]}
          failed="mac_auth.load_failed"
          none="mac_auth.none"
          next={create}
        />
      </ListPage>
    </Section>
  );
}

function Bandwidth({ kbps }: { kbps: number }) {
  if (kbps === 0) return <FormattedMessage id="common.no_limit" />;
  return (
    <>
      <FormattedNumber value={kbps} /> <FormattedMessage id="mac_auth.kbps" />
    </>
  );
}

/**
 * The unit an entry was registered at. Existing back ends don't store it and accept the entry at every unit of the hotspot, so it is only
 * known if there is just one.
 */
function UnitName({ hotspotId, unitId }: { hotspotId: number; unitId: number | undefined }) {
  const { data } = useListUnitsQuery({ hotspot: hotspotId });
  if (!data) return '…';
  const units = data.data;
  const unit = unitId === undefined ? (units.length === 1 ? units[0] : undefined) : units.find(({ id }) => id === unitId);
  if (unit) return unit.name;
  return <FormattedMessage id={unitId === undefined ? 'mac_auth.unit_not_kept' : 'mac_auth.unit_gone'} />;
}
