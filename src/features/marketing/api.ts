import type { SAMPLE_URL } from '../../contract/plain/mail';
import type { FeedbackResults } from '../../contract/feedback';
import type { SendTestMail } from '../../contract/marketing';
import type { Preference } from '../../contract/preferences';
import { api, nameTags } from '../../shared/api';
import { putSettings, type NotSaved, type SettingChange } from '../../shared/concurrentChanges';

/** Which of a hotspot's two mails. */
export type MailKind = keyof typeof SAMPLE_URL;

const marketingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A hotspot's feedback e-mail settings, by key. */
    listMarketingSettings: build.query<Partial<Record<string, string>>, number>({
      query: (hotspotId) => `marketing/${hotspotId}`,
      transformResponse: (rows: Preference[]) => Object.fromEntries(rows.map(({ key, value }) => [key, value])),
      providesTags: (_settings, _error, id) => [{ type: 'Feedback', id }],
    }),
    /**
     * Sets feedback e-mail settings, one call per key, in parallel, then refetches all of them (MKT-16). Resolves to those that were
     * refused.
     */
    saveMarketingSettings: build.mutation<NotSaved, { id: number; changes: readonly SettingChange[] }>({
      queryFn: ({ id, changes }, _api, _extra, baseQuery) => putSettings(baseQuery, `marketing/${id}`, changes),
      onQueryStarted: async ({ id, changes }, { dispatch, queryFulfilled }) => {
        const { data: notSaved } = await queryFulfilled;
        const taken = changes.filter(({ key }) => notSaved[key] === undefined);
        // Show saved values at once; the refetch brings the server's normalisation and other users' changes.
        dispatch(
          marketingApi.util.updateQueryData('listMarketingSettings', id, (settings) => ({
            ...settings,
            ...Object.fromEntries(taken.map(({ key, value }) => [key, value])),
          })),
        );
      },
      invalidatesTags: (_notSaved, _error, { id }) => [{ type: 'Feedback', id }],
    }),
    /** Results of a hotspot's feedback questions, with a page of answers. */
    getFeedbackResults: build.query<FeedbackResults, { hotspotId: number; page: number; limit: number }>({
      query: ({ hotspotId, ...params }) => ({ url: `marketing/${hotspotId}/results`, params }),
      // Answers show the names of their guests.
      providesTags: (results, _error, { hotspotId }) => [
        { type: 'Feedback', id: hotspotId },
        ...nameTags(
          'Guest',
          (results?.data ?? []).map(({ user_id }) => user_id),
        ),
      ],
    }),
    /** Sends a mail as typed in the editor to one address. */
    sendTestMail: build.mutation<void, { hotspotId: number; kind: MailKind } & SendTestMail>({
      query: ({ hotspotId, kind, ...body }) => ({ url: `marketing/testmail/${hotspotId}/${kind}`, method: 'POST', body }),
    }),
  }),
});
export const {
  useGetFeedbackResultsQuery,
  useLazyGetFeedbackResultsQuery,
  useListMarketingSettingsQuery,
  useSaveMarketingSettingsMutation,
  useSendTestMailMutation,
} = marketingApi;
