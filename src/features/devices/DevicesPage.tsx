import { Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Device } from '../../contract/devices';
import { hotspotFilter, idFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import type { Column } from '../../shared/ui/table/DataCards';
import { activityColumns } from '../../shared/ui/facts/deviceActivity';
import { CodeText, DeviceMac } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { selectOwnHotspotId } from '../auth/slice';
import { GuestPicker } from '../guests/GuestPicker';
import { useHotspotName } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { useListDevicesQuery } from './api';

const SORTS = ['created', 'mac_address', 'ip_address'] as const;
type Sort = (typeof SORTS)[number];

const LIST = listKind({
  sorts: SORTS,
  order: 'desc',
  size: 'devices_per_page',
  isDeep: true,
  filters: {
    // A guest belongs to one hotspot, so changing the hotspot resets the guest.
    hotspotId: hotspotFilter({ resets: ['user'] }),
    user: idFilter({ remembered: 'devices_user_id', clearText: 'guests.all' }),
  },
});

const COLUMNS: readonly Column<Device, Sort>[] = [
  {
    key: 'guest',
    title: 'guests.one',
    width: 160,
    onPhone: 'name',
    cell: ({ user_id, user }) => (
      <Link to={paths.guest.to(user_id)} className="clipped" title={calledBy(user)}>
        <bdi>{calledBy(user)}</bdi>
      </Link>
    ),
  },
  {
    key: 'hotspot',
    title: 'hotspots.one',
    width: 140,
    onPhone: 'fact',
    cell: ({ hotspot_id, hotspot }) => (
      <Link to={paths.hotspot.to(hotspot_id)} className="clipped" title={hotspot.name}>
        {hotspot.name}
      </Link>
    ),
  },
  {
    key: 'mac_address',
    title: 'devices.mac_address',
    sort: 'mac_address',
    width: 168,
    onPhone: 'fact',
    cell: ({ mac_address }) => <DeviceMac mac={mac_address} />,
  },
  {
    key: 'ip_address',
    title: 'devices.ip_address',
    sort: 'ip_address',
    width: 140,
    onPhone: 'fact',
    cell: ({ ip_address }) => <CodeText text={ip_address} />,
  },
  { key: 'created', title: 'devices.created', sort: 'created', width: 120, cell: ({ created }) => <Moment at={created} isShort /> },
];

/** The devices that guests have used. */
export function DevicesPage() {
  const own = useSelector(selectOwnHotspotId);
  const list = useListPage(LIST, { hotspotId: own });
  const { hotspotId, user } = list.filters;
  const hotspotName = useHotspotName(own === undefined ? hotspotId : 0);
  const devices = useListDevicesQuery({ q: list.q, hotspot: hotspotId, user, ...list.paging, ...list.deep, live: 'true' });
  const known = [...COLUMNS, ...activityColumns()];
  const columns = useColumns('devices', own === undefined ? known : known.filter(({ key }) => key !== 'hotspot'));
  return (
    <ListPage
      title="devices.title"
      list={list}
      counted="devices.count"
      answer={devices}
      columns={columns}
      tools={
        <>
          {own === undefined && <HotspotPicker value={hotspotId} onChoose={(id) => list.choose({ hotspotId: id })} />}
          <GuestPicker hotspotId={hotspotId} value={user} onChoose={(id) => list.choose({ user: id })} />
          <Button type="link" onClick={list.clear}>
            <FormattedMessage id="list.clear_filters" />
          </Button>
        </>
      }
    >
      <PagedTable
        label="devices.title"
        list={list}
        answer={devices}
        columns={columns}
        nameOf={({ mac_address }) => mac_address}
        failed="devices.load_failed"
        none="devices.none"
        noneAt={{ message: 'devices.none_at', hotspot: hotspotName }}
      />
    </ListPage>
  );
}

const calledBy = ({ name, username }: Device['user']) => (name === '' ? username : name);
