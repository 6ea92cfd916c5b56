import type { AttentionItem, Counted, SmsAccount } from '../../contract/stats';
import { api, listTag } from '../../shared/api';

/** What changes a total makes it stale. */
const TAG_OF = { hotspots: 'Hotspot', units: 'Unit', accounts: 'Account', devices: 'Device', users: 'Guest', sessions: 'Session' } as const;

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTotal: build.query<number, Counted>({
      query: (counted) => `stats/${counted}/total`,
      transformResponse: (reply: { total: number }) => reply.total,
      providesTags: (_total, _error, counted) => [listTag(TAG_OF[counted])],
    }),
    /** The SMS pack of who is signed in; null where there is none: an admin's, a customer's, a desk's. */
    getOwnSms: build.query<SmsAccount | null, void>({
      query: () => ({ url: 'stats/sms/accounts', validateStatus: (response) => response.ok || response.status === 404 }),
      transformResponse: (reply: SmsAccount | { message: string }) => ('sms_count' in reply ? reply : null),
      providesTags: [listTag('Sms')],
    }),
    /** What needs a look; only the embedded server knows. */
    listAttention: build.query<AttentionItem[], void>({
      query: () => 'attention',
      transformResponse: (reply: { data: AttentionItem[] }) => reply.data,
      providesTags: [listTag('Attention')],
    }),
  }),
});
export const { useGetTotalQuery, useGetOwnSmsQuery, useListAttentionQuery } = dashboardApi;
