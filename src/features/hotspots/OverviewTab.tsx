import { Flex } from 'antd';
import { useSelector } from 'react-redux';
import { selectUser } from '../auth/slice';
import { HotspotCounts } from './HotspotCounts';
import { HotspotInfo } from './HotspotInfo';
import type { HotspotFacts } from './api';

/** Totals of a hotspot, and who runs it. */
export function OverviewTab({ hotspot }: { hotspot: HotspotFacts }) {
  const user = useSelector(selectUser);
  if (!user) return null;
  const runsMany = user.account_type === 'admin' || user.account_type === 'reseller';
  return (
    <Flex vertical gap={16}>
      <HotspotCounts hotspotId={hotspot.id} role={user.account_type} />
      {runsMany && <HotspotInfo hotspot={hotspot} />}
    </Flex>
  );
}
