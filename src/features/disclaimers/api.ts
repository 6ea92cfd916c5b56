import type { CreateDisclaimer, Disclaimer, DisclaimerHotspot, PrivacyPage, UpdateDisclaimer } from '../../contract/disclaimers';
import { api, listTag, onSuccess } from '../../shared/api';
import { waxUrl } from '../../shared/config';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { ifMatch, withEtag, type WithEtag } from '../../shared/etag';

const disclaimersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What guests of a hotspot are told, by its uuid: public, without a token (spec 1 §7). Bodies are HTML, to be cleaned where shown. */
    getPrivacyPage: build.query<PrivacyPage, string>({
      query: (uuid) => waxUrl(`privacy/${encodeURIComponent(uuid)}`),
      // Its hotspot's business fields are in the texts, and which texts those are.
      providesTags: [listTag('Hotspot'), listTag('Disclaimer')],
    }),
    /** One disclaimer as it is stored, with its placeholders (embedded server). */
    getDisclaimer: build.query<WithEtag<Disclaimer>, number>({
      query: (id) => `disclaimers/${id}`,
      transformResponse: withEtag<Disclaimer>,
      providesTags: (_disclaimer, _error, id) => [{ type: 'Disclaimer', id }],
    }),
    /** Which hotspots show a disclaimer (embedded server). */
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
    /** `disclaimerDeleted` tells the lists, once nothing shows it any more. */
    deleteDisclaimer: build.mutation<void, number>({ query: (id) => ({ url: `disclaimers/${id}`, method: 'DELETE' }) }),
  }),
});
export const {
  useGetPrivacyPageQuery,
  useGetDisclaimerQuery,
  useListDisclaimerHotspotsQuery,
  useCreateDisclaimerMutation,
  useUpdateDisclaimerMutation,
  useDeleteDisclaimerMutation,
} = disclaimersApi;

/** Hotspots that showed it show the default one from then on. */
export const disclaimerDeleted = () => api.util.invalidateTags((['Disclaimer', 'Hotspot', 'AccountPreference'] as const).map(listTag));
