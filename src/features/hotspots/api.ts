import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { CreateHotspot, Hotspot, HotspotRow, ListHotspots, UpdateHotspot } from '../../contract/hotspots';
import type { Preference } from '../../contract/preferences';
import { hasPorticoCalls } from '../../shared/config';
import { toForm, toUpdate } from './hotspotForm';
import { api, listTag, okOrNothingFound, onSuccess, pageOrNothing, rowTags, type Page } from '../../shared/api';
import { postOnce, type Keyed } from '../../shared/once';
import { onlyIf, tagged, type Tagged } from '../../shared/tagged';

/** A page of hotspots, and whether the back end sorted it as asked; where it did not, only the rows at hand can be sorted. */
export interface HotspotPage extends Page<HotspotRow> {
  isSorted: boolean;
}

type DisclaimerIds = Pick<UpdateHotspot, 'privacy_disclaimer_id' | 'tos_disclaimer_id'>;

/** The older back end leaves the two disclaimers out of a single hotspot. */
type ExistingHotspot = Omit<Hotspot, 'privacy_disclaimer_id' | 'tos_disclaimer_id'> & Partial<Hotspot>;

/** The preferences that could not be saved, by key, each with the reason. */
export type NotSaved = Record<string, FetchBaseQueryError>;

const isWhole = (hotspot: Hotspot | ExistingHotspot): hotspot is Hotspot => hotspot.privacy_disclaimer_id !== undefined;

const hotspotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHotspots: build.query<HotspotPage, Partial<ListHotspots>>({
      query: (params) => ({ url: 'hotspots', params, validateStatus: okOrNothingFound }),
      transformResponse: (reply: Page<HotspotRow> | { message: string }, meta) => ({
        ...pageOrNothing(reply),
        isSorted: meta?.response?.headers.has('X-Sort') ?? false,
      }),
      providesTags: (page) => rowTags('Hotspot', page?.data),
    }),
    getHotspot: build.query<Tagged<Hotspot>, number>({
      queryFn: async (id, _api, _extra, ask) => {
        const one = await ask(`hotspots/${id}`);
        if (one.error) return { error: one.error };
        const hotspot = one.data as Hotspot | ExistingHotspot;
        if (isWhole(hotspot)) return { data: tagged(hotspot, one.meta) };
        // Its list has them. Taken for the default ones, they would become that at the next change of anything else.
        const listed = await ask({ url: 'hotspots', params: { q: hotspot.name }, validateStatus: okOrNothingFound });
        if (listed.error) return { error: listed.error };
        const row = pageOrNothing(listed.data as Page<HotspotRow> | { message: string }).data.find((other) => other.id === id);
        const { privacy_disclaimer_id = 0, tos_disclaimer_id = 0 } = row ?? {};
        return { data: tagged({ ...hotspot, privacy_disclaimer_id, tos_disclaimer_id }, one.meta) };
      },
      providesTags: (_hotspot, _error, id) => [{ type: 'Hotspot', id }],
    }),
    createHotspot: build.mutation<{ id: number }, Keyed<CreateHotspot>>({
      query: (sent) => postOnce('hotspots', sent),
      invalidatesTags: onSuccess(listTag('Hotspot'), listTag('Attention')),
    }),
    updateHotspot: build.mutation<void, { id: number; change: UpdateHotspot; etag: string }>({
      query: ({ id, change, etag }) => ({ url: `hotspots/${id}`, method: 'PUT', body: change, ...onlyIf(etag) }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listTag('Hotspot'), { type: 'Hotspot', id }]),
    }),
    /**
     * Chooses what guests of a hotspot are told; 0 is the default one. An older back end empties the DPO fields that a change leaves out
     * (API.md, "Hotspots"): it gets them all.
     */
    chooseDisclaimers: build.mutation<void, { hotspot: Hotspot } & Required<DisclaimerIds>>({
      query: ({ hotspot, ...ids }) => ({
        url: `hotspots/${hotspot.id}`,
        method: 'PUT',
        body: hasPorticoCalls() ? ids : { ...toUpdate(toForm(hotspot)), ...ids },
      }),
      invalidatesTags: (_result, error, { hotspot }) => (error ? [] : [listTag('Hotspot'), { type: 'Hotspot', id: hotspot.id }]),
    }),
    /** Takes with it the hotspot's guests, units, sessions, vouchers and the managers tied to it. */
    deleteHotspot: build.mutation<void, number>({
      query: (id) => ({ url: `hotspots/${id}`, method: 'DELETE' }),
      invalidatesTags: onSuccess(
        listTag('Hotspot'),
        listTag('Account'),
        listTag('Unit'),
        listTag('Guest'),
        listTag('Device'),
        listTag('Session'),
        listTag('Sms'),
        listTag('Voucher'),
        listTag('Attention'),
      ),
    }),
    listHotspotPreferences: build.query<Preference[], number>({
      query: (id) => `preferences/hotspots/${id}`,
      providesTags: (_rows, _error, id) => [{ type: 'Preference', id }],
    }),
    /**
     * Sets preferences of a hotspot: one call a key, in parallel, then all are read again (spec 1 §7). Some may be taken and others
     * not: that is no failure of the whole, but its answer.
     */
    saveHotspotPreferences: build.mutation<NotSaved, { id: number; changes: readonly Preference[] }>({
      queryFn: async ({ id, changes }, _api, _extra, ask) => {
        const outcomes = changes.map(async (body) => {
          const { error } = await ask({ url: `preferences/hotspots/${id}`, method: 'PUT', body });
          return [body.key, error] as const;
        });
        const failed = (await Promise.all(outcomes)).flatMap(([key, error]) => (error ? [[key, error] as const] : []));
        return { data: Object.fromEntries(failed) };
      },
      onQueryStarted: async ({ id, changes }, { dispatch, queryFulfilled }) => {
        const { data: notSaved } = await queryFulfilled;
        const taken = changes.filter(({ key }) => notSaved[key] === undefined);
        const isOther = ({ key }: Preference) => taken.every((change) => change.key !== key);
        // What was taken shows at once; reading again brings what the server made of it, and what others changed.
        dispatch(hotspotsApi.util.updateQueryData('listHotspotPreferences', id, (rows) => [...rows.filter(isOther), ...taken]));
      },
      invalidatesTags: (_notSaved, _error, { id }) => [{ type: 'Preference', id }],
    }),
    /** How many SMS a hotspot has sent: a row each (spec 1 §7). Our server says it in a header, and gives no more rows than one is asked for. */
    countHotspotSms: build.query<number, number>({
      query: (id) => ({
        url: `stats/sms/hotspots/${id}`,
        params: hasPorticoCalls() ? { limit: 1 } : {},
        validateStatus: okOrNothingFound,
      }),
      transformResponse: (reply: unknown, meta) => {
        const total = meta?.response?.headers.get('X-Total-Count');
        if (total) return Number(total);
        return Array.isArray(reply) ? reply.length : 0;
      },
      providesTags: [listTag('Sms')],
    }),
  }),
});
export const {
  useListHotspotsQuery,
  useGetHotspotQuery,
  useCreateHotspotMutation,
  useUpdateHotspotMutation,
  useChooseDisclaimersMutation,
  useDeleteHotspotMutation,
  useListHotspotPreferencesQuery,
  useSaveHotspotPreferencesMutation,
  useCountHotspotSmsQuery,
} = hotspotsApi;
