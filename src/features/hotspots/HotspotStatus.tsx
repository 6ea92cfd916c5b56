import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { HotspotHealth } from '../../contract/hotspots';
import { hotspotState, type HotspotState } from './hotspotState';
import { StatusTag } from '../../shared/ui/facts/StatusTag';

const LOOKS: Record<HotspotState, { icon: ReactNode; color: string }> = {
  down: { icon: <DisconnectOutlined aria-hidden />, color: 'var(--error)' },
  trouble: { icon: <WarningOutlined aria-hidden />, color: 'var(--warning)' },
  up: { icon: <CheckCircleOutlined aria-hidden />, color: 'var(--success)' },
  quiet: { icon: <MoonOutlined aria-hidden />, color: 'var(--textSoft)' },
  no_units: { icon: <MinusCircleOutlined aria-hidden />, color: 'var(--textSoft)' },
};

/** A hotspot's status as a badge. */
export function HotspotStatus({ health }: { health: HotspotHealth }) {
  const state = hotspotState(health);
  const { icon, color } = LOOKS[state];
  return (
    <StatusTag icon={icon} color={color}>
      <FormattedMessage id={`hotspots.state_${state}`} />
    </StatusTag>
  );
}
