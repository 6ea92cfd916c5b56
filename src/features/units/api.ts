import type { Deleted } from '../../contract/deleted';
import type { ListSessions, Session } from '../../contract/sessions';
import type { Availability, CreateUnit, ListUnits, LiveUnit, SecretRenewed, UnitSecret, UpdateUnit } from '../../contract/units';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import {
  api,
  listAndTotal,
  listedPage,
  listTag,
  nameTags,
  onSuccess,
  rowTags,
  totalTag,
  type ListedPage,
  type Page,
} from '../../shared/api';
import { deletion } from '../deleted/api';

/** Maximum number of parallel calls. */
const AT_ONCE = 4;

/** Number of sessions by unit id; null if it couldn't be loaded. */
export type Activity = Partial<Record<number, number | null>>;

/** Availability by id of the unit or hotspot. */
export type Availabilities = Partial<Record<number, Availability>>;

const byId = (rows: readonly Availability[]): Availabilities => Object.fromEntries(rows.map((row) => [row.id, row]));

const unitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUnits: build.query<ListedPage<LiveUnit>, Partial<ListUnits>>({
      query: (params) => ({ url: 'units', params }),
      transformResponse: (reply: Page<LiveUnit>, meta) => listedPage(reply, meta),
      providesTags: (page) => rowTags('Unit', page?.data),
    }),
    /** When these units were heard in the last day and month, by id. Requires `hasLiveLists`. No call changes it, so it has no tags. */
    listUnitAvailability: build.query<Availabilities, readonly number[]>({
      query: (ids) => ({ url: 'units/availability', params: { ids: ids.join(',') } }),
      transformResponse: byId,
    }),
    /** What share of these hotspots' units were heard, by hotspot id. */
    listHotspotAvailability: build.query<Availabilities, readonly number[]>({
      query: (ids) => ({ url: 'hotspots/availability', params: { ids: ids.join(',') } }),
      transformResponse: byId,
    }),
    getUnit: build.query<LiveUnit, number>({
      query: (id) => ({ url: `units/${id}`, params: { live: 'true' } }),
      providesTags: (_unit, _error, id) => [{ type: 'Unit', id }],
    }),
    /** Secrets of a unit, with an entry in the audit trail. Requires `canConnectUnits`: other back ends send the secret with the unit. */
    getUnitSecret: build.query<UnitSecret, number>({
      query: (id) => ({ url: `units/${id}/secret`, method: 'POST', body: {} }),
      keepUnusedDataFor: 0,
    }),
    /** Gives a unit a new secret (our server only). */
    renewUnitSecret: build.mutation<SecretRenewed, number>({
      query: (id) => ({ url: `units/${id}/renew`, method: 'POST', body: {} }),
      invalidatesTags: (_result, error, id) => (error ? [] : [{ type: 'Unit', id }]),
    }),
    /** Counts the sessions of some units in a time window, one call per unit (UNT-04). */
    countUnitSessions: build.query<Activity, { unitIds: number[] } & Required<Pick<ListSessions, 'from' | 'to'>>>({
      queryFn: async ({ unitIds, from, to }, _api, _extra, baseQuery) => {
        const counts: Activity = {};
        const waiting = [...unitIds];
        const fetchInTurn = async () => {
          for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
            const params = { page: 1, limit: 25, unit, from, to };
            const answer = await baseQuery({ url: 'sessions', params });
            counts[unit] = answer.error ? null : (answer.data as Page<Session>).total;
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, fetchInTurn));
        return { data: counts };
      },
      providesTags: [totalTag('Session')],
    }),
    createUnit: build.mutation<{ id: number }, Keyed<CreateUnit>>({
      query: (sent) => idempotentPost('units', sent),
      invalidatesTags: onSuccess(...listAndTotal('Unit'), listTag('Attention')),
    }),
    /** Requires `canRenameUnits`. */
    updateUnit: build.mutation<void, { id: number; change: UpdateUnit }>({
      query: ({ id, change }) => ({ url: `units/${id}`, method: 'PUT', body: change }),
      invalidatesTags: (_result, error, { id }) =>
        error ? [] : [listTag('Unit'), { type: 'Unit', id }, ...nameTags('Unit', [id]), listTag('Attention')],
    }),
    deleteUnit: build.mutation<Deleted | null, number>({
      query: (id) => deletion(`units/${id}`),
      invalidatesTags: (_result, error, id) => (error ? [] : [...listAndTotal('Unit'), ...nameTags('Unit', [id]), listTag('Attention')]),
    }),
  }),
});
export const {
  useListUnitsQuery,
  useListUnitAvailabilityQuery,
  useListHotspotAvailabilityQuery,
  useGetUnitQuery,
  useGetUnitSecretQuery,
  useLazyGetUnitSecretQuery,
  useRenewUnitSecretMutation,
  useCountUnitSessionsQuery,
  useCreateUnitMutation,
  useUpdateUnitMutation,
  useDeleteUnitMutation,
} = unitsApi;
