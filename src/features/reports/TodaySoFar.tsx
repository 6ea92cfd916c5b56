import SyncOutlined from '@ant-design/icons/SyncOutlined';
import { Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatBytes } from '../../shared/format/sizes';
import { useGetReportQuery, type ReportArgs, type ReportData } from './api';
import { periodQuery, type Period } from './chosenPeriod';

/** Today's numbers so far, kept apart from the complete days. Hidden unless everything could be loaded. */
export function TodaySoFar({ hotspot, today }: { hotspot: number; today: string }) {
  const sums = useSums({ hotspot, from: today, to: today });
  if (!sums) return null;
  return (
    <Typography.Text type="secondary">
      <SyncOutlined aria-hidden /> <FormattedMessage id="reports.today" values={sums} />
    </Typography.Text>
  );
}

/** What the days of a period add up to. Hidden unless everything could be loaded: the charts report the failure. */
export function PeriodTotals({ hotspot, period }: { hotspot: number; period: Period }) {
  const sums = useSums({ hotspot, ...periodQuery(period) });
  if (!sums) return null;
  return (
    <Typography.Text strong>
      <FormattedMessage id="reports.in_all" values={sums} />
    </Typography.Text>
  );
}

/** Connections, new guests and traffic of these days, for a message; null until all are loaded. */
function useSums(days: Omit<ReportArgs, 'type'>): { connections: number; guests: number; traffic: string } | null {
  const { locale } = useIntl();
  const { currentData: sessions } = useGetReportQuery({ type: 'sessions', ...days });
  const { currentData: traffic } = useGetReportQuery({ type: 'traffic', ...days });
  if (!sessions || !traffic) return null;
  const bytes = sumOf(traffic, 0) + sumOf(traffic, 1);
  return { connections: sumOf(sessions, 0), guests: sumOf(sessions, 1), traffic: bytes === 0 ? '0' : formatBytes(bytes, locale) };
}

const sumOf = ({ series }: ReportData, set: number) => (series[set]?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
