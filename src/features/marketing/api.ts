import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { SAMPLE_URL } from '../../contract/mail';
import type { SendTestMail } from '../../contract/marketing';
import type { Preference } from '../../contract/preferences';
import { valueTag } from '../../contract/valueTag';
import { api } from '../../shared/api';
import { ifMatch } from '../../shared/etag';
import type { SettingChange } from '../../shared/ui/useSettings';

/** Settings that could not be saved, by key, each with the reason. */
export type NotSaved = Record<string, FetchBaseQueryError>;

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
     * Sets feedback e-mail settings, one call a key, in parallel, then reads all of them again (MKT-16). Doesn't fail if some are refused:
     * it answers which.
     */
    saveMarketingSettings: build.mutation<NotSaved, { id: number; changes: readonly SettingChange[] }>({
      queryFn: async ({ id, changes }, _api, _extra, ask) => {
        const outcomes = changes.map(async ({ key, value, seen }) => {
          const tag = seen === undefined ? '' : valueTag(seen);
          const { error } = await ask({ url: `marketing/${id}`, method: 'PUT', body: { key, value }, ...ifMatch(tag) });
          return [key, error] as const;
        });
        const failed = (await Promise.all(outcomes)).flatMap(([key, error]) => (error ? [[key, error] as const] : []));
        return { data: Object.fromEntries(failed) };
      },
      onQueryStarted: async ({ id, changes }, { dispatch, queryFulfilled }) => {
        const { data: notSaved } = await queryFulfilled;
        const taken = changes.filter(({ key }) => notSaved[key] === undefined);
        // Show saved values at once; the refetch brings normalisation by the server and changes by others.
        dispatch(
          marketingApi.util.updateQueryData('listMarketingSettings', id, (settings) => ({
            ...settings,
            ...Object.fromEntries(taken.map(({ key, value }) => [key, value])),
          })),
        );
      },
      invalidatesTags: (_notSaved, _error, { id }) => [{ type: 'Feedback', id }],
    }),
    /** Sends a mail as typed in its editor to one address. */
    sendTestMail: build.mutation<void, { hotspotId: number; kind: MailKind } & SendTestMail>({
      query: ({ hotspotId, kind, ...body }) => ({ url: `marketing/testmail/${hotspotId}/${kind}`, method: 'POST', body }),
    }),
  }),
});
export const { useListMarketingSettingsQuery, useSaveMarketingSettingsMutation, useSendTestMailMutation } = marketingApi;
