import type { Deleted } from '../../contract/deleted';
import type { AccountPreference, UpdateAccountPreference } from '../../contract/accounts';
import type { CreateDisclaimer, Disclaimer, DisclaimerHotspot, PrivacyPage, UpdateDisclaimer } from '../../contract/disclaimers';
import type { PortalLanguage } from '../../contract/plain/wire';
import { api, listTag, onSuccess, rowTags } from '../../shared/api';
import { waxUrl } from '../../shared/config';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { ifMatch, withEtag, type WithEtag } from '../../shared/concurrentChanges';
import { deletion } from '../deleted/api';

const disclaimersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A hotspot's privacy notice and terms by its UUID, as guests see them; `language` is the guest's. Needs no token (PRV-06). Bodies are
     * HTML: sanitise before showing.
     */
    getPrivacyPage: build.query<PrivacyPage, { uuid: string; language?: PortalLanguage }>({
      query: ({ uuid, language }) => waxUrl(`privacy/${encodeURIComponent(uuid)}${language === undefined ? '' : `?language=${language}`}`),
      // The texts contain the hotspot's business fields, and the hotspot chooses which ones apply.
      providesTags: [listTag('Hotspot'), listTag('Disclaimer'), listTag('AccountPreference')],
    }),
    listDisclaimers: build.query<Disclaimer[], number>({
      query: (accountId) => `disclaimers/accounts/${accountId}`,
      providesTags: (rows) => rowTags('Disclaimer', rows),
    }),
    listAccountPreferences: build.query<AccountPreference[], number>({
      query: (id) => `preferences/accounts/${id}`,
      providesTags: [listTag('AccountPreference')],
    }),
    /** Sets preferences of an account, one call per key. Fails with the first failure, but refetches all of them. */
    updateAccountPreferences: build.mutation<null, { id: number; changes: readonly UpdateAccountPreference[] }>({
      queryFn: async ({ id, changes }, _api, _extra, baseQuery) => {
        const sent = changes.map(async (change) => {
          const { error } = await baseQuery({ url: `preferences/accounts/${id}`, method: 'PUT', body: { ...change, account_id: id } });
          return error;
        });
        const error = (await Promise.all(sent)).find((one) => one !== undefined);
        return error ? { error } : { data: null };
      },
      // Also on failure: some keys may have been saved.
      invalidatesTags: [listTag('AccountPreference')],
    }),
    /** A disclaimer as stored, with placeholders (our server only). */
    getDisclaimer: build.query<WithEtag<Disclaimer>, number>({
      query: (id) => `disclaimers/${id}`,
      transformResponse: withEtag<Disclaimer>,
      providesTags: (_disclaimer, _error, id) => [{ type: 'Disclaimer', id }],
    }),
    /** The hotspots that show a disclaimer (our server only). */
    listDisclaimerHotspots: build.query<DisclaimerHotspot[], number>({
      query: (id) => `disclaimers/${id}/hotspots`,
      providesTags: [listTag('Hotspot'), listTag('Disclaimer')],
    }),
    createDisclaimer: build.mutation<void, Keyed<CreateDisclaimer & { accountId: number }>>({
      query: ({ body: { accountId, ...body }, key }) => idempotentPost(`disclaimers/accounts/${accountId}`, { body, key }),
      invalidatesTags: onSuccess(listTag('Disclaimer')),
    }),
    updateDisclaimer: build.mutation<void, { id: number; change: UpdateDisclaimer; etag: string }>({
      query: ({ id, change, etag }) => ({ url: `disclaimers/${id}`, method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listTag('Disclaimer'), { type: 'Disclaimer', id }]),
    }),
    /** Invalidates nothing: call `disclaimerDeleted` once nothing on screen shows the disclaimer. */
    deleteDisclaimer: build.mutation<Deleted | null, number>({ query: (id) => deletion(`disclaimers/${id}`) }),
  }),
});
export const {
  useGetPrivacyPageQuery,
  useListDisclaimersQuery,
  useListAccountPreferencesQuery,
  useUpdateAccountPreferencesMutation,
  useGetDisclaimerQuery,
  useListDisclaimerHotspotsQuery,
  useCreateDisclaimerMutation,
  useUpdateDisclaimerMutation,
  useDeleteDisclaimerMutation,
} = disclaimersApi;

/** Also invalidates hotspots: those that used it fall back to the default. */
export const disclaimerDeleted = () => api.util.invalidateTags((['Disclaimer', 'Hotspot', 'AccountPreference'] as const).map(listTag));
