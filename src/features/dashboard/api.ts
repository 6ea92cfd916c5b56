import type { Report } from '../../contract/reports';
import type { AttentionItem, Counted, Dashboard, HotspotOnline, SmsAccount, SnoozeAlert, TotalOfGuests } from '../../contract/stats';
import { SMS_FORECAST_DAYS } from '../../contract/plain/wire';
import { api, listTag, onSuccess, totalTag } from '../../shared/api';

/** The tag whose invalidation makes a total stale. */
const TAG_OF = { hotspots: 'Hotspot', units: 'Unit', accounts: 'Account', devices: 'Device', users: 'Guest', sessions: 'Session' } as const;

export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All numbers of an admin's, reseller's or customer's dashboard, by days in a time zone (our server only). */
    getDashboard: build.query<Dashboard, string>({
      query: (tz) => ({ url: 'stats/dashboard', params: { tz } }),
      providesTags: [...Object.values(TAG_OF).map(totalTag), totalTag('Sms'), listTag('Sms'), listTag('Guest')],
    }),
    /** Guests of one hotspot online over the last day (our server only). */
    getHotspotOnline: build.query<HotspotOnline, number>({
      query: (id) => `stats/online/${id}`,
      providesTags: [totalTag('Session'), listTag('Session')],
    }),
    getTotal: build.query<number, Counted>({
      query: (counted) => `stats/${counted}/total`,
      transformResponse: (reply: { total: number }) => reply.total,
      providesTags: (_total, _error, counted) => [totalTag(TAG_OF[counted])],
    }),
    /** Number of guests that are valid, or online (our server only). */
    countGuests: build.query<number, TotalOfGuests['state']>({
      query: (state) => ({ url: 'stats/users/total', params: { state } }),
      transformResponse: (reply: { total: number }) => reply.total,
      providesTags: [totalTag('Guest')],
    }),
    /** The account's own SMS pack; null for admins, customers and desks, who have none. */
    getOwnSms: build.query<SmsAccount | null, void>({
      query: () => ({ url: 'stats/sms/accounts', validateStatus: (response) => response.ok || response.status === 404 }),
      transformResponse: (reply: SmsAccount | { message: string }) => ('sms_count' in reply ? reply : null),
      providesTags: [listTag('Sms')],
    }),
    /** SMS sent in the last 30 days by one hotspot, or by all the caller can see. Taken from a report, which both back ends have. */
    countLateSms: build.query<number, number>({
      query: (hotspot) => ({ url: 'stats/reports/sms_history/graph', params: { range: SMS_FORECAST_DAYS, hotspot } }),
      transformResponse: (reply: Report) => (reply.set0?.data ?? []).reduce((sum, count) => sum + count, 0),
      providesTags: [totalTag('Sms')],
    }),
    /** What needs attention (our server only). */
    listAttention: build.query<AttentionItem[], void>({
      query: () => 'attention',
      transformResponse: (reply: { data: AttentionItem[] }) => reply.data,
      providesTags: [listTag('Attention')],
    }),
    /** Hides alerts from the signed-in user for a day, or shows them again. Alerts that have ended meanwhile are ignored. */
    snoozeAlert: build.mutation<void, SnoozeAlert>({
      query: (body) => ({
        url: 'attention/snooze',
        method: 'PUT',
        body,
        validateStatus: (response) => response.ok || response.status === 404,
      }),
      invalidatesTags: onSuccess(listTag('Attention')),
    }),
  }),
});
export const {
  useGetDashboardQuery,
  useGetHotspotOnlineQuery,
  useGetTotalQuery,
  useCountGuestsQuery,
  useGetOwnSmsQuery,
  useCountLateSmsQuery,
  useListAttentionQuery,
  useSnoozeAlertMutation,
} = dashboardApi;

/** Whether an alert is about this hotspot. */
export const isAbout = (hotspotId: number) => (item: AttentionItem) => 'hotspot_id' in item && item.hotspot_id === hotspotId;

/** Whether an alert isn't snoozed. */
export const isAwake = ({ snoozed_until }: AttentionItem) => snoozed_until === null;
