import type { ExistingReport, ReportType } from '../../contract/reports';
import { capabilities, type Capabilities } from '../../shared/backEnd/capabilities';
import type { Measure } from '../../shared/chartStyle';
import type { Unit } from './ticks';

type MessageId = FormatjsIntl.Message['ids'];

/** One of the charts. */
export interface ChartRow {
  type: ReportType;
  /** The question that its group answers. */
  asks: (typeof GROUPS)[number]['asks'];
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
  /** What the back end must be able to do; for every report that existing back ends don't have. */
  needs?: keyof Capabilities;
}

/** The questions that charts answer, in the order of the page and the printed report, and the unit of averages shown with them. */
const GROUPS = [
  { asks: 'reports.asks_how_many' },
  { asks: 'reports.asks_when' },
  { asks: 'reports.asks_login' },
  { asks: 'reports.asks_traffic', averages: 'bytes' },
  { asks: 'reports.asks_duration', averages: 'seconds' },
  { asks: 'reports.asks_sms' },
] as const;

const TRAFFIC = ['reports.upload', 'reports.download'] as const;

/** The charts of REP-17 and the map of the week, by report type; in this order within their group. */
const CHARTS = {
  sessions: {
    asks: 'reports.asks_how_many',
    title: 'reports.sessions',
    form: 'lines',
    axis: 'days',
    unit: 'count',
    isMean: false,
    sets: ['reports.connections', 'reports.new_guests'],
    isWide: true,
  },
  week_hours: {
    asks: 'reports.asks_when',
    needs: 'hasReportDays',
    title: 'reports.week_hours',
    form: 'map',
    axis: 'hours',
    unit: 'tenths',
    isMean: true,
    sets: [],
    isWide: true,
  },
  current: {
    asks: 'reports.asks_when',
    title: 'reports.current',
    form: 'lines',
    axis: 'hours',
    unit: 'count',
    isMean: false,
    sets: ['reports.guests', 'reports.connections'],
    isWide: true,
  },
  account_types_pie: {
    asks: 'reports.asks_login',
    title: 'reports.account_types_pie',
    form: 'pie',
    axis: 'types',
    unit: 'count',
    isMean: false,
    sets: ['reports.new_guests'],
  },
  account_types_graph: {
    asks: 'reports.asks_login',
    title: 'reports.account_types_graph',
    form: 'lines',
    axis: 'days',
    unit: 'count',
    isMean: false,
    isWhole: true,
    sets: [],
  },
  traffic: {
    asks: 'reports.asks_traffic',
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
    asks: 'reports.asks_traffic',
    title: 'reports.avg_user_traffic',
    form: 'lines',
    axis: 'days',
    unit: 'bytes',
    isMean: true,
    isWhole: true,
    sets: TRAFFIC,
  },
  avg_conn_traffic: {
    asks: 'reports.asks_traffic',
    title: 'reports.avg_conn_traffic',
    form: 'lines',
    axis: 'days',
    unit: 'bytes',
    isMean: true,
    isWhole: true,
    sets: TRAFFIC,
  },
  avg_user_duration: {
    asks: 'reports.asks_duration',
    title: 'reports.avg_user_duration',
    form: 'bars',
    axis: 'days',
    unit: 'seconds',
    isMean: true,
    sets: ['reports.duration'],
  },
  avg_conn_duration: {
    asks: 'reports.asks_duration',
    title: 'reports.avg_conn_duration',
    form: 'bars',
    axis: 'days',
    unit: 'seconds',
    isMean: true,
    sets: ['reports.duration'],
  },
  sms_history: {
    asks: 'reports.asks_sms',
    title: 'reports.sms_history',
    form: 'lines',
    axis: 'days',
    unit: 'count',
    isMean: false,
    sets: ['reports.sms'],
  },
  sms_year: {
    asks: 'reports.asks_sms',
    title: 'reports.sms_year',
    form: 'lines',
    axis: 'months',
    unit: 'count',
    isMean: false,
    sets: ['reports.sms'],
  },
} satisfies {
  [T in ReportType]: Omit<ChartRow, 'type'> & (T extends ExistingReport ? unknown : Required<Pick<ChartRow, 'needs'>>);
};

const ALL = Object.keys(CHARTS) as ReportType[];

export const chartRow = (type: ReportType): ChartRow => ({
  type,
  ...CHARTS[type],
  // Existing back ends report the calendar year, ours the last twelve months.
  ...(type === 'sms_year' && capabilities().countsSmsOfLastMonths && { title: 'reports.sms_last_year' }),
});

interface Group {
  asks: MessageId;
  averages?: Unit;
  charts: readonly ReportType[];
}

/** The charts in groups, each of which answers one question. */
export function chartGroups(): Group[] {
  const offered = ALL.map(chartRow).filter(({ needs }) => needs === undefined || capabilities()[needs]);
  return GROUPS.map((group) => ({ ...group, charts: offered.filter(({ asks }) => asks === group.asks).map(({ type }) => type) }));
}

/** All reports, in the same order. */
export const reportTypes = (): readonly ReportType[] => chartGroups().flatMap(({ charts }) => charts);
