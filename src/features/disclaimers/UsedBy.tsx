import { Alert } from 'antd';
import { FormattedList, FormattedMessage } from 'react-intl';
import type { DisclaimerHotspot } from '../../contract/disclaimers';
import { useListDisclaimerHotspotsQuery } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Number of hotspots listed by name. */
const MAX_LISTED = 5;

/** Message about what happens to these hotspots. */
type What = 'disclaimers.used_changes' | 'disclaimers.used_deletes';

/** Lists the hotspots that show a disclaimer, before it is changed or deleted. */
export function UsedBy({ disclaimerId, message }: { disclaimerId: number; message: What }) {
  const { data, isError } = useListDisclaimerHotspotsQuery(disclaimerId);
  if (data) return <Hotspots hotspots={data} message={message} />;
  if (!isError) return null;
  return (
    <Alert type="warning" showIcon className={classes(spacingStyles.below16)} title={<FormattedMessage id="disclaimers.used_unknown" />} />
  );
}

function Hotspots({ hotspots, message }: { hotspots: readonly DisclaimerHotspot[]; message: What }) {
  const count = hotspots.length;
  const names = hotspots.slice(0, MAX_LISTED).map(({ name }) => name);
  return (
    <Alert
      type={count === 0 ? 'info' : 'warning'}
      showIcon
      className={classes(spacingStyles.below16)}
      title={count === 0 ? <FormattedMessage id="disclaimers.used_nowhere" /> : <FormattedMessage id={message} values={{ count }} />}
      description={count > 0 && <FormattedList type="conjunction" value={count > MAX_LISTED ? [...names, '…'] : names} />}
    />
  );
}
