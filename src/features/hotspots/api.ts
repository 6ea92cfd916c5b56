import { createSelector } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { Deleted } from '../../contract/deleted';
import type { CreateHotspot, Hotspot, HotspotZone, ListedHotspot, ListHotspots, UpdateHotspot } from '../../contract/hotspots';
import type { Preference } from '../../contract/preferences';
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
import { capabilities } from '../../shared/backEnd/capabilities';
import { ifMatch, putSettings, withEtag, type NotSaved, type SettingChange, type WithEtag } from '../../shared/concurrentChanges';
import { ownZone } from '../../shared/format/ownZone';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { deletion } from '../deleted/api';

type DisclaimerId = 'privacy_disclaimer_id' | 'tos_disclaimer_id';

/** Without the disclaimer ids, which only the modify dialog needs. */
export type HotspotFacts = Omit<Hotspot, DisclaimerId>;

/** Tag for the time zones of all hotspots. */
const ZONE = { type: 'Preference', id: 'ZONE' } as const;

export const hotspotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHotspots: build.query<ListedPage<ListedHotspot>, Partial<ListHotspots>>({
      query: (params) => ({ url: 'hotspots', params }),
      transformResponse: (reply: Page<ListedHotspot>, meta) => listedPage(reply, meta),
      // Rows show the name of their reseller.
      providesTags: (page) => [
        ...rowTags('Hotspot', page?.data),
        ...nameTags(
          'Account',
          (page?.data ?? []).map(({ account_id }) => account_id),
        ),
      ],
    }),
    getHotspot: build.query<HotspotFacts, number>({
      query: (id) => `hotspots/${id}`,
      providesTags: (hotspot, _error, id) => [{ type: 'Hotspot', id }, ...nameTags('Account', hotspot ? [hotspot.account_id] : [])],
    }),
    /** Includes the disclaimer ids and the ETag. */
    getHotspotToModify: build.query<WithEtag<Hotspot>, number>({
      query: (id) => `hotspots/${id}`,
      extraOptions: { isWhole: true },
      transformResponse: withEtag<Hotspot>,
      providesTags: (_hotspot, _error, id) => [{ type: 'Hotspot', id }],
    }),
    /** An existing back end may not return the new hotspot's id. */
    createHotspot: build.mutation<{ id?: number } | null, Keyed<CreateHotspot>>({
      query: (sent) => idempotentPost('hotspots', sent),
      invalidatesTags: onSuccess(...listAndTotal('Hotspot'), listTag('Attention')),
    }),
    updateHotspot: build.mutation<void, { id: number; change: UpdateHotspot; etag: string }>({
      query: ({ id, change, etag }) => ({ url: `hotspots/${id}`, method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id }) =>
        error ? [] : [listTag('Hotspot'), { type: 'Hotspot', id }, ...nameTags('Hotspot', [id])],
    }),
    /** Sets which disclaimers a hotspot's guests see; 0 is the default one. */
    chooseDisclaimers: build.mutation<void, { id: number } & Required<Pick<UpdateHotspot, DisclaimerId>>>({
      query: ({ id, ...body }) => ({ url: `hotspots/${id}`, method: 'PUT', body }),
      invalidatesTags: (_result, error, { id }) =>
        error ? [] : [listTag('Hotspot'), { type: 'Hotspot', id }, ...nameTags('Hotspot', [id])],
    }),
    /** Invalidates nothing: call `hotspotDeleted` once nothing on screen shows the hotspot. */
    deleteHotspot: build.mutation<Deleted | null, number>({ query: (id) => deletion(`hotspots/${id}`) }),
    listHotspotPreferences: build.query<Preference[], number>({
      query: (id) => `preferences/hotspots/${id}`,
      providesTags: (_rows, _error, id) => [{ type: 'Preference', id }],
    }),
    /**
     * Sets preferences of a hotspot, one call per key, in parallel, then refetches all of them (PREF-15). Resolves to those that were
     * refused.
     */
    saveHotspotPreferences: build.mutation<NotSaved, { id: number; changes: readonly SettingChange[] }>({
      queryFn: ({ id, changes }, _api, _extra, baseQuery) => putSettings(baseQuery, `preferences/hotspots/${id}`, changes),
      onQueryStarted: async ({ id, changes }, { dispatch, queryFulfilled }) => {
        const { data: notSaved } = await queryFulfilled;
        const taken = changes.filter(({ key }) => notSaved[key] === undefined);
        const isOther = ({ key }: Preference) => taken.every((change) => change.key !== key);
        // Show saved values at once; the refetch brings the server's normalisation and other users' changes.
        dispatch(
          hotspotsApi.util.updateQueryData('listHotspotPreferences', id, (rows) => [
            ...rows.filter(isOther),
            ...taken.map(({ key, value }) => ({ key, value })),
          ]),
        );
      },
      invalidatesTags: (_notSaved, _error, { id, changes }) => [
        { type: 'Preference', id },
        // Another time zone changes where days begin and end.
        ...(changes.some(({ key }) => key === 'time_zone') ? [ZONE, totalTag('Session'), totalTag('Guest'), listTag('Guest')] : []),
      ],
    }),
    /** The time zone of a hotspot's days; 0: of all hotspots that the account sees (our server only). */
    getHotspotZone: build.query<HotspotZone, number>({
      query: (hotspot) => ({ url: 'hotspots/zone', params: { hotspot } }),
      providesTags: [ZONE],
    }),
    /** How many SMS a hotspot has sent: the list has one row per SMS. */
    countHotspotSms: build.query<number, number>({
      query: (id) => ({ url: `stats/sms/hotspots/${id}`, params: { limit: 1 } }),
      transformResponse: (_rows: unknown[], meta) => Number(meta?.response?.headers.get('X-Total-Count') ?? 0),
      providesTags: [totalTag('Sms')],
    }),
  }),
});
export const {
  useListHotspotsQuery,
  useGetHotspotQuery,
  useGetHotspotToModifyQuery,
  useCreateHotspotMutation,
  useUpdateHotspotMutation,
  useChooseDisclaimersMutation,
  useDeleteHotspotMutation,
  useListHotspotPreferencesQuery,
  useSaveHotspotPreferencesMutation,
  useCountHotspotSmsQuery,
  useGetHotspotZoneQuery,
} = hotspotsApi;

export type HoldingAnswers = Parameters<ReturnType<typeof hotspotsApi.endpoints.listHotspotPreferences.select>>[0];

/** A hotspot's preferences by key; undefined until a screen has read them. Memoised, so that the object's identity is stable. */
export const selectHotspotPreferences = createSelector(
  [(state: HoldingAnswers, hotspotId: number) => hotspotsApi.endpoints.listHotspotPreferences.select(hotspotId)(state).data],
  (rows): Readonly<Record<string, string>> | undefined => rows && Object.fromEntries(rows.map(({ key, value }) => [key, value])),
);

/** A hotspot's preferences by key, read if no other screen has just read them; undefined until then, and for hotspot 0. */
export function useHotspotPreferences(hotspotId: number) {
  const { isError, isLoading, refetch } = useListHotspotPreferencesQuery(hotspotId, { skip: hotspotId === 0 });
  const data = useSelector((state: HoldingAnswers) => selectHotspotPreferences(state, hotspotId));
  return { data, isError, isLoading, refetch };
}

/** The name of the chosen hotspot; undefined if it is 0 (all hotspots), or until it is known. */
export function useHotspotName(hotspotId: number): string | undefined {
  return useGetHotspotQuery(hotspotId, { skip: hotspotId === 0 }).currentData?.name;
}

/** The time zone of a hotspot's days; 0: of all hotspots that the account sees. The browser's until it is known. */
export function useHotspotZone(hotspotId: number): string {
  const { currentData } = useGetHotspotZoneQuery(hotspotId, { skip: !capabilities().hasHotspotZones });
  return currentData?.zone ?? ownZone();
}

/** The server's time zone, in which plans end; the browser's until it is known. */
export function useServerZone(): string {
  const { currentData } = useGetHotspotZoneQuery(0, { skip: !capabilities().hasHotspotZones });
  return currentData?.server ?? ownZone();
}

/** Deleting a hotspot also deletes its guests, units, sessions, vouchers and the accounts tied to it. */
export const hotspotDeleted = () =>
  api.util.invalidateTags([
    ...(['Hotspot', 'Account', 'Unit', 'Guest', 'Device', 'Session', 'Sms'] as const).flatMap(listAndTotal),
    listTag('Voucher'),
    listTag('Attention'),
  ]);

/**
 * The hotspot that a list starts with if the back end is slow over all hotspots; 0 until known, or if there is none.
 *
 * @param isWanted whether such a list is open
 */
export function useFirstHotspot(isWanted: boolean): { id: number; isReading: boolean } {
  const { data, isLoading } = useListHotspotsQuery({ page: 1, limit: 1, sort: 'name', order: 'asc' }, { skip: !isWanted });
  return { id: data?.data[0]?.id ?? 0, isReading: isLoading };
}
