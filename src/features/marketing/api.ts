import type { Preference } from '../../contract/preferences';
import { api } from '../../shared/api';

const marketingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A hotspot's feedback e-mail settings (spec 2 §3), by key. */
    listMarketingSettings: build.query<Partial<Record<string, string>>, number>({
      query: (hotspotId) => `marketing/${hotspotId}`,
      transformResponse: (rows: Preference[]) => Object.fromEntries(rows.map(({ key, value }) => [key, value])),
      providesTags: (_settings, _error, id) => [{ type: 'Preference', id }],
    }),
  }),
});
export const { useListMarketingSettingsQuery } = marketingApi;
