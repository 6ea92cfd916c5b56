import type { Deleted } from '../../contract/deleted';
import type {
  AccountIntegration,
  CreateIntegration,
  HotspotIntegration,
  Integration,
  IntegrationTested,
  ManagedIntegration,
  UpdateIntegration,
} from '../../contract/integrations';
import { api, listTag, onSuccess, rowTags } from '../../shared/api';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { ifMatch, withEtag, type WithEtag } from '../../shared/concurrentChanges';
import { deletion } from '../deleted/api';

/** An integration to enable or disable for a reseller. */
interface Switching {
  accountId: number;
  integrationId: number;
}

interface Pair {
  hotspotId: number;
  integrationId: number;
}

const pairUrl = ({ hotspotId, integrationId }: Pair) => `hotspot_integrations/${hotspotId}/${integrationId}`;

/** Invalidated on failure too: if the platform doesn't respond, the mapping is still stored, without a sync. */
const SWITCHED = [listTag('HotspotIntegration'), listTag('Attention')];

const integrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listIntegrations: build.query<Integration[], void>({
      query: () => 'integrations',
      providesTags: (rows) => rowTags('Integration', rows),
    }),
    /** The integrations enabled for a hotspot; `last_sync` is null if the last sync failed. */
    listHotspotIntegrations: build.query<HotspotIntegration[], number>({
      query: (hotspotId) => `hotspot_integrations/${hotspotId}`,
      transformResponse: (reply: HotspotIntegration[]) => reply.map(withSyncOrNull),
      providesTags: [listTag('HotspotIntegration')],
    }),
    /** Enables an integration for a hotspot, or syncs it again: both are the same call (INT-14). */
    syncIntegration: build.mutation<void, Pair>({
      query: (pair) => ({ url: pairUrl(pair), method: 'PUT', body: {} }),
      invalidatesTags: SWITCHED,
    }),
    disableIntegration: build.mutation<void, Pair>({
      query: (pair) => ({ url: pairUrl(pair), method: 'DELETE' }),
      invalidatesTags: SWITCHED,
    }),
    /** The integrations an admin enabled for a reseller. */
    listAccountIntegrations: build.query<AccountIntegration[], number>({
      query: (id) => `account_integrations/${id}`,
      providesTags: [listTag('AccountIntegration')],
    }),
    enableAccountIntegration: build.mutation<void, Keyed<Switching>>({
      query: ({ body: { accountId, integrationId }, key }) =>
        idempotentPost(`account_integrations/${accountId}/${integrationId}`, { body: {}, key }),
      invalidatesTags: onSuccess(listTag('AccountIntegration')),
    }),
    disableAccountIntegration: build.mutation<void, Switching>({
      query: ({ accountId, integrationId }) => ({ url: `account_integrations/${accountId}/${integrationId}`, method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('AccountIntegration'), listTag('HotspotIntegration')),
    }),
    /** This and all calls below require `canManageIntegrations` and an admin. */
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
      invalidatesTags: (_result, error, { id }) =>
        error ? [] : [listTag('Integration'), { type: 'Integration', id }, listTag('Attention')],
    }),
    deleteIntegration: build.mutation<Deleted | null, number>({
      query: (id) => deletion(`integrations/${id}`),
      invalidatesTags: onSuccess(...(['Integration', 'HotspotIntegration', 'AccountIntegration', 'Attention'] as const).map(listTag)),
    }),
    /** Calls a platform and returns its response; changes nothing. */
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
  useListAccountIntegrationsQuery,
  useEnableAccountIntegrationMutation,
  useDisableAccountIntegrationMutation,
  useGetIntegrationQuery,
  useCreateIntegrationMutation,
  useUpdateIntegrationMutation,
  useDeleteIntegrationMutation,
  useTestIntegrationMutation,
} = integrationsApi;

/** An invalid date counts as a failed sync (INT-09). */
function withSyncOrNull({ integration_id, last_sync }: HotspotIntegration): HotspotIntegration {
  const isSync = last_sync !== null && !Number.isNaN(Date.parse(last_sync));
  return { integration_id, last_sync: isSync ? last_sync : null };
}
