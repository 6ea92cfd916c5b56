import type { PrivacyPage } from '../../contract/disclaimers';
import { api, listTag, waxUrl } from '../../shared/api';

const disclaimersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What guests of a hotspot are told, by its uuid: public, without a token (spec 1 §7). Bodies are HTML, to be cleaned where shown. */
    getPrivacyPage: build.query<PrivacyPage, string>({
      query: (uuid) => waxUrl(`privacy/${encodeURIComponent(uuid)}`),
      // Its hotspot's business fields are in the texts, and which texts those are.
      providesTags: [listTag('Hotspot')],
    }),
  }),
});
export const { useGetPrivacyPageQuery } = disclaimersApi;
