import { Flex } from 'antd';
import { useSelector } from 'react-redux';
import { managesSeveralHotspots } from '../../contract/roles';
import { selectUser } from '../auth/slice';
import { HotspotAlertsPanel } from '../dashboard/HotspotAlertsPanel';
import { HotspotChecklist } from './HotspotChecklist';
import { HotspotCounts } from './HotspotCounts';
import { HotspotInfo } from './HotspotInfo';
import { VouchersOff } from './VouchersOff';
import type { HotspotFacts } from './api';

/** What needs attention, what a new hotspot still needs, its totals, and who runs it. */
export function OverviewTab({ hotspot }: { hotspot: HotspotFacts }) {
  const user = useSelector(selectUser);
  if (!user) return null;
  const hasMany = managesSeveralHotspots(user.account_type);
  return (
    <Flex vertical gap={16}>
      <HotspotAlertsPanel hotspotId={hotspot.id} />
      {hasMany && <HotspotChecklist hotspot={hotspot} />}
      <HotspotCounts hotspotId={hotspot.id} role={user.account_type} />
      {hasMany && <VouchersOff hotspotId={hotspot.id} />}
      {hasMany && <HotspotInfo hotspot={hotspot} />}
    </Flex>
  );
}
