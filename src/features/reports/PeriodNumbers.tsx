import CloudDownloadOutlined from '@ant-design/icons/CloudDownloadOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import SyncOutlined from '@ant-design/icons/SyncOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UserAddOutlined from '@ant-design/icons/UserAddOutlined';
import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { capabilities } from '../../shared/backEnd/capabilities';
import { numberFormat } from '../../shared/format/numberFormat';
import { formatBytes } from '../../shared/format/sizes';
import { FactCard } from '../../shared/ui/facts/CountCard';
import { useGetReportQuery, type ReportArgs, type ReportData } from './api';
import { Change } from './Change';
import { formatValue, UNKNOWN } from './chartData';
import { daysBefore, hasRunningDay, periodQuery, previousPeriodQuery, type Period } from './chosenPeriod';
import type { Unit } from './ticks';
import styles from './PeriodNumbers.module.css';

/** Sums over the days of a period, and the number of guests per day. */
interface Sums {
  /** Null if the back end doesn't count them. */
  guestsPerDay: number | null;
  newGuests: number;
  connections: number;
  bytes: number;
}

interface PeriodNumber {
  of: keyof Sums;
  unit: Unit;
  label: FormatjsIntl.Message['ids'];
  icon: ReactNode;
}

const NUMBERS: readonly PeriodNumber[] = [
  { of: 'guestsPerDay', unit: 'count', label: 'reports.guests_per_day', icon: <TeamOutlined aria-hidden /> },
  { of: 'newGuests', unit: 'count', label: 'reports.new_guests', icon: <UserAddOutlined aria-hidden /> },
  { of: 'connections', unit: 'count', label: 'reports.connections', icon: <SwapOutlined aria-hidden /> },
  { of: 'bytes', unit: 'bytes', label: 'reports.traffic_in_all', icon: <CloudDownloadOutlined aria-hidden /> },
];

/** The numbers of a period that the back end reports. */
export const periodNumbers = () => NUMBERS.filter(({ of }) => of !== 'guestsPerDay' || capabilities().hasReportDays);

interface OfPeriod {
  hotspot: number;
  period: Period;
}

/** Guests per day, new guests, connections and traffic of a period, each compared with the days before it. */
export function PeriodNumbers({ hotspot, period, today }: OfPeriod & { today: string }) {
  const { locale } = useIntl();
  const { sums, isLoading, onRetry } = useSums({ hotspot, ...periodQuery(period) });
  const days = daysBefore(period);
  const { sums: before } = useSums({ hotspot, ...previousPeriodQuery(period) }, days);
  const isRunning = hasRunningDay(period, today);
  return (
    <div className={styles.reportNumbers}>
      {periodNumbers().map(({ of, unit, label, icon }) => (
        <FactCard key={of} icon={icon} label={label} isLoading={isLoading} onRetry={onRetry}>
          {sums ? formatNumber(sums[of] ?? 0, unit, locale) : UNKNOWN}
          {sums && before && <Change now={sums[of] ?? 0} before={before[of] ?? 0} days={days} isRunning={isRunning} showsNone />}
        </FactCard>
      ))}
    </div>
  );
}

/** One of these numbers as text, for the printed report. */
export function PeriodNumberText({ hotspot, period, of, unit }: OfPeriod & Pick<PeriodNumber, 'of' | 'unit'>) {
  const { locale } = useIntl();
  const { sums } = useSums({ hotspot, ...periodQuery(period) });
  return sums ? formatNumber(sums[of] ?? 0, unit, locale) : UNKNOWN;
}

const formatNumber = (value: number, unit: Unit, language: string) =>
  unit === 'count' || value === 0 ? numberFormat(language, { maximumFractionDigits: 1 }).format(value) : formatValue(value, unit, language);

/** Today's numbers so far, kept apart from the complete days. Hidden unless everything could be loaded. */
export function TodaySoFar({ hotspot, today }: { hotspot: number; today: string }) {
  const { locale } = useIntl();
  const { sums } = useSums({ hotspot, from: today, to: today });
  if (!sums) return null;
  const { connections, newGuests, bytes } = sums;
  return (
    <Typography.Text type="secondary">
      <SyncOutlined aria-hidden />{' '}
      <FormattedMessage
        id="reports.today"
        values={{ connections, guests: newGuests, traffic: bytes === 0 ? '0' : formatBytes(bytes, locale) }}
      />
    </Typography.Text>
  );
}

/** Sums of these days, or of the first `count` of them; null until all are loaded, or if that fails. */
function useSums(days: Omit<ReportArgs, 'type'>, count?: number) {
  const sessions = useGetReportQuery({ type: 'sessions', ...days });
  const traffic = useGetReportQuery({ type: 'traffic', ...days });
  const both = [sessions, traffic];
  const sumOf = ({ series }: ReportData, set: number) =>
    (series[set]?.values ?? []).slice(0, count).reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const sums: Sums | null =
    sessions.currentData && traffic.currentData
      ? {
          guestsPerDay: sessions.currentData.guestsPerDay,
          newGuests: sumOf(sessions.currentData, 1),
          connections: sumOf(sessions.currentData, 0),
          bytes: sumOf(traffic.currentData, 0) + sumOf(traffic.currentData, 1),
        }
      : null;
  const failed = both.filter(({ isError }) => isError);
  return {
    sums,
    isLoading: sums === null && failed.length === 0,
    onRetry: failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined,
  };
}
