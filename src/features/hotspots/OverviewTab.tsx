import { Flex } from 'antd';
import { useSelector } from 'react-redux';
import { managesSeveralHotspots } from '../../contract/plain/roles';
import { selectUser } from '../auth/slice';
import { HotspotAlertsPanel } from '../dashboard/HotspotAlertsPanel';
import { HotspotChecklist } from './HotspotChecklist';
import { HotspotCounts } from './HotspotCounts';
import { HotspotInfo } from './HotspotInfo';
import { HotspotNow, hasCurrentState } from './HotspotNow';
import { VouchersOff } from './VouchersOff';
import type { HotspotFacts } from './api';

/** What a new hotspot still needs, what needs attention, how it is doing now, its totals, and who runs it. */
export function OverviewTab({ hotspot }: { hotspot: HotspotFacts }) {
  const user = useSelector(selectUser);
  if (!user) return null;
  const hasMany = managesSeveralHotspots(user.account_type);
  return (
    <Flex vertical gap={16}>
      {hasMany && <HotspotChecklist hotspot={hotspot} />}
      <HotspotAlertsPanel hotspotId={hotspot.id} />
      {hasCurrentState(user.account_type) && <HotspotNow hotspotId={hotspot.id} />}
      <HotspotCounts hotspotId={hotspot.id} role={user.account_type} />
      {hasMany && <VouchersOff hotspotId={hotspot.id} />}
      {hasMany && <HotspotInfo hotspot={hotspot} />}
    </Flex>
  );
}
