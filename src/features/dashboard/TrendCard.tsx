import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import MinusOutlined from '@ant-design/icons/MinusOutlined';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Trend } from '../../contract/stats';
import { FactCard } from '../../shared/ui/facts/CountCard';
import { Sparkline } from './Sparkline';
import countCardStyles from '../../shared/ui/facts/CountCard.module.css';

type MessageId = FormatjsIntl.Message['ids'];

interface TrendCardProps {
  icon: ReactNode;
  label: MessageId;
  to?: string | undefined;
  isLoading: boolean;
  /** Undefined if it couldn't be loaded: the number then stays 0 (DASH-08). */
  trend: Trend | undefined;
  daily?: MessageId | undefined;
}

/** A number, its last fourteen days, and how it has changed since a week ago. */
export function TrendCard({ icon, label, to, isLoading, trend, daily }: TrendCardProps) {
  const intl = useIntl();
  return (
    <FactCard icon={icon} label={label} to={to} isLoading={isLoading}>
      {intl.formatNumber(trend?.total ?? 0)}
      {trend && <Course trend={trend} daily={daily} />}
    </FactCard>
  );
}

const ARROWS = {
  more: <ArrowUpOutlined aria-hidden />,
  less: <ArrowDownOutlined aria-hidden />,
  same: <MinusOutlined aria-hidden />,
};

/**
 * A trend's line, unless every day was the same, and its change since a week ago, in all tiles in the number of what they count: a percentage
 * would say nothing of a few hotspots, or of thousands of devices. `daily` says what is counted per day; without it, the days hold running
 * totals.
 */
export function Course({ trend, daily }: Pick<TrendCardProps, 'daily'> & { trend: Trend }) {
  const intl = useIntl();
  const { days, week, week_before: before } = trend;
  // Nobody has met 0.6 guests.
  const change = daily === undefined ? week - before : Math.round((week - before) / 7);
  const direction = change === 0 ? 'same' : change > 0 ? 'more' : 'less';
  const [least, most] = [Math.min(...days), Math.max(...days)];
  const label = intl.formatMessage({ id: 'dashboard.days' }, { days: days.length, least, most });
  return (
    <>
      {most > least && <Sparkline values={days} label={label} />}
      <span className={countCardStyles.tileChange}>
        {daily !== undefined && (
          <>
            <FormattedMessage id={daily} />
            {': '}
          </>
        )}
        {ARROWS[direction]} <FormattedMessage id={`dashboard.total_${direction}`} values={{ count: Math.abs(change) }} />
      </span>
    </>
  );
}
