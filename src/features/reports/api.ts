import type { Report, ReportSet, ReportType } from '../../contract/reports';
import { api, listTag } from '../../shared/api';
import { ownZone } from '../../shared/format/dates';

/** Which report of which hotspot (0: all) and days; the reports of yesterday and of the year take no days. */
export interface ReportWish {
  type: ReportType;
  hotspot: number;
  /** So many days until now, or where there are `hasReportDays` whole days, YYYY-MM-DD. */
  range?: number;
  from?: string;
  to?: string;
}

/** Values of one kind, beside the report's labels; null where there was nothing, which charts show as 0 (API.md, "Reports"). */
export interface Series {
  /** What the wire calls it: an account type, or nothing. */
  name: string;
  values: (number | null)[];
}

/** A report as the screens see it: nothing is missing, and every series has a value or null for each label. */
export interface ReportData {
  labels: string[];
  series: Series[];
  /** The mean of each series as the server says it; empty where it says none. */
  means: number[];
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReport: build.query<ReportData, ReportWish>({
      query: ({ type, hotspot, ...days }) => ({
        url: `stats/reports/${type}/graph`,
        params: { hotspot, ...days, tz: ownZone(), ...(type === 'sms_year' && { months: MONTHS_OF_A_YEAR }) },
      }),
      transformResponse: alignedToLabels,
      providesTags: [listTag('Session'), listTag('Guest'), listTag('Sms')],
    }),
  }),
});
export const { useGetReportQuery } = reportsApi;

/** An older back end knows the calendar year alone. */
const MONTHS_OF_A_YEAR = 12;

/** What a back end may send: a set that is not there at all may be null, too. */
type AnyReport = Omit<Report, 'set0' | 'set1'> & Partial<Record<'set0' | 'set1', ReportSet | null>>;

/** Puts sets with labels of their own, or with none at all, beside the one axis. */
function alignedToLabels({ labels, set0, set1, sets, avg }: AnyReport): ReportData {
  if (isCounts(sets)) return { labels: labels ?? [], series: [{ name: '', values: sets }], means: [] };
  const found = sets ?? [set0, set1].filter((set) => set !== undefined && set !== null);
  const axis = labels ?? [...new Set(found.flatMap((set) => set.labels ?? []))];
  return { labels: axis, series: found.map((set) => alongside(axis, set)), means: avg ?? [] };
}

const isCounts = (sets: Report['sets']): sets is number[] =>
  Array.isArray(sets) && sets.length > 0 && sets.every((set) => typeof set === 'number');

function alongside(axis: readonly string[], { name, labels, data }: ReportSet): Series {
  const values = new Map(labels?.map((label, index) => [label, data?.[index] ?? null]));
  return { name, values: axis.map((label) => values.get(label) ?? null) };
}
