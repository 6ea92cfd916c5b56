import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import { App, Button, Card, Flex, Spin } from 'antd';
import { Suspense, useId, useMemo, useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { ReportType } from '../../contract/reports';
import { csvAsked } from '../../shared/exports';
import { ActionMenu } from '../../shared/ui/page/ActionMenu';
import { CsvDialog } from '../../shared/ui/dialog/CsvDialog';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { useChartStyle } from '../../shared/ui/page/useChartStyle';
import { useGetReportQuery, type ReportArgs } from './api';
import type { ReportEnd } from './axis';
import { saveChartCsv, savePicture } from './chartFiles';
import { chartRow, type ChartRow } from './charts';
import { ChartTable } from './ChartTable';
import { REACHABLE } from '../../shared/ui/page/reachable';
import { chartDataOf, summaryOf, type ChartData } from './chartData';
import { Drawing } from './lazyDrawing';
import { HourMap } from './HourMap';
import { Legend } from './Legend';
import { heightOfBars } from './barHeight';
import type { DrawnView } from './specOptions';
import { viewOf, ViewSwitch } from './ViewSwitch';
import { classes } from '../../shared/ui/plain/classes';
import styles from './ReportChart.module.css';
import { usePreference } from '../../shared/usePreference';

/** In pixels. A pie needs room for labels around it, a map for seven rows and a sentence. */
const HEIGHTS = { lines: 208, bars: 208, pie: 240, map: 260 };

/** Milliseconds until a spinner says that the code that draws charts is being loaded. */
const SPINNER_AFTER = 400;

interface ReportChartProps {
  args: ReportArgs;
  end: ReportEnd;
  /** Hotspot and days, drawn into the exported picture. */
  subject: string;
  zone: string | undefined;
  /** Address of the list behind a map's cell. */
  toCell?: ((weekday: string, hour: number) => string) | undefined;
}

/** One report as a chart or table, with its own spinner and retry (REP-18, REP-19). */
export function ReportChart({ args, end, subject, zone, toCell }: ReportChartProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const titleId = useId();
  const { currentData, isFetching, isError, refetch } = useGetReportQuery(args);
  const { message } = App.useApp();
  const row = chartRow(args.type);
  const view = viewOf(row, usePreference('chart_views'));
  const box = useRef<HTMLDivElement>(null);
  const look = useChartStyle();
  const drawn = useChartData(args.type, currentData, end);
  const hasFailed = isError;
  const isEmpty = currentData !== undefined && drawn === null;
  const usual = HEIGHTS[row.form];
  const height = drawn && view === 'bars' ? heightOfBars(drawn, usual) : usual;

  // Exported files have every day, even if the chart shows weeks.
  const inDays = () => currentData && chartDataOf(row, currentData, end, intl, { byDay: true });

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
      className={classes(styles.reportChart, row.isWide && styles.isWide)}
      role="group"
      aria-labelledby={titleId}
      aria-busy={isFetching}
      title={
        <h3 className={styles.title}>
          <span id={titleId}>
            <FormattedMessage id={row.title} />
          </span>
          <StepText drawn={drawn} />
        </h3>
      }
      extra={
        drawn &&
        !hasFailed && (
          <Flex align="center" gap={4}>
            <ViewSwitch row={row} title={drawn.title} />
            <ActionMenu
              placement="bottomRight"
              items={[
                {
                  key: 'csv',
                  icon: <DownloadOutlined aria-hidden />,
                  label: <FormattedMessage id="reports.csv" />,
                  onClick: () => dispatch(csvAsked(args.type)),
                },
                {
                  key: 'picture',
                  icon: <PictureOutlined aria-hidden />,
                  label: <FormattedMessage id="reports.picture" />,
                  disabled: view === 'table' || row.form === 'map',
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
          </Flex>
        )
      }
    >
      {drawn && <CsvDialog of={args.type} onSave={(style) => saveChartCsv(inDays() ?? drawn, intl, style)} />}
      {hasFailed ? (
        <Flex align="center" justify="center" style={{ minHeight: usual }}>
          <LoadFailed message="reports.load_failed" onRetry={refetch} />
        </Flex>
      ) : isEmpty ? (
        <Flex align="center" justify="center" style={{ minHeight: usual }}>
          <NothingHere message="reports.nothing" />
        </Flex>
      ) : (
        <Spin spinning={isFetching} description={intl.formatMessage({ id: 'reports.loading' })}>
          <div style={{ minHeight: usual }}>
            {drawn &&
              (view === 'table' ? (
                <ChartTable drawn={drawn} />
              ) : row.form === 'map' ? (
                <>
                  <HourMap drawn={drawn} look={look} toCell={toCell} />
                  <Summary drawn={drawn} />
                </>
              ) : (
                <Suspense
                  fallback={
                    <Spin delay={SPINNER_AFTER} description={intl.formatMessage({ id: 'reports.loading' })}>
                      <div style={{ height: usual }} />
                    </Spin>
                  }
                >
                  <Reach height={height} title={drawn.title}>
                    <div ref={box}>
                      {/* Keyed by view to remount: the library would keep options of the previous view. */}
                      <Drawing
                        key={view}
                        drawn={drawn}
                        look={look}
                        view={view}
                        height={height}
                        zone={zone}
                        label={hasSummary(row, view) ? drawn.title : fullSummary(drawn, intl)}
                      />
                    </div>
                  </Reach>
                  <Legend drawn={drawn} look={look} view={view} />
                  {hasSummary(row, view) && <Summary drawn={drawn} />}
                </Suspense>
              ))}
          </div>
        </Spin>
      )}
    </Card>
  );
}

/** Whether the chart is written out below it. A pie, and its bars, have names and shares beside each part. */
const hasSummary = ({ form }: ChartRow, view: DrawnView) => form !== 'pie' || view === 'columns';

/** The chart in words. */
function Summary({ drawn }: { drawn: ChartData }) {
  return <p className={styles.chartText}>{summaryOf(drawn, useIntl()).join('. ')}</p>;
}

const fullSummary = (drawn: ChartData, intl: IntlShape) => [drawn.title, ...summaryOf(drawn, intl)].join('. ');

/** Says if a chart shows weeks or months instead of days. */
export function StepText({ drawn }: { drawn: ChartData | null }) {
  if (!drawn?.step) return null;
  return (
    <small className={styles.chartStep}>
      {' '}
      <FormattedMessage id={`reports.by_${drawn.step}`} />
    </small>
  );
}

/** Height above which a chart scrolls, in pixels. */
const MOST_HEIGHT = 480;

/** Horizontal bars of many days scroll, also by keyboard. Other charts don't, because their tooltips may extend beyond them. */
function Reach({ height, title, children }: { height: number; title: string; children: ReactNode }) {
  if (height <= MOST_HEIGHT) return children;
  return (
    <section {...REACHABLE} className={styles.chartScroll} style={{ maxHeight: MOST_HEIGHT }} aria-label={title}>
      {children}
    </section>
  );
}

/** A report's chart data, memoised: redrawing charts is the most expensive thing on this page. */
export function useChartData(
  type: ReportType,
  data: Parameters<typeof chartDataOf>[1] | undefined,
  { lastDay, isRunning }: ReportEnd,
): ChartData | null {
  const intl = useIntl();
  return useMemo(
    () => (data ? chartDataOf(chartRow(type), data, { lastDay, isRunning }, intl) : null),
    [type, data, lastDay, isRunning, intl],
  );
}
