import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import { App, Button, Flex } from 'antd';
import dayjs from 'dayjs';
import { memo, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage, FormattedNumber, useIntl, type IntlShape } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { ReportType } from '../../contract/reports';
import { api, listTag } from '../../shared/api';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dateText, isElsewhere } from '../../shared/format/dates';
import { hotspotFilter, textFilter } from '../../shared/list/filters';
import { useFilters } from '../../shared/list/useFilters';
import { paths } from '../../shared/paths';
import type { Preferences } from '../../shared/preferences';
import { FactCard } from '../../shared/ui/facts/CountCard';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useCommandKey } from '../../shared/ui/page/useShortcuts';
import { selectOwnHotspotId, selectUser } from '../auth/slice';
import { useFirstHotspot, useGetHotspotQuery, useHotspotZone } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { AverageTiles } from './AverageTiles';
import { useGetReportQuery } from './api';
import { chartGroups } from './charts';
import { Highlights } from './Highlights';
import { PaperReport } from './PaperReport';
import {
  endOf,
  formatPeriod,
  formatPeriodDay,
  periodIn,
  refusedPeriodIn,
  todayAt,
  periodQuery,
  yesterdayOf,
  type Period,
} from './chosenPeriod';
import { PeriodChoice } from './PeriodChoice';
import { PeriodRefused } from './PeriodRefused';
import { printingStarted, printingEnded, selectIsPrinting } from './slice';
import { ReportChart } from './ReportChart';
import { PeriodNumbers, TodaySoFar } from './PeriodNumbers';
import { classes } from '../../shared/ui/plain/classes';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './ReportsPage.module.css';
import reportChartStyles from './ReportChart.module.css';

/** Where reports over all hotspots are slow, start with one hotspot unless the URL says otherwise. */
const lastHotspot = ({ selected_hotspot_id }: Preferences) =>
  !capabilities().isFastOverAllHotspots && selected_hotspot_id === 0 ? undefined : selected_hotspot_id;

const FILTERS = {
  hotspotId: { ...hotspotFilter(), recall: lastHotspot },
  range: textFilter(),
  from: textFilter(),
  to: textFilter(),
};

/** Yesterday's situation and the history of a period, in the charts of REP-17. */
export function ReportsPage() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const user = useSelector(selectUser);
  const own = useSelector(selectOwnHotspotId);
  const { filters, isGiven, choose } = useFilters(FILTERS, { hotspotId: own });
  const isFirst = own === undefined && !capabilities().isFastOverAllHotspots && !isGiven('hotspotId');
  const first = useFirstHotspot(isFirst);
  const hotspot = isFirst ? first.id : filters.hotspotId;
  // Fixed when the page opens, so that nothing shifts at midnight while it is being read.
  const [openedAt, setOpenedAt] = useState(() => Date.now());
  const hotspotZone = useHotspotZone(hotspot);
  const today = todayAt(openedAt, hotspotZone);
  const isPrinting = useSelector(selectIsPrinting);
  // Local state on purpose: time travel in DevTools replays that printing began, but must not print again.
  const [isPressed, setPressed] = useState(false);
  const { range, from, to } = filters;
  const period = useMemo(() => periodIn({ range, from, to }, today), [range, from, to, today]);
  const refused = refusedPeriodIn(filters, today);
  // Charts render deferred, so that the picker responds at once.
  const shown = useDeferredValue(period);
  const daysZone = capabilities().hasReportDays ? hotspotZone : 'UTC';
  // Show the time zone if it isn't the browser's.
  const zone = isElsewhere(daysZone) || !capabilities().hasReportDays ? daysZone : undefined;

  const { data: chosen } = useGetHotspotQuery(hotspot, { skip: hotspot === 0 });
  const all = intl.formatMessage({ id: 'hotspots.all' });
  const nameParts = chosen ? [chosen.name, chosen.description] : [hotspot === 0 ? all : (user?.info?.hotspot_name ?? '')];
  const about = [...new Set(nameParts.filter((text) => text !== ''))].join(' - ');
  const print = () => {
    setPressed(true);
    dispatch(printingStarted());
  };
  useCommandKey('p', first.isReading ? undefined : print);
  if (first.isReading) return <LoadingRows rows={8} />;
  const chartOf = (type: ReportType) => <Chart key={type} {...{ type, hotspot, about, zone, today }} period={shown} />;
  return (
    <>
      <PageHead
        title={<FormattedMessage id="reports.title" />}
        state={own === undefined ? undefined : about}
        actions={
          <>
            <Button
              icon={<ReloadOutlined aria-hidden />}
              aria-label={intl.formatMessage({ id: 'list.refresh' })}
              onClick={() => {
                setOpenedAt(Date.now());
                dispatch(api.util.invalidateTags([listTag('Session')]));
              }}
            />
            <Button icon={<PrinterOutlined aria-hidden />} loading={isPrinting} onClick={print}>
              <FormattedMessage id="reports.print" />
            </Button>
          </>
        }
      />
      <div className={classes(styles.reportBar, 'not-on-paper')}>
        {own === undefined && <HotspotPicker value={hotspot} onChoose={(id) => choose({ hotspotId: id })} />}
        <PeriodChoice period={period} today={today} zone={zone} onChoose={choose} />
      </div>
      {refused && <PeriodRefused refused={refused} period={period} />}
      {/* A heading for the browser's own print command. */}
      <p className="only-on-paper">
        <FormattedMessage id="reports.paper_title" values={{ about }} /> · {formatPeriod(shown, intl)}
      </p>
      <SteadyNumbers hotspot={hotspot} period={shown} today={today} />
      {capabilities().hasReportDays && shown.to < today && <SteadyToday hotspot={hotspot} today={today} />}
      <SteadyHighlights hotspot={hotspot} period={shown} />
      {chartGroups().map((group) => (
        <Part key={group.asks} asks={group.asks}>
          {group.averages !== undefined && <SteadyTiles of={group.averages} hotspot={hotspot} period={shown} today={today} />}
          <div className={reportChartStyles.reportCharts}>{group.charts.filter((type) => type !== 'current').map(chartOf)}</div>
          {group.charts.includes('current') && (
            <Yesterday hotspot={hotspot} day={formatPeriodDay(yesterdayOf(today), intl.locale)}>
              {chartOf('current')}
            </Yesterday>
          )}
        </Part>
      ))}
      {isPrinting && isPressed && (
        <PaperReport
          hotspot={hotspot}
          period={period}
          today={today}
          about={about}
          days={formatPeriod(period, intl)}
          zone={zone}
          onEnd={(isPrinted) => {
            dispatch(printingEnded());
            setPressed(false);
            if (!isPrinted) void message.error(intl.formatMessage({ id: 'reports.not_printed' }));
          }}
        />
      )}
    </>
  );
}

const SteadyTiles = memo(AverageTiles);
const SteadyHighlights = memo(Highlights);
const SteadyToday = memo(TodaySoFar);
const SteadyNumbers = memo(PeriodNumbers);

interface ChartProps {
  type: ReportType;
  hotspot: number;
  period: Period;
  about: string;
  zone: string | undefined;
  today: string;
}

/** One of the charts. Those of yesterday and of the year ignore the chosen period. */
const Chart = memo(function Chart({ type, hotspot, period, about, zone, today }: ChartProps) {
  const intl = useIntl();
  const isOfPeriod = type !== 'current' && type !== 'sms_year';
  const year = capabilities().countsSmsOfLastMonths ? lastMonths(today, intl) : today.slice(0, 4);
  const when = isOfPeriod ? formatPeriod(period, intl) : type === 'current' ? intl.formatMessage({ id: 'reports.yesterday' }) : year;
  const args = { type, hotspot, ...(isOfPeriod && periodQuery(period)) };
  const role = useSelector(selectUser)?.account_type;
  // Desks have no list of sessions.
  const maySee = role !== undefined && role !== 'desk';
  const toCell = maySee
    ? (weekday: string, hour: number) => paths.sessions.begun({ hotspot, ...period, begun: `${weekday}-${hour}` })
    : undefined;
  return <ReportChart args={args} end={endOf(type, period, today)} subject={`${about} · ${when}`} zone={zone} toCell={toCell} />;
});

/** "Dec 2025 – Nov 2026". */
const lastMonths = (today: string, intl: IntlShape): string => {
  const [from, to] = [11, 0].map((ago) => dateText(dayjs(today).startOf('month').subtract(ago, 'month'), 'MMM YYYY', intl.locale));
  return intl.formatMessage({ id: 'reports.from_to' }, { from, to });
};

function Part({ asks, children }: { asks: FormatjsIntl.Message['ids']; children: ReactNode }) {
  return (
    <Flex vertical gap={12} className={classes(styles.head)}>
      <h2 className={styles.title}>
        <FormattedMessage id={asks} />
      </h2>
      {children}
    </Flex>
  );
}

/** Yesterday's hourly averages of guests and connections beside their chart (REP-03). */
function Yesterday({ hotspot, day, children }: { hotspot: number; day: string; children: ReactNode }) {
  const { currentData, isFetching, isError, refetch } = useGetReportQuery({ type: 'current', hotspot });
  const state = { isLoading: isFetching && !currentData, onRetry: isError ? refetch : undefined };
  return (
    <>
      <h3 className={styles.sectionTitle}>
        <FormattedMessage id="reports.situation" values={{ day }} />
      </h3>
      <div className={styles.reportNow}>
        <div className={styles.reportPair}>
          <FactCard icon={<TeamOutlined aria-hidden />} label="reports.guests_per_hour" {...state}>
            <FormattedNumber value={currentData?.means[0] ?? 0} />
          </FactCard>
          <FactCard icon={<SwapOutlined aria-hidden />} label="reports.connections_per_hour" {...state}>
            <FormattedNumber value={currentData?.means[1] ?? 0} />
          </FactCard>
        </div>
        {children}
      </div>
    </>
  );
}
