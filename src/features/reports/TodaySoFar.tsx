import SyncOutlined from '@ant-design/icons/SyncOutlined';
import { Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatBytes } from '../../shared/format/sizes';
import { useGetReportQuery, type ReportData } from './api';

/** Today's numbers so far, kept apart from the complete days. Hidden unless everything could be loaded. */
export function TodaySoFar({ hotspot, today }: { hotspot: number; today: string }) {
  const intl = useIntl();
  const days = { hotspot, from: today, to: today };
  const { currentData: sessions } = useGetReportQuery({ type: 'sessions', ...days });
  const { currentData: traffic } = useGetReportQuery({ type: 'traffic', ...days });
  if (!sessions || !traffic) return null;
  const bytes = sumOf(traffic, 0) + sumOf(traffic, 1);
  return (
    <Typography.Text type="secondary">
      <SyncOutlined aria-hidden />{' '}
      <FormattedMessage
        id="reports.today"
        values={{
          connections: sumOf(sessions, 0),
          guests: sumOf(sessions, 1),
          traffic: bytes === 0 ? '0' : formatBytes(bytes, intl.locale),
        }}
      />
    </Typography.Text>
  );
}

const sumOf = ({ series }: ReportData, set: number) => (series[set]?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
