import type {
  ArchivedGuestDetails,
  ExpiredGuests,
  GuestDetails,
  ListedGuest,
  ListExpiredGuests,
  ListGuests,
  UpdateGuest,
} from '../../contract/guests';
import { MAX_LIMIT } from '../../contract/wire';
import { api, listedPage, listTag, rowTags, type ListedPage, type Page } from '../../shared/api';
import { ownZone } from '../../shared/format/dates';
import { ifMatch, withEtag, type WithEtag } from '../../shared/etag';
import { mergedPage, type GuestRow } from './expiredGuests';

/** Which guest: archived ones are another set, with ids of their own (API.md, "Guests"). */
export interface GuestKey {
  id: number;
  isArchived: boolean;
}

type Wish = Partial<ListGuests>;

export interface ExpiredPage extends ListedPage<GuestRow> {
  /** Where an existing back end has too many to search: so many were looked through, and there may be more that match. */
  searched: number | null;
}

const guestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listGuests: build.query<ListedPage<GuestRow>, Wish>({
      query: (params) => ({ url: 'users', params: { ...params, ...ofToday(params) } }),
      transformResponse: (reply: Page<ListedGuest>, meta) => {
        const page = listedPage(reply, meta);
        return { ...page, data: page.data.map((guest) => ({ ...guest, isArchived: false })) };
      },
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    /**
     * A page of the guests whose validity is over. They are two sets, each cut by the same page: so the beginnings of both are read and
     * merged, and the page is cut out here. Of more than MAX_LIMIT only those can be turned to.
     */
    listExpiredGuests: build.query<
      ExpiredPage,
      Required<Pick<ListExpiredGuests, 'page' | 'limit' | 'sort' | 'order'>> & Partial<ListExpiredGuests>
    >({
      query: ({ page, limit, ...wish }) => ({
        url: 'users_expired',
        params: { ...wish, page: 1, limit: Math.min(page * limit, MAX_LIMIT), ...ofToday(wish) },
      }),
      transformResponse: ({ data_users, data_user_histories, total }: ExpiredGuests, meta, wish) => {
        const rows = [
          ...data_users.map((guest) => ({ ...guest, isArchived: false })),
          ...data_user_histories.map((guest) => ({ ...guest, isArchived: true })),
        ];
        const listed = listedPage({ data: rows, total }, meta);
        const searched = meta?.response?.headers.get('X-Searched') ?? null;
        return {
          ...listed,
          data: mergedPage(rows, wish, listed.isSorted),
          first: null,
          last: null,
          searched: searched === null ? null : Number(searched),
        };
      },
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    getGuest: build.query<WithEtag<GuestDetails | ArchivedGuestDetails>, GuestKey>({
      query: (key) => ({ url: addressOf(key), params: { tz: ownZone() } }),
      transformResponse: withEtag<GuestDetails | ArchivedGuestDetails>,
      providesTags: (_guest, _error, { id }) => [{ type: 'Guest', id }],
    }),
    /** With an end of validity in the future an archived guest is an active one again: its id is the answer (API.md, "Guests"). */
    updateGuest: build.mutation<{ id?: number }, GuestKey & { change: UpdateGuest; etag: string }>({
      query: ({ change, etag, ...key }) => ({ url: addressOf(key), method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listTag('Guest'), { type: 'Guest', id }]),
    }),
    /** `guestDeleted` tells the lists, once nothing shows the guest any more. */
    deleteGuest: build.mutation<void, GuestKey>({ query: (key) => ({ url: addressOf(key), method: 'DELETE' }) }),
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

function addressOf({ id, isArchived }: GuestKey): string {
  return `${isArchived ? 'users_expired' : 'users'}/${id}`;
}

/** Where use is asked for, today's too: the day of whoever reads. */
const ofToday = ({ used }: Wish) => (used === 'true' ? { tz: ownZone() } : {});

/** A guest takes its devices along, and its name out of its sessions. */
export const guestDeleted = () => api.util.invalidateTags((['Guest', 'Device', 'Session', 'Voucher'] as const).map(listTag));
