import type { Deleted } from '../../contract/deleted';
import type {
  ArchivedGuestDetails,
  ExpiredGuests,
  GuestAccess,
  GuestDetails,
  ListedGuest,
  ListExpiredGuests,
  ListGuests,
  UpdateGuest,
} from '../../contract/guests';
import { HOTSPOT_ZONE, MAX_LIMIT } from '../../contract/plain/wire';
import { api, listAndTotal, listedPage, listTag, nameTags, rowTags, totalTag, type ListedPage, type Page } from '../../shared/api';
import { ifMatch, withEtag, type WithEtag } from '../../shared/concurrentChanges';
import { mergedPage, type GuestRow } from './expiredGuests';
import { deletion } from '../deleted/api';

/** Identifies a guest: archived ones are a separate set with ids of their own. */
export interface GuestKey {
  id: number;
  isArchived: boolean;
}

type GuestsQuery = Partial<ListGuests>;

export interface ExpiredPage extends ListedPage<GuestRow> {
  /** How many guests were searched, if an existing back end has too many to search all; more may match. Otherwise null. */
  searched: number | null;
}

const guestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listGuests: build.query<ListedPage<GuestRow>, GuestsQuery>({
      query: (params) => ({ url: 'users', params: { ...params, ...ofToday(params) } }),
      transformResponse: (reply: Page<ListedGuest>, meta) => {
        const page = listedPage(reply, meta);
        return { ...page, data: page.data.map((guest) => ({ ...guest, isArchived: false })) };
      },
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    /**
     * A page of expired guests. They come in two sets, each paged separately, so both are read from the start and merged, and the page is
     * cut out here. Only the first MAX_LIMIT can be reached.
     */
    listExpiredGuests: build.query<
      ExpiredPage,
      Required<Pick<ListExpiredGuests, 'page' | 'limit' | 'sort' | 'order'>> & Partial<ListExpiredGuests>
    >({
      query: ({ page, limit, ...args }) => ({
        url: 'users_expired',
        params: { ...args, page: 1, limit: Math.min(page * limit, MAX_LIMIT), ...ofToday(args) },
      }),
      transformResponse: ({ data_users, data_user_histories, total }: ExpiredGuests, meta, args) => {
        const rows = [
          ...data_users.map((guest) => ({ ...guest, isArchived: false })),
          ...data_user_histories.map((guest) => ({ ...guest, isArchived: true })),
        ];
        const listed = listedPage({ data: rows, total }, meta);
        const searched = meta?.response?.headers.get('X-Searched') ?? null;
        return {
          ...listed,
          data: mergedPage(rows, args, listed.isSorted),
          first: null,
          last: null,
          searched: searched === null ? null : Number(searched),
        };
      },
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
    getGuest: build.query<WithEtag<GuestDetails | ArchivedGuestDetails>, GuestKey>({
      query: (key) => ({ url: addressOf(key), params: { tz: HOTSPOT_ZONE, consents: 'true' } }),
      transformResponse: withEtag<GuestDetails | ArchivedGuestDetails>,
      providesTags: (_guest, _error, { id }) => [{ type: 'Guest', id }],
    }),
    /**
     * Whether a current guest may be online; null if their hotspot has no unit. Not part of `getGuest`, because it is polled, and dialogs
     * wait while `getGuest` is fetching.
     */
    getGuestAccess: build.query<GuestAccess | null, number>({
      query: (id) => ({ url: addressOf({ id, isArchived: false }), params: { access: 'true' } }),
      transformResponse: ({ access }: GuestDetails) => access ?? null,
      providesTags: (_access, _error, id) => [{ type: 'Guest', id }],
    }),
    /** A new end of validity in the future reactivates an archived guest; the response has its new id. */
    updateGuest: build.mutation<{ id?: number }, GuestKey & { change: UpdateGuest; etag: string }>({
      query: ({ change, etag, ...key }) => ({ url: addressOf(key), method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id, change }) =>
        error
          ? []
          : [
              listTag('Guest'),
              { type: 'Guest', id },
              ...nameTags('Guest', [id]),
              // The guest may then expire, or become active again.
              ...(change.valid_until === undefined ? [] : [totalTag('Guest')]),
            ],
    }),
    /** Invalidates nothing: call `guestDeleted` once nothing on screen shows the guest. */
    deleteGuest: build.mutation<Deleted | null, GuestKey>({ query: (key) => deletion(addressOf(key)) }),
    /** The same, but for good: the guest can't be restored. */
    eraseGuest: build.mutation<void, GuestKey>({ query: (key) => ({ url: addressOf(key), method: 'DELETE' }) }),
  }),
});
export const {
  useListGuestsQuery,
  useLazyListGuestsQuery,
  useListExpiredGuestsQuery,
  useLazyListExpiredGuestsQuery,
  useGetGuestQuery,
  useGetGuestAccessQuery,
  useUpdateGuestMutation,
  useDeleteGuestMutation,
  useEraseGuestMutation,
} = guestsApi;

function addressOf({ id, isArchived }: GuestKey): string {
  return `${isArchived ? 'users_expired' : 'users'}/${id}`;
}

/** Asks for today's use by the hotspot's day. */
const ofToday = ({ used }: Pick<GuestsQuery, 'used'>) => (used === 'true' ? { tz: HOTSPOT_ZONE } : {});

/** Deleting a guest deletes their devices and removes their name from their sessions (GST-30). */
export const guestDeleted = () =>
  api.util.invalidateTags([...listAndTotal('Guest'), ...listAndTotal('Device'), listTag('Session'), listTag('Voucher')]);
