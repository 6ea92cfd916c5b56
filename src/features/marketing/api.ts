import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { SAMPLE_URL } from '../../contract/mail';
import type { SendTestMail } from '../../contract/marketing';
import type { Preference } from '../../contract/preferences';
import { api } from '../../shared/api';

/** The settings that could not be saved, by key, each with the reason. */
export type NotSaved = Record<string, FetchBaseQueryError>;

/** Which of a hotspot's two mails. */
export type MailKind = keyof typeof SAMPLE_URL;

const marketingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A hotspot's feedback e-mail settings (spec 2 §3), by key. */
    listMarketingSettings: build.query<Partial<Record<string, string>>, number>({
      query: (hotspotId) => `marketing/${hotspotId}`,
      transformResponse: (rows: Preference[]) => Object.fromEntries(rows.map(({ key, value }) => [key, value])),
      providesTags: (_settings, _error, id) => [{ type: 'Preference', id }],
    }),
    /**
     * Sets feedback e-mail settings: one call a key, in parallel, then all are read again (spec 2 §7). Some may be taken and others not: that
     * is no failure of the whole, but its answer.
     */
    saveMarketingSettings: build.mutation<NotSaved, { id: number; changes: readonly Preference[] }>({
      queryFn: async ({ id, changes }, _api, _extra, ask) => {
        const outcomes = changes.map(async (body) => {
          const { error } = await ask({ url: `marketing/${id}`, method: 'PUT', body });
          return [body.key, error] as const;
        });
        const failed = (await Promise.all(outcomes)).flatMap(([key, error]) => (error ? [[key, error] as const] : []));
        return { data: Object.fromEntries(failed) };
      },
      onQueryStarted: async ({ id, changes }, { dispatch, queryFulfilled }) => {
        const { data: notSaved } = await queryFulfilled;
        const taken = changes.filter(({ key }) => notSaved[key] === undefined);
        // What was taken shows at once; reading again brings what the server made of it, and what others changed.
        dispatch(
          marketingApi.util.updateQueryData('listMarketingSettings', id, (settings) => ({
            ...settings,
            ...Object.fromEntries(taken.map(({ key, value }) => [key, value])),
          })),
        );
      },
      invalidatesTags: (_notSaved, _error, { id }) => [{ type: 'Preference', id }],
    }),
    /** Sends a mail as it stands in its editor, to one address (API.md, "Test mail"). */
    sendTestMail: build.mutation<void, { hotspotId: number; kind: MailKind } & SendTestMail>({
      query: ({ hotspotId, kind, ...body }) => ({ url: `marketing/testmail/${hotspotId}/${kind}`, method: 'POST', body }),
    }),
  }),
});
export const { useListMarketingSettingsQuery, useSaveMarketingSettingsMutation, useSendTestMailMutation } = marketingApi;
