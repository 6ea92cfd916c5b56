import type {
  CreateIntegration,
  HotspotIntegration,
  Integration,
  IntegrationTested,
  ManagedIntegration,
  UpdateIntegration,
} from '../../contract/integrations';
import { api, listTag, onSuccess, rowTags } from '../../shared/api';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { ifMatch, withEtag, type WithEtag } from '../../shared/etag';

interface Pair {
  hotspotId: number;
  integrationId: number;
}

const pairUrl = ({ hotspotId, integrationId }: Pair) => `hotspot_integrations/${hotspotId}/${integrationId}`;

/** Also after a failure: a platform that did not answer leaves the mapping, without a sync. */
const SWITCHED = [listTag('Integration'), listTag('Attention')];

const integrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listIntegrations: build.query<Integration[], void>({
      query: () => 'integrations',
      providesTags: (rows) => rowTags('Integration', rows),
    }),
    /** Which are on for a hotspot; `last_sync` is null where the last one failed. */
    listHotspotIntegrations: build.query<HotspotIntegration[], number>({
      query: (hotspotId) => `hotspot_integrations/${hotspotId}`,
      transformResponse: (reply: HotspotIntegration[]) => reply.map(withSyncOrNull),
      providesTags: [listTag('Integration')],
    }),
    /** Switches one on for a hotspot, or syncs it again: the same call (spec 2 §4). */
    syncIntegration: build.mutation<void, Pair>({
      query: (pair) => ({ url: pairUrl(pair), method: 'PUT', body: {} }),
      invalidatesTags: SWITCHED,
    }),
    disableIntegration: build.mutation<void, Pair>({
      query: (pair) => ({ url: pairUrl(pair), method: 'DELETE' }),
      invalidatesTags: SWITCHED,
    }),
    /** The rest needs `canManageIntegrations`, and is an admin's. */
    getIntegration: build.query<WithEtag<ManagedIntegration>, number>({
      query: (id) => `integrations/${id}`,
      transformResponse: (reply: ManagedIntegration, meta) => withEtag(reply, meta),
      providesTags: (_integration, _error, id) => [{ type: 'Integration', id }],
    }),
    createIntegration: build.mutation<{ id: number }, Keyed<CreateIntegration>>({
      query: (sent) => idempotentPost('integrations', sent),
      invalidatesTags: onSuccess(listTag('Integration')),
    }),
    updateIntegration: build.mutation<void, { id: number; change: UpdateIntegration; etag: string }>({
      query: ({ id, change, etag }) => ({ url: `integrations/${id}`, method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listTag('Integration'), { type: 'Integration', id }]),
    }),
    deleteIntegration: build.mutation<void, number>({
      query: (id) => ({ url: `integrations/${id}`, method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('Integration'), listTag('Attention')),
    }),
    /** Calls a platform to see what it answers; nothing changes. */
    testIntegration: build.mutation<IntegrationTested, number>({
      query: (id) => ({ url: `integrations/${id}/test`, method: 'POST', body: {} }),
    }),
  }),
});
export const {
  useListIntegrationsQuery,
  useListHotspotIntegrationsQuery,
  useSyncIntegrationMutation,
  useDisableIntegrationMutation,
  useGetIntegrationQuery,
  useCreateIntegrationMutation,
  useUpdateIntegrationMutation,
  useDeleteIntegrationMutation,
  useTestIntegrationMutation,
} = integrationsApi;

/** What is no date is a failure, too (spec 2 §3). */
function withSyncOrNull({ integration_id, last_sync }: HotspotIntegration): HotspotIntegration {
  const isSync = last_sync !== null && !Number.isNaN(Date.parse(last_sync));
  return { integration_id, last_sync: isSync ? last_sync : null };
}
