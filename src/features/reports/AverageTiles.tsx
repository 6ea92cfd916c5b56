import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ReportType } from '../../contract/reports';
import { FactCard } from '../../shared/ui/facts/CountCard';
import { useGetReportQuery } from './api';
import { Change } from './Change';
import { meanBefore } from './compare';
import { formatMean, UNKNOWN } from './chartData';
import { daysBefore, hasRunningDay, previousPeriodQuery, periodQuery, type Period } from './chosenPeriod';
import type { Unit } from './ticks';
import styles from './AverageTiles.module.css';

interface Tile {
  type: ReportType;
  /** Index of the report's set. */
  set: 0 | 1;
  unit: Unit;
  label: FormatjsIntl.Message['ids'];
  icon: ReactNode;
}

/** The six averages (REP-08). In traffic reports set 0 is upload, set 1 download. */
export const TILES: readonly Tile[] = [
  { type: 'avg_user_duration', set: 0, unit: 'seconds', label: 'reports.user_duration', icon: <ClockCircleOutlined aria-hidden /> },
  { type: 'avg_user_traffic', set: 1, unit: 'bytes', label: 'reports.user_download', icon: <DownloadOutlined aria-hidden /> },
  { type: 'avg_user_traffic', set: 0, unit: 'bytes', label: 'reports.user_upload', icon: <UploadOutlined aria-hidden /> },
  { type: 'avg_conn_duration', set: 0, unit: 'seconds', label: 'reports.conn_duration', icon: <ClockCircleOutlined aria-hidden /> },
  { type: 'avg_conn_traffic', set: 1, unit: 'bytes', label: 'reports.conn_download', icon: <DownloadOutlined aria-hidden /> },
  { type: 'avg_conn_traffic', set: 0, unit: 'bytes', label: 'reports.conn_upload', icon: <UploadOutlined aria-hidden /> },
];

interface AveragesOf {
  hotspot: number;
  period: Period;
  today: string;
}

/** Averages in this unit per guest and per connection, compared with the previous period. */
export function AverageTiles({ of, ...averagesOf }: AveragesOf & { of: Unit }) {
  return (
    <div className={styles.reportTiles}>
      {TILES.filter(({ unit }) => unit === of).map((tile) => (
        <AverageTile key={tile.label} tile={tile} {...averagesOf} />
      ))}
    </div>
  );
}

function AverageTile({ tile: { type, set, unit, label, icon }, hotspot, period, today }: AveragesOf & { tile: Tile }) {
  const intl = useIntl();
  const { currentData, isFetching, isError, refetch } = useGetReportQuery({ type, hotspot, ...periodQuery(period) });
  const before = useGetReportQuery({ type, hotspot, ...previousPeriodQuery(period) }).currentData;
  const mean = currentData?.means[set];
  const days = daysBefore(period);
  return (
    <FactCard icon={icon} label={label} isLoading={isFetching && !currentData} onRetry={isError ? refetch : undefined}>
      {currentData ? formatMean(mean ?? 0, unit, intl.locale) : UNKNOWN}
      {mean !== undefined && before && (
        <Change now={mean} before={meanBefore(before, set, days)} days={days} isRunning={hasRunningDay(period, today)} />
      )}
    </FactCard>
  );
}
