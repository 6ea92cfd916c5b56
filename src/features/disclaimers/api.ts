import type { Deleted } from '../../contract/deleted';
import type { CreateDisclaimer, Disclaimer, DisclaimerHotspot, PrivacyPage, UpdateDisclaimer } from '../../contract/disclaimers';
import type { PortalLanguage } from '../../contract/plain/wire';
import { api, listTag, onSuccess } from '../../shared/api';
import { waxUrl } from '../../shared/config';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { ifMatch, withEtag, type WithEtag } from '../../shared/etag';
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
  useGetDisclaimerQuery,
  useListDisclaimerHotspotsQuery,
  useCreateDisclaimerMutation,
  useUpdateDisclaimerMutation,
  useDeleteDisclaimerMutation,
} = disclaimersApi;

/** Also invalidates hotspots: those that used it fall back to the default. */
export const disclaimerDeleted = () => api.util.invalidateTags((['Disclaimer', 'Hotspot', 'AccountPreference'] as const).map(listTag));
