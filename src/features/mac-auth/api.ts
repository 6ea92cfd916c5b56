import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { Guest } from '../../contract/guests';
import type { CreateMacEntry } from '../../contract/macAuth';
import type { Unit } from '../../contract/units';
import { api, listTag, okOrNothingFound, onSuccess, pageOrNothing, rowTags, waxUrl, type Page } from '../../shared/api';
import { hasPorticoCalls } from '../../shared/config';
import { failureOf } from '../../shared/failure';
import { sortedLocally } from '../../shared/sortedLocally';

export const MAC_SORTS = ['name', 'username', 'created'] as const;

interface ListMacEntries {
  hotspot: number;
  page: number;
  limit: number;
  sort: (typeof MAC_SORTS)[number];
  order: 'asc' | 'desc';
}

/** What became of a new entry. `known`: what the one that has this address already is called; empty where that cannot be told. */
type MacOutcome = { isNew: true } | { isNew: false; known: string };

const macAuthApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The MAC entries of a hotspot are its guests of that type (spec 1 §7). An older back end does not sort: it is asked for all of them. */
    listMacEntries: build.query<Page<Guest>, ListMacEntries>({
      query: ({ hotspot, ...paging }) => ({
        url: 'users',
        params: { hotspot, type: 'mac', ...(hasPorticoCalls() && paging) },
        validateStatus: okOrNothingFound,
      }),
      transformResponse: (reply: Page<Guest> | { message: string }, _meta, { page, limit, sort, order }) => {
        const all = pageOrNothing(reply);
        if (hasPorticoCalls()) return all;
        const data = sortedLocally(all.data, sort, order).slice((page - 1) * limit, page * limit);
        return { data, total: all.data.length };
      },
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    /** `mac` as the wire has it. An address that is there already is no failure, but an answer. */
    createMacEntry: build.mutation<MacOutcome, { unit: Unit; entry: CreateMacEntry }>({
      queryFn: async ({ unit, entry }, _api, _extra, ask) => {
        const made = await ask(
          hasPorticoCalls() ? { url: `units/${unit.id}/mac`, method: 'POST', body: entry } : await registration(unit, entry),
        );
        if (!made.error) return { data: { isNew: true } };
        if (failureOf(made.error).kind !== 'duplicate') return { error: made.error };
        const params = { hotspot: unit.hotspot_id, q: entry.mac };
        const found = await ask({ url: 'users', params, validateStatus: okOrNothingFound });
        const guests = found.error ? [] : pageOrNothing(found.data as Page<Guest> | { message: string }).data;
        return { data: { isNew: false, known: guests.find(({ username }) => username === entry.mac)?.name ?? '' } };
      },
      invalidatesTags: (outcome) => (outcome?.isNew ? [listTag('Guest'), listTag('Device')] : []),
    }),
    deleteMacEntry: build.mutation<void, number>({
      query: (id) => ({ url: `users/${id}`, method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('Guest'), listTag('Device'), listTag('Session')),
    }),
  }),
});
export const { useListMacEntriesQuery, useCreateMacEntryMutation, useDeleteMacEntryMutation } = macAuthApi;

/**
 * The call of an older back end: it takes whoever knows the unit's secret, which is proven by the lower-case hex MD5 of the secret
 * followed by the uuid (API.md, "MAC entries").
 */
async function registration({ secret, uuid }: Unit, { mac, ...entry }: CreateMacEntry): Promise<FetchArgs> {
  const { md5 } = await import('js-md5');
  return { url: waxUrl(`register/mac/${mac}`), params: { digest: md5(secret + uuid), uuid, ...entry } };
}
