import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import MinusOutlined from '@ant-design/icons/MinusOutlined';
import { FormattedMessage, useIntl } from 'react-intl';
import { compared } from './compare';
import countCardStyles from '../../shared/ui/facts/CountCard.module.css';

const ARROWS = {
  more: <ArrowUpOutlined aria-hidden />,
  less: <ArrowDownOutlined aria-hidden />,
  same: <MinusOutlined aria-hidden />,
};

/** Above this share a percentage is meaningless. */
const FAR_MORE = 10;

interface ChangeProps {
  now: number;
  before: number;
  /** Length of the earlier period. */
  days: number;
  /** Whether the last day isn't over: comparing it with whole days would mislead. */
  isRunning?: boolean;
  /** Whether to say that there was nothing to compare with; otherwise nothing is shown then. */
  showsNone?: boolean;
}

/** How a number has changed compared with the days before. */
export function Change({ now, before, days, isRunning = false, showsNone = false }: ChangeProps) {
  const intl = useIntl();
  const change = compared(now, before);
  if (isRunning)
    return (
      <span className={countCardStyles.tileChange}>
        <FormattedMessage id="reports.not_compared" />
      </span>
    );
  if (change === null)
    return showsNone ? (
      <span className={countCardStyles.tileChange}>
        <FormattedMessage id="reports.none_before" values={{ days }} />
      </span>
    ) : null;
  if (change.share >= FAR_MORE)
    return (
      <span className={countCardStyles.tileChange}>
        {ARROWS.more} <FormattedMessage id="reports.far_more" values={{ days }} />
      </span>
    );
  const percent = intl.formatNumber(change.share, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <span className={countCardStyles.tileChange}>
      {ARROWS[change.direction]} <FormattedMessage id={`reports.${change.direction}`} values={{ percent, days }} />
    </span>
  );
}
