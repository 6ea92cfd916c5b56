import type { CreateVouchers, ListVouchers, UpdateVouchers, Voucher } from '../../contract/vouchers';
import { MAX_LIMIT, NO_DATE } from '../../contract/wire';
import { api, listTag, okOrNothingFound, onSuccess, rowTags, type Page } from '../../shared/api';
import { hasPorticoCalls } from '../../shared/config';
import { failureOf } from '../../shared/failure';
import { postOnce, type Keyed } from '../../shared/once';
import { sortedLocally } from '../../shared/sortedLocally';

/** The eleven filters (spec 1 §2); one that is missing or empty narrows nothing. Moments are UTC, ISO. */
export type VoucherFilters = Partial<Omit<ListVouchers, 'page' | 'limit' | 'sort' | 'order'>>;

export type VoucherType = Voucher['type'];

interface Matching {
  hotspotId: number;
  filters: VoucherFilters;
}

interface WantedPage extends Matching, Pick<ListVouchers, 'page' | 'limit' | 'sort' | 'order'> {}

/** A bare array (API.md, "Vouchers list"), or the older back end's 404 for an empty one. */
type Reply = Voucher[] | { message: string };

const vouchersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * One page, sorted as asked, and how many there are on all pages. The older back end neither pages nor sorts nor counts vouchers:
     * it sends them all, and the page is cut out here.
     */
    listVouchers: build.query<Page<Voucher>, WantedPage>({
      query: ({ hotspotId, filters, page, limit, sort, order }) => ({
        url: `vouchers/${hotspotId}`,
        params: { ...asked(filters), ...(hasPorticoCalls() && { page, limit, sort, order }) },
        validateStatus: okOrNothingFound,
      }),
      transformResponse: (reply: Reply, meta, { filters, page, limit, sort, order }) => {
        const rows = rowsOf(reply, filters);
        const total = totalOf(meta?.response);
        if (total !== null && hasPorticoCalls()) return { data: rows, total };
        return { data: sortedLocally(rows, sort, order).slice((page - 1) * limit, page * limit), total: rows.length };
      },
      providesTags: (page) => rowTags('Voucher', page?.data),
    }),
    /** Every voucher that matches, newest first, on however many pages they are: for paper, tables and deletions. */
    listAllVouchers: build.query<Voucher[], Matching>({
      queryFn: async ({ hotspotId, filters }, _api, _extra, ask) => {
        const all: Voucher[] = [];
        for (let page = 1; ; page += 1) {
          const answer = await ask({
            url: `vouchers/${hotspotId}`,
            params: { ...asked(filters), ...(hasPorticoCalls() && { page, limit: MAX_LIMIT, sort: 'created', order: 'desc' }) },
            validateStatus: okOrNothingFound,
          });
          if (answer.error) return { error: answer.error };
          const rows = rowsOf(answer.data as Reply, filters);
          all.push(...rows);
          const total = totalOf(answer.meta?.response);
          if (total === null || all.length >= total || rows.length === 0) return { data: all };
        }
      },
      providesTags: (rows) => rowTags('Voucher', rows),
    }),
    /**
     * Makes vouchers and answers them, ready to print, in the order in which they were made; null when they were made, but which ones
     * they are could not be told: they are in the list.
     */
    createVouchers: build.mutation<Voucher[] | null, Keyed<CreateVouchers>>({
      queryFn: async (sent, _api, _extra, ask) => {
        const { body } = sent;
        const listed = async () => {
          const answer = await ask({
            url: `vouchers/${body.hotspot_id}`,
            params: hasPorticoCalls() ? { sort: 'id', order: 'desc', limit: Math.min(MAX_LIMIT, 2 * body.num_vouchers + 200) } : {},
            validateStatus: okOrNothingFound,
          });
          return answer.error ? null : rowsOf(answer.data as Reply, {});
        };
        // Only ours says which ones it made: beside the older one the new ones are those that were not there before.
        const before = hasPorticoCalls() ? [] : await listed();
        const outcome = await ask(postOnce('vouchers', sent));
        if (outcome.error) return { error: outcome.error };
        const { ids } = outcome.data as { ids?: number[] };
        const known = before && new Set(before.map(({ id }) => id));
        const after = await listed();
        if (!after || !known) return { data: null };
        const made = after.filter(({ id }) => (ids ? ids.includes(id) : !known.has(id))).sort((a, b) => a.id - b.id);
        return { data: made.length === body.num_vouchers ? made : null };
      },
      // Without an answer they may have been made all the same. Vouchers for somebody make guests.
      invalidatesTags: (_made, error) => (error && failureOf(error).kind !== 'away' ? [] : [listTag('Voucher'), listTag('Guest')]),
    }),
    /** Marks vouchers as printed, or takes the mark back. */
    updateVouchers: build.mutation<void, UpdateVouchers>({
      query: (body) => ({ url: 'vouchers', method: 'PUT', body }),
      invalidatesTags: onSuccess(listTag('Voucher')),
    }),
    /** Deletes one. Of many that go together, `vouchersDeleted` tells the lists once, after the last. */
    deleteVoucher: build.mutation<void, { id: number; isOneOfMany?: boolean }>({
      query: ({ id }) => ({ url: `vouchers/voucher/${id}`, method: 'DELETE' }),
      invalidatesTags: (_result, error, { isOneOfMany }) => (error || isOneOfMany ? [] : [listTag('Voucher')]),
    }),
  }),
});
export const {
  useListVouchersQuery,
  useListAllVouchersQuery,
  useLazyListAllVouchersQuery,
  useCreateVouchersMutation,
  useUpdateVouchersMutation,
  useDeleteVoucherMutation,
} = vouchersApi;

/** Which types of vouchers a hotspot has, by the ways to log in that are on; none: it has no voucher card (spec 1 §2, §4). */
export function voucherTypesOf(preferences: Readonly<Record<string, string>>): VoucherType[] {
  return [
    ...(preferences.voucher_login === 'true' ? (['normal'] as const) : []),
    ...(preferences.temp_code_login === 'true' ? (['auth'] as const) : []),
  ];
}

/** Makes every list of vouchers ask again, after many deletions. */
export const vouchersDeleted = () => api.util.invalidateTags([listTag('Voucher')]);

const asked = (filters: VoucherFilters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

const totalOf = (response: Response | undefined): number | null => {
  const total = response?.headers.get('X-Total-Count') ?? null;
  return total === null ? null : Number(total);
};

/** Both back ends' "no date" become null. The older one counts vouchers without an expiry among those that end before a day. */
function rowsOf(reply: Reply, { expiredEnd = '' }: VoucherFilters): Voucher[] {
  if (!Array.isArray(reply)) return [];
  return reply.map(settled).filter(({ expires }) => expiredEnd === '' || expires !== null);
}

function settled(row: Voucher): Voucher {
  return { ...row, expires: dateOrNull(row.expires), created: dateOrNull(row.created) };
}

const dateOrNull = (moment: string | null) => (moment === NO_DATE ? null : moment);
