import { DownloadOutlined, LineChartOutlined, MoreOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons';
import { App, Button, Card, Flex, Spin, theme } from 'antd';
import { Suspense, useId, useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { ReportType } from '../../contract/reports';
import { ActionMenu } from '../../shared/ui/ActionMenu';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { NothingHere } from '../../shared/ui/NothingHere';
import { useGetReportQuery, type ReportArgs } from './api';
import { saveChartCsv, savePicture } from './chartFiles';
import { chartRow } from './charts';
import { ChartTable } from './ChartTable';
import { chartDataOf, summaryOf, type ChartData } from './chartData';
import { Drawing } from './lazyDrawing';
import { Legend } from './Legend';
import { chartStyleOf } from './chartStyle';
import { selectIsTable, tableToggled } from './slice';

/** In pixels. */
const HEIGHT = 240;

interface ReportChartProps {
  args: ReportArgs;
  /** Last day of the report, YYYY-MM-DD. */
  lastDay: string;
  /** Hotspot and days, written into the exported picture. */
  subject: string;
  zone: string | undefined;
}

/** One report as a chart or table, with its own spinner and retry (REP-18, REP-19). */
export function ReportChart({ args, lastDay, subject, zone }: ReportChartProps) {
  const intl = useIntl();
  const titleId = useId();
  const { currentData, isFetching, isError, refetch } = useGetReportQuery(args);
  const { message } = App.useApp();
  const dispatch = useDispatch();
  const isTable = useSelector((state: Parameters<typeof selectIsTable>[0]) => selectIsTable(state, args.type));
  const box = useRef<HTMLDivElement>(null);
  const { token } = theme.useToken();
  const look = useMemo(() => chartStyleOf(token), [token]);
  const drawn = useChartData(args.type, currentData, lastDay);
  const hasFailed = isError;
  const isEmpty = currentData !== undefined && drawn === null;

  const savePictureOf = async (what: ChartData) => {
    const canvas = box.current?.querySelector('canvas');
    try {
      if (canvas) await savePicture(canvas, { title: what.title, subject, look });
    } catch {
      void message.error(intl.formatMessage({ id: 'reports.picture_failed' }));
    }
  };
  return (
    <Card
      size="small"
      role="group"
      aria-labelledby={titleId}
      aria-busy={isFetching}
      title={
        <h3 id={titleId} style={{ fontSize: 14, margin: 0, whiteSpace: 'normal' }}>
          <FormattedMessage id={chartRow(args.type).title} />
        </h3>
      }
      extra={
        drawn &&
        !hasFailed && (
          <ActionMenu
            placement="bottomRight"
            items={[
              {
                key: 'table',
                icon: isTable ? <LineChartOutlined aria-hidden /> : <TableOutlined aria-hidden />,
                label: <FormattedMessage id={isTable ? 'reports.as_chart' : 'reports.as_table'} />,
                onClick: () => dispatch(tableToggled(args.type)),
              },
              {
                key: 'csv',
                icon: <DownloadOutlined aria-hidden />,
                label: <FormattedMessage id="reports.csv" />,
                onClick: () => void saveChartCsv(drawn, intl),
              },
              {
                key: 'picture',
                icon: <PictureOutlined aria-hidden />,
                label: <FormattedMessage id="reports.picture" />,
                disabled: isTable,
                onClick: () => void savePictureOf(drawn),
              },
            ]}
          >
            <Button
              type="text"
              size="small"
              className="not-on-paper"
              icon={<MoreOutlined aria-hidden />}
              aria-label={intl.formatMessage({ id: 'reports.actions' }, { title: drawn.title })}
            />
          </ActionMenu>
        )
      }
    >
      {hasFailed ? (
        <Flex align="center" justify="center" style={{ minHeight: HEIGHT }}>
          <LoadFailed message="reports.load_failed" onRetry={refetch} />
        </Flex>
      ) : isEmpty ? (
        <Flex align="center" justify="center" style={{ minHeight: HEIGHT }}>
          <NothingHere message="reports.nothing" />
        </Flex>
      ) : (
        <Spin spinning={isFetching} description={intl.formatMessage({ id: 'reports.loading' })}>
          <div style={{ minHeight: HEIGHT }}>
            {drawn &&
              (isTable ? (
                <ChartTable drawn={drawn} />
              ) : (
                <Suspense fallback={<div style={{ height: HEIGHT }} />}>
                  <div ref={box} role="img" aria-label={[drawn.title, ...summaryOf(drawn, intl)].join('. ')}>
                    <Drawing drawn={drawn} look={look} height={HEIGHT} zone={zone} />
                  </div>
                  <Legend drawn={drawn} look={look} />
                </Suspense>
              ))}
          </div>
        </Spin>
      )}
    </Card>
  );
}

/** A report's chart data, memoized: redrawing is the most expensive thing on this page. */
export function useChartData(type: ReportType, data: Parameters<typeof chartDataOf>[1] | undefined, lastDay: string): ChartData | null {
  const intl = useIntl();
  return useMemo(() => (data ? chartDataOf(chartRow(type), data, lastDay, intl) : null), [type, data, lastDay, intl]);
}
