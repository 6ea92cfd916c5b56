import { Badge } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { Activity } from './api';

/** Whether a unit had sessions in the last half hour, and how many (UNT-03); three dots while loading. */
export function UnitActivity({ unitId, activity }: { unitId: number; activity: Activity | undefined }) {
  const count = activity?.[unitId];
  if (count === undefined) return '…';
  if (count === null) return <FormattedMessage id="units.not_known" />;
  return (
    <Badge
      color={count > 0 ? 'var(--success)' : 'var(--textSoft)'}
      text={<FormattedMessage id={count > 0 ? 'units.active' : 'units.inactive'} values={{ count }} />}
    />
  );
}
