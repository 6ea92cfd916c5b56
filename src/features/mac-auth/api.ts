import type { Deleted } from '../../contract/deleted';
import type { Guest } from '../../contract/guests';
import type { CreateMacEntry } from '../../contract/macAuth';
import type { Unit } from '../../contract/units';
import { api, listAndTotal, listedPage, listTag, onSuccess, rowTags, type ListedPage, type Page } from '../../shared/api';
import { failureOf } from '../../shared/failure';
import { deletion } from '../deleted/api';

export const MAC_SORTS = ['name', 'username', 'created'] as const;

interface ListMacEntries {
  hotspot: number;
  page: number;
  limit: number;
  sort: (typeof MAC_SORTS)[number];
  order: 'asc' | 'desc';
}

/** Outcome of creating an entry. `known`: name of the entry that already has this address, '' if unknown. */
type MacOutcome = { isNew: true } | { isNew: false; known: string };

const macAuthApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** MAC entries are guests of type `mac` (MAC-10). */
    listMacEntries: build.query<ListedPage<Guest>, ListMacEntries>({
      query: (params) => ({ url: 'users', params: { ...params, type: 'mac' } }),
      transformResponse: (reply: Page<Guest>, meta) => listedPage(reply, meta),
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    /** `mac` in wire notation. A duplicate address is a result, not an error. */
    createMacEntry: build.mutation<MacOutcome, { unit: Unit; entry: CreateMacEntry }>({
      queryFn: async ({ unit, entry }, _api, _extra, baseQuery) => {
        const created = await baseQuery({ url: `units/${unit.id}/mac`, method: 'POST', body: entry });
        if (!created.error) return { data: { isNew: true } };
        if (failureOf(created.error).kind !== 'duplicate') return { error: created.error };
        const params = { hotspot: unit.hotspot_id, q: entry.mac };
        const found = await baseQuery({ url: 'users', params });
        const guests = found.error ? [] : (found.data as Page<Guest>).data;
        return { data: { isNew: false, known: guests.find(({ username }) => username === entry.mac)?.name ?? '' } };
      },
      invalidatesTags: (outcome) => (outcome?.isNew ? [...listAndTotal('Guest'), ...listAndTotal('Device')] : []),
    }),
    deleteMacEntry: build.mutation<Deleted | null, number>({
      query: (id) => deletion(`users/${id}`),
      invalidatesTags: onSuccess(...listAndTotal('Guest'), ...listAndTotal('Device'), listTag('Session')),
    }),
  }),
});
export const { useListMacEntriesQuery, useCreateMacEntryMutation, useDeleteMacEntryMutation } = macAuthApi;
