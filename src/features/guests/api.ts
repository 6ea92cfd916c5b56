import type {
  ArchivedGuestDetails,
  ExpiredGuests,
  Guest,
  GuestDetails,
  ListedGuest,
  ListExpiredGuests,
  ListGuests,
  UpdateGuest,
} from '../../contract/guests';
import { MAX_LIMIT, NO_DATE } from '../../contract/wire';
import type { FetchArgs, FetchBaseQueryError, FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query';
import { hasPorticoCalls } from '../../shared/config';
import { api, listedPage, listTag, okOrNothingFound, rowTags, type ListedPage, type Page } from '../../shared/api';
import { onlyIf, tagged, type Tagged } from '../../shared/tagged';
import { mergedPage, type GuestRow } from './expiredGuests';

/** Which guest: archived ones are another set, with ids of their own (API.md, "Guests"). */
export interface GuestKey {
  id: number;
  isArchived: boolean;
}

type Reply = Page<ListedGuest> | { message: string };
type ExpiredReply = Partial<ExpiredGuests> | { message: string };
type Wish = Partial<ListGuests>;

const guestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listGuests: build.query<ListedPage<GuestRow>, Wish>({
      query: (params) => ({ url: 'users', params, validateStatus: okOrNothingFound }),
      transformResponse: (reply: Reply, meta) => {
        const page = listedPage(reply, meta);
        return { ...page, data: page.data.map((guest) => settled(guest, false)) };
      },
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    /**
     * A page of the guests whose validity is over. They are two sets, each cut by the same page: so the beginnings of both are read and
     * merged, and the page is cut out here. Of more than MAX_LIMIT only those can be turned to.
     */
    listExpiredGuests: build.query<
      ListedPage<GuestRow>,
      Required<Pick<ListExpiredGuests, 'page' | 'limit' | 'sort' | 'order'>> & Partial<ListExpiredGuests>
    >({
      query: ({ page, limit, ...wish }) => ({
        url: 'users_expired',
        params: { ...wish, page: 1, limit: Math.min(page * limit, MAX_LIMIT) },
        validateStatus: okOrNothingFound,
      }),
      transformResponse: (reply: ExpiredReply, meta, wish) => {
        const { data_users, data_user_histories, total = 0 }: Partial<ExpiredGuests> = 'message' in reply ? {} : reply;
        const rows = [
          ...(data_users ?? []).map((guest) => settled(guest, false)),
          ...(data_user_histories ?? []).map((guest) => settled(guest, true)),
        ];
        const listed = listedPage({ data: mergedPage(rows, wish), total }, meta);
        return { ...listed, isSorted: true, first: null, last: null };
      },
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    getGuest: build.query<Tagged<GuestDetails | ArchivedGuestDetails>, GuestKey>({
      queryFn: async (key, _api, _extra, ask) => {
        if (key.isArchived && !hasPorticoCalls()) return archivedFromList(key.id, ask);
        const one = await ask(addressOf(key));
        if (one.error) return { error: one.error };
        const guest = one.data as GuestDetails | ArchivedGuestDetails;
        return { data: tagged({ ...guest, ...momentsOf(guest) }, one.meta) };
      },
      providesTags: (_guest, _error, { id }) => [{ type: 'Guest', id }],
    }),
    /** With an end of validity in the future an archived guest is an active one again: its id is the answer (API.md, "Guests"). */
    updateGuest: build.mutation<{ id?: number }, GuestKey & { change: UpdateGuest; etag: string }>({
      query: ({ change, etag, ...key }) => ({ url: addressOf(key), method: 'PUT', body: change, ...onlyIf(etag) }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listTag('Guest'), { type: 'Guest', id }]),
    }),
    /** Takes its devices along, and its name out of its sessions (API.md, "Guests"). */
    deleteGuest: build.mutation<void, GuestKey>({
      query: (key) => ({ url: addressOf(key), method: 'DELETE' }),
      invalidatesTags: (_result, error) => (error ? [] : [listTag('Guest'), listTag('Device'), listTag('Session'), listTag('Voucher')]),
    }),
  }),
});
export const {
  useListGuestsQuery,
  useLazyListGuestsQuery,
  useListExpiredGuestsQuery,
  useLazyListExpiredGuestsQuery,
  useGetGuestQuery,
  useUpdateGuestMutation,
  useDeleteGuestMutation,
} = guestsApi;

type Ask = (args: FetchArgs) => MaybePromise<QueryReturnValue<unknown, FetchBaseQueryError, FetchBaseQueryMeta>>;
type MaybePromise<V> = V | PromiseLike<V>;

/** The older back end does not read one archived guest, and does not say what it used. */
async function archivedFromList(
  id: number,
  ask: Ask,
): Promise<QueryReturnValue<Tagged<ArchivedGuestDetails>, FetchBaseQueryError, FetchBaseQueryMeta>> {
  const listed = await ask({ url: 'users_expired', params: { page: 1, limit: MAX_LIMIT }, validateStatus: okOrNothingFound });
  if (listed.error) return { error: listed.error };
  const reply = listed.data as ExpiredReply;
  const found = 'message' in reply ? undefined : reply.data_user_histories?.find((guest) => guest.id === id);
  if (!found) return { error: { status: 404, data: null } };
  return { data: { ...found, ...momentsOf(found), max_navigation_traffic_limit: 0, max_navigation_time_limit: 0, etag: '' } };
}

const addressOf = ({ id, isArchived }: GuestKey) => `${isArchived ? 'users_expired' : 'users'}/${id}`;

function settled(guest: ListedGuest, isArchived: boolean): GuestRow {
  return { ...guest, ...momentsOf(guest), isArchived };
}

/** Both back ends' "no date" become null. */
function momentsOf({ valid_from, valid_until, created }: Guest): Pick<Guest, 'valid_from' | 'valid_until' | 'created'> {
  const given = (moment: string | null) => (moment === NO_DATE ? null : moment);
  return { valid_from: given(valid_from), valid_until: given(valid_until), created: given(created) };
}
