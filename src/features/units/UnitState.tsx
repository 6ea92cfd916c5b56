import { Badge } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { LiveUnit } from '../../contract/units';
import type { Activity } from './api';

const COLORS = { active: 'var(--success)', idle: 'var(--textSoft)', silent: 'var(--warning)' };

/** What may be said of a unit whose activity the back end reports, and of any other. */
export const LIVE_STATES = ['units.active', 'units.not_heard', 'units.state_active', 'units.state_idle', 'units.state_silent'] as const;
export const PLAIN_STATES = ['units.active', 'units.inactive', 'units.not_known'] as const;

interface UnitStateProps {
  unit: LiveUnit;
  /** Sessions of the last half hour by unit id, for back ends whose units have no activity (UNT-03); undefined until loaded. */
  activity: Activity | undefined;
}

/** Whether a unit is in use; "…" while loading. */
export function UnitState({ unit, activity }: UnitStateProps) {
  if (unit.activity) {
    const { state, sessions, last_seen } = unit.activity;
    const message =
      state === 'active' && sessions > 0 ? 'units.active' : last_seen === null ? 'units.not_heard' : (`units.state_${state}` as const);
    return <Badge color={COLORS[state]} text={<FormattedMessage id={message} values={{ count: sessions }} />} />;
  }
  const count = activity?.[unit.id];
  if (count === undefined) return '…';
  if (count === null) return <FormattedMessage id="units.not_known" />;
  return (
    <Badge
      color={count > 0 ? 'var(--success)' : 'var(--textSoft)'}
      text={<FormattedMessage id={count > 0 ? 'units.active' : 'units.inactive'} values={{ count }} />}
    />
  );
}
