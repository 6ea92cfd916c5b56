import type { ReportType } from '../../contract/reports';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { Measure } from '../../shared/chartStyle';
import type { Unit } from './ticks';

type MessageId = FormatjsIntl.Message['ids'];

/** One of the charts. */
export interface ChartRow {
  type: ReportType;
  title: MessageId;
  form: 'lines' | 'bars' | 'pie' | 'map';
  /** `days`: over many days the chart shows weeks or months. */
  axis: 'days' | 'weeks' | 'hours' | 'months' | 'types';
  unit: Unit;
  /** Whether values are means, which can't be summed. */
  isMean: boolean;
  /** Whether its values are parts of a whole, so that columns can be stacked. */
  isWhole?: boolean;
  /** The measure in each set; empty if the sets are named after account types or weekdays. */
  sets: readonly Measure[];
  /** Whether it takes the full width. */
  isWide?: boolean;
}

const TRAFFIC = ['reports.upload', 'reports.download'] as const;

/** The charts of REP-17 and the map of the week, by report type. */
const CHARTS = {
  current: {
    title: 'reports.current',
    form: 'lines',
    axis: 'hours',
    unit: 'count',
    isMean: false,
    sets: ['reports.guests', 'reports.connections'],
    isWide: true,
  },
  week_hours: { title: 'reports.week_hours', form: 'map', axis: 'hours', unit: 'tenths', isMean: true, sets: [], isWide: true },
  account_types_pie: {
    title: 'reports.account_types_pie',
    form: 'pie',
    axis: 'types',
    unit: 'count',
    isMean: false,
    sets: ['reports.new_guests'],
  },
  account_types_graph: {
    title: 'reports.account_types_graph',
    form: 'lines',
    axis: 'days',
    unit: 'count',
    isMean: false,
    isWhole: true,
    sets: [],
  },
  sessions: {
    title: 'reports.sessions',
    form: 'lines',
    axis: 'days',
    unit: 'count',
    isMean: false,
    sets: ['reports.connections', 'reports.new_guests'],
    isWide: true,
  },
  traffic: {
    title: 'reports.traffic',
    form: 'lines',
    axis: 'days',
    unit: 'bytes',
    isMean: false,
    isWhole: true,
    sets: TRAFFIC,
    isWide: true,
  },
  avg_user_traffic: {
    title: 'reports.avg_user_traffic',
    form: 'lines',
    axis: 'days',
    unit: 'bytes',
    isMean: true,
    isWhole: true,
    sets: TRAFFIC,
  },
  avg_user_duration: {
    title: 'reports.avg_user_duration',
    form: 'bars',
    axis: 'days',
    unit: 'seconds',
    isMean: true,
    sets: ['reports.duration'],
  },
  avg_conn_traffic: {
    title: 'reports.avg_conn_traffic',
    form: 'lines',
    axis: 'days',
    unit: 'bytes',
    isMean: true,
    isWhole: true,
    sets: TRAFFIC,
  },
  avg_conn_duration: {
    title: 'reports.avg_conn_duration',
    form: 'bars',
    axis: 'days',
    unit: 'seconds',
    isMean: true,
    sets: ['reports.duration'],
  },
  sms_year: { title: 'reports.sms_year', form: 'lines', axis: 'months', unit: 'count', isMean: false, sets: ['reports.sms'] },
  sms_history: { title: 'reports.sms_history', form: 'lines', axis: 'days', unit: 'count', isMean: false, sets: ['reports.sms'] },
} satisfies Record<ReportType, Omit<ChartRow, 'type'>>;

export const chartRow = (type: ReportType): ChartRow => ({
  type,
  ...CHARTS[type],
  // Existing back ends report the calendar year, ours the last twelve months.
  ...(type === 'sms_year' && capabilities().countsSmsOfLastMonths && { title: 'reports.sms_last_year' }),
});

interface Group {
  asks: MessageId;
  /** Unit of the averages that are shown with them. */
  averages?: Unit;
  charts: readonly ReportType[];
}

const GROUPS: readonly Group[] = [
  { asks: 'reports.asks_how_many', charts: ['sessions'] },
  { asks: 'reports.asks_when', charts: ['week_hours', 'current'] },
  { asks: 'reports.asks_login', charts: ['account_types_pie', 'account_types_graph'] },
  { asks: 'reports.asks_traffic', averages: 'bytes', charts: ['traffic', 'avg_user_traffic', 'avg_conn_traffic'] },
  { asks: 'reports.asks_duration', averages: 'seconds', charts: ['avg_user_duration', 'avg_conn_duration'] },
  { asks: 'reports.asks_sms', charts: ['sms_history', 'sms_year'] },
];

/**
 * The charts in groups, each of which answers one question, in the order of the page and the printed report. Existing back ends have no map
 * of the week.
 */
export const chartGroups = (): readonly Group[] =>
  capabilities().hasReportDays
    ? GROUPS
    : GROUPS.map((group) => ({ ...group, charts: group.charts.filter((type) => type !== 'week_hours') }));

/** All reports, in the same order. */
export const reportTypes = (): readonly ReportType[] => chartGroups().flatMap(({ charts }) => charts);
