import type { Report, ReportSet, ReportType } from '../../contract/reports';
import { api, totalTag } from '../../shared/api';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';

/** Report type, hotspot (0: all) and days; reports of yesterday and of the year take no days. */
export interface ReportArgs {
  type: ReportType;
  hotspot: number;
  /** The last `range` days; with `hasReportDays`, `from` and `to` name whole days instead, YYYY-MM-DD. */
  range?: number;
  from?: string;
  to?: string;
}

/** Values of one series, one per label; null if there was nothing, which charts show as 0 (REP-21). */
export interface Series {
  /** Name on the wire: an account type, or ''. */
  name: string;
  values: (number | null)[];
}

/** A normalised report: no part is missing, and every series has a value or null for each label. */
export interface ReportData {
  labels: string[];
  series: Series[];
  /** The server's mean of each series; empty if it sends none. */
  means: number[];
  /** Number of guests who connected per day; null if the back end doesn't count them. */
  guestsPerDay: number | null;
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReport: build.query<ReportData, ReportArgs>({
      query: ({ type, hotspot, ...days }) => ({
        url: `stats/reports/${type}/graph`,
        params: { hotspot, ...days, tz: HOTSPOT_ZONE, count: 'present', ...(type === 'sms_year' && { months: MONTHS_OF_A_YEAR }) },
      }),
      transformResponse: alignedToLabels,
      providesTags: [totalTag('Session'), totalTag('Guest'), totalTag('Sms')],
    }),
  }),
});
export const { useGetReportQuery } = reportsApi;

const MONTHS_OF_A_YEAR = 12;

/** Aligns sets that have their own labels, or none, to the report's axis. */
function alignedToLabels({ labels, set0, set1, sets, avg, guests_per_day }: Report): ReportData {
  const guestsPerDay = guests_per_day ?? null;
  if (isCounts(sets)) return { labels: labels ?? [], series: [{ name: '', values: sets }], means: [], guestsPerDay };
  const found = sets ?? [set0, set1].filter((set) => set !== undefined);
  const axis = labels ?? [...new Set(found.flatMap((set) => set.labels ?? []))];
  return { labels: axis, series: found.map((set) => alongside(axis, set)), means: avg ?? [], guestsPerDay };
}

const isCounts = (sets: Report['sets']): sets is number[] =>
  Array.isArray(sets) && sets.length > 0 && sets.every((set) => typeof set === 'number');

function alongside(axis: readonly string[], { name, labels, data }: ReportSet): Series {
  const values = new Map(labels?.map((label, index) => [label, data?.[index] ?? null]));
  return { name, values: axis.map((label) => values.get(label) ?? null) };
}
