import type { Device } from '../../contract/devices';
import { isLost } from '../../shared/failure';
import { activityColumns } from '../../shared/ui/facts/deviceActivity';
import { DataTable } from '../../shared/ui/table/DataTable';
import type { Column } from '../../shared/ui/table/DataCards';
import { CodeText, DeviceMac } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { Section } from '../../shared/ui/page/Section';
import { useListDevicesQuery } from '../devices/api';

const COLUMNS: readonly Column<Device, never>[] = [
  { key: 'mac_address', title: 'devices.mac_address', onPhone: 'name', cell: ({ mac_address }) => <DeviceMac mac={mac_address} /> },
  { key: 'ip_address', title: 'devices.ip_address', onPhone: 'fact', cell: ({ ip_address }) => <CodeText text={ip_address} /> },
  { key: 'created', title: 'devices.created', onPhone: 'fact', cell: ({ created }) => <Moment at={created} /> },
];

/** The devices a guest has used. */
export function GuestDevices({ userId, hotspotId }: { userId: number; hotspotId: number }) {
  const devices = useListDevicesQuery({
    user: userId,
    hotspot: hotspotId,
    page: 1,
    limit: 25,
    sort: 'created',
    order: 'desc',
    live: 'true',
  });
  const hasFailed = isLost(devices);
  return (
    <Section title="devices.title">
      <DataTable
        label="devices.title"
        columns={[...COLUMNS, ...activityColumns()]}
        rows={hasFailed ? [] : (devices.data?.data ?? [])}
        isLoading={devices.isLoading}
        isRefreshing={devices.isFetching}
        nameOf={({ mac_address }) => mac_address}
        empty={hasFailed ? <LoadFailed message="devices.load_failed" onRetry={devices.refetch} /> : <NothingHere message="devices.none" />}
      />
    </Section>
  );
}
