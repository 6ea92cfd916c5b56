import type { Integration } from '../../contract/integrations';
import { api, okOrNothingFound, rowTags } from '../../shared/api';

const integrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listIntegrations: build.query<Integration[], void>({
      query: () => ({ url: 'integrations', validateStatus: okOrNothingFound }),
      transformResponse: (reply: Integration[] | { message: string }) => (Array.isArray(reply) ? reply : []),
      providesTags: (rows) => rowTags('Integration', rows),
    }),
  }),
});
export const { useListIntegrationsQuery } = integrationsApi;
