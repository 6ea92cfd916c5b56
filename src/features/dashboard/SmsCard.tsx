import MessageOutlined from '@ant-design/icons/MessageOutlined';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import type { SmsAccount, Trend } from '../../contract/stats';
import { FactCard } from '../../shared/ui/facts/CountCard';
import { SmsForecast } from '../../shared/ui/facts/SmsForecast';
import { SmsUse } from '../../shared/ui/facts/SmsUse';
import { selectUser } from '../auth/slice';
import { Course } from './TrendCard';
import { useCountLateSmsQuery, useGetOwnSmsQuery } from './api';
import countCardStyles from '../../shared/ui/facts/CountCard.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** The card for back ends that need separate calls for its numbers. */
export function SmsCard() {
  const isAdmin = useSelector(selectUser)?.account_type === 'admin';
  const own = useGetOwnSmsQuery(undefined, { skip: isAdmin });
  const { isLoading, isError, refetch } = own;
  const pack = isAdmin ? null : own.data;
  const { data: lately } = useCountLateSmsQuery(0, { skip: !pack });
  return <SmsFacts pack={pack} lately={lately} isLoading={isLoading} onRetry={isError ? refetch : undefined} />;
}

interface SmsFactsProps {
  /** Null if there is none; undefined if it couldn't be loaded, which shows 0 (DASH-08). */
  pack: SmsAccount | null | undefined;
  /** SMS sent in the last 30 days. */
  lately: number | undefined;
  /** SMS sent on each of the last days, if the back end reports that. */
  sent?: Trend | undefined;
  isLoading: boolean;
  onRetry?: (() => unknown) | undefined;
}

/** The account's SMS sent and purchased, its warning threshold, and how long the rest will last. */
export function SmsFacts({ pack, lately, sent: course, isLoading, onRetry }: SmsFactsProps) {
  const { sms_count: sent = 0, sms_max_count: maximum = 0, sms_threshold: threshold = 0 } = pack ?? {};
  return (
    <FactCard icon={<MessageOutlined aria-hidden />} label="cards.sms" isWide isLoading={isLoading} onRetry={onRetry}>
      {pack === null ? (
        <span className="soft">
          <FormattedMessage id="cards.no_sms" />
        </span>
      ) : (
        <SmsUse sent={sent} maximum={maximum} noMaximum={pack === undefined} />
      )}
      {course && <Course trend={course} daily="dashboard.sms_a_day" />}
      {threshold > 0 && (
        <div className={classes(countCardStyles.note, 'soft')}>
          <FormattedMessage id="cards.sms_threshold_left" values={{ threshold }} />
        </div>
      )}
      <SmsForecast sent={sent} maximum={maximum} lately={pack ? lately : undefined} />
    </FactCard>
  );
}
