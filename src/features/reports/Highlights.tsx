import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import { FormattedMessage, useIntl } from 'react-intl';
import { isLost } from '../../shared/failure';
import { useGetReportQuery, type ReportData } from './api';
import { axisLabels } from './axis';
import { chartRow } from './charts';
import { peakOf } from './chartData';
import { periodQuery, type Period } from './chosenPeriod';
import './highlights.css';

/** Index of the set that counts connections. */
const CONNECTIONS = { current: 1, sessions: 0 } as const;

/** Yesterday's peak hour and the period's busiest day. Values that couldn't be loaded are omitted: their charts report the failure. */
export function Highlights({ hotspot, period }: { hotspot: number; period: Period }) {
  const current = useGetReportQuery({ type: 'current', hotspot });
  const sessions = useGetReportQuery({ type: 'sessions', hotspot, ...periodQuery(period) });
  const hour = usePeak('current', current.currentData, period.to);
  const day = usePeak('sessions', sessions.currentData, period.to);
  return (
    <ul className="highlights">
      {!isLost(current) && (
        <li>
          <ClockCircleOutlined aria-hidden />{' '}
          {hour === 'unknown' ? (
            '…'
          ) : hour ? (
            <FormattedMessage id="reports.peak_hour" values={{ ...hour }} />
          ) : (
            <FormattedMessage id="reports.no_peak_hour" />
          )}
        </li>
      )}
      {/* A single day is no busier than others. */}
      {!isLost(sessions) && period.from !== period.to && (
        <li>
          <CalendarOutlined aria-hidden />{' '}
          {day === 'unknown' ? (
            '…'
          ) : day ? (
            <FormattedMessage id="reports.busiest_day" values={{ ...day }} />
          ) : (
            <FormattedMessage id="reports.no_busiest_day" />
          )}
        </li>
      )}
    </ul>
  );
}

interface Peak {
  when: string;
  count: number;
}

/** Null if nobody connected; 'unknown' while loading. */
function usePeak(type: keyof typeof CONNECTIONS, data: ReportData | undefined, lastDay: string): Peak | null | 'unknown' {
  const intl = useIntl();
  const values = (data?.series[CONNECTIONS[type]]?.values ?? []).map((value) => value ?? 0);
  const peak = peakOf(values);
  if (!data) return 'unknown';
  if (peak === null) return null;
  const label = axisLabels(chartRow(type).axis, data.labels, { lastDay, isRunning: false }, intl)[peak];
  return { when: label?.inSentence ?? '', count: values[peak] ?? 0 };
}
