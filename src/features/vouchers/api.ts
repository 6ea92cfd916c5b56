import type { Deleted } from '../../contract/deleted';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query';
import type { Batch, BatchCreated, CreateBatch, Shift, UnusedCancelled } from '../../contract/batches';
import type {
  CreateVouchers,
  ListVouchers,
  MailVoucher,
  UpdateVouchers,
  Voucher,
  VoucherReplaced,
  VouchersCreated,
} from '../../contract/vouchers';
import { MAX_LIMIT, MOST_IDS } from '../../contract/plain/wire';
import { api, listAndTotal, listTag, onSuccess, rowTags, type Page } from '../../shared/api';
import { failureOf } from '../../shared/failure';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { deletion } from '../deleted/api';

/** The eleven filters (VCH-03); missing or empty ones don't filter. Timestamps are ISO, UTC. */
export type VoucherFilters = Partial<Omit<ListVouchers, 'page' | 'limit' | 'sort' | 'order'>>;

export type VoucherType = Voucher['type'];

/** How many recent vouchers the counter lists. */
const LAST = 10;

interface Matching {
  hotspotId: number;
  filters: VoucherFilters;
}

interface WantedPage extends Matching, Pick<ListVouchers, 'page' | 'limit' | 'sort' | 'order'> {}

/** Also invalidates guests: a guest whose validity would have begun with the first use of a deleted voucher has expired. */
const DELETED = [listTag('Voucher'), ...listAndTotal('Guest')];

export const vouchersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** One sorted page, and the total. */
    listVouchers: build.query<Page<Voucher>, WantedPage>({
      query: ({ hotspotId, filters, ...paging }) => ({ url: `vouchers/${hotspotId}`, params: { ...paramsOf(filters), ...paging } }),
      transformResponse: (data: Voucher[], meta) => ({ data, total: totalOf(meta) }),
      providesTags: (page) => rowTags('Voucher', page?.data),
    }),
    /** All matching vouchers, newest first, fetched page by page: for printing, CSV and deleting. */
    listAllVouchers: build.query<Voucher[], Matching>({
      queryFn: async ({ hotspotId, filters }, _api, _extra, baseQuery) => {
        const all: Voucher[] = [];
        for (let page = 1; ; page += 1) {
          const params = { ...paramsOf(filters), page, limit: MAX_LIMIT, sort: 'created', order: 'desc' };
          const answer = await baseQuery({ url: `vouchers/${hotspotId}`, params });
          if (answer.error) return { error: answer.error };
          const rows = answer.data as Voucher[];
          all.push(...rows);
          if (all.length >= totalOf(answer.meta) || rows.length === 0) return { data: all };
        }
      },
      providesTags: (rows) => rowTags('Voucher', rows),
    }),
    /** The current state of vouchers, by id; deleted ones are missing. If the back end can't be asked by id, all vouchers are returned. */
    readVouchers: build.query<Voucher[], { hotspotId: number; ids: readonly number[] }>({
      queryFn: async ({ hotspotId, ids }, _api, _extra, baseQuery) => {
        const found = new Map<number, Voucher>();
        for (let first = 0; first < ids.length; first += MOST_IDS) {
          const some = ids.slice(first, first + MOST_IDS).join(',');
          const answer = await baseQuery({ url: `vouchers/${hotspotId}`, params: { ids: some, page: 1, limit: MAX_LIMIT } });
          if (answer.error) return { error: answer.error };
          for (const voucher of answer.data as Voucher[]) found.set(voucher.id, voucher);
        }
        return { data: ids.flatMap((id) => found.get(id) ?? []) };
      },
      keepUnusedDataFor: 0,
    }),
    /** The most recent vouchers, for the counter; `accountId` only records whose vouchers the browser stores. */
    listLastVouchers: build.query<Voucher[], { hotspotId: number; accountId: number }>({
      query: ({ hotspotId }) => ({ url: `vouchers/${hotspotId}`, params: { page: 1, limit: LAST, sort: 'created', order: 'desc' } }),
      providesTags: (rows) => rowTags('Voucher', rows),
    }),
    /** Summary of the counter's work on a day (YYYY-MM-DD) in the zone `tz`. */
    getShift: build.query<Shift, { hotspotId: number; day: string; tz: string }>({
      query: ({ hotspotId, ...params }) => ({ url: `vouchers/shift/${hotspotId}`, params }),
      providesTags: [listTag('Voucher'), listTag('Guest'), listTag('Shift')],
    }),
    /** A page of a hotspot's batches, newest first. */
    listBatches: build.query<Page<Batch>, { hotspotId: number; page: number; limit: number }>({
      query: ({ hotspotId, ...paging }) => ({ url: `voucher_batches/${hotspotId}`, params: paging }),
      transformResponse: (data: Batch[], meta) => ({ data, total: totalOf(meta) }),
      providesTags: [listTag('Voucher')],
    }),
    /** Creates a personal voucher for each guest in a file. */
    createBatch: build.mutation<BatchCreated, Keyed<CreateBatch>>({
      query: (sent) => idempotentPost('voucher_batches', sent),
      invalidatesTags: (_made, error) => (error && failureOf(error).kind !== 'away' ? [] : [listTag('Voucher'), ...listAndTotal('Guest')]),
    }),
    /** Deletes the unused vouchers of a batch. */
    cancelUnused: build.mutation<UnusedCancelled, number>({
      query: (id) => deletion(`voucher_batches/${id}/unused`),
      invalidatesTags: onSuccess(listTag('Voucher'), ...listAndTotal('Guest')),
    }),
    /** Invalidates a lost voucher's code and returns a new voucher with what is left. */
    replaceVoucher: build.mutation<Voucher, Keyed<{ id: number }>>({
      query: ({ body: { id }, key }) => idempotentPost(`vouchers/voucher/${id}/replacement`, { body: {}, key }),
      transformResponse: ({ voucher }: VoucherReplaced) => voucher,
      invalidatesTags: (_made, error) =>
        error && failureOf(error).kind !== 'away' ? [] : [listTag('Voucher'), listTag('Shift'), ...listAndTotal('Guest')],
    }),
    mailVoucher: build.mutation<void, Keyed<MailVoucher & { id: number }>>({
      query: ({ body: { id, ...body }, key }) => idempotentPost(`vouchers/voucher/${id}/mail`, { body, key }),
      invalidatesTags: onSuccess(listTag('Shift')),
    }),
    /** Creates vouchers; returns them in creation order, or null if the back end doesn't say which they are. */
    createVouchers: build.mutation<Voucher[] | null, Keyed<CreateVouchers>>({
      query: (sent) => idempotentPost('vouchers', sent),
      transformResponse: ({ vouchers }: Partial<VouchersCreated>) => vouchers ?? null,
      // Without a response they may still have been created. Vouchers of type auth also create guests (VCH-50).
      invalidatesTags: (_made, error, { body }) =>
        error && failureOf(error).kind !== 'away' ? [] : [listTag('Voucher'), ...(body.type === 'auth' ? listAndTotal('Guest') : [])],
    }),
    /** Marks vouchers as printed, or unmarks them. */
    updateVouchers: build.mutation<void, UpdateVouchers>({
      query: (body) => ({ url: 'vouchers', method: 'PUT', body }),
      invalidatesTags: onSuccess(listTag('Voucher')),
    }),
    /** Deletes one voucher. With `isOneOfMany` it invalidates nothing: call `vouchersDeleted` after the last. */
    deleteVoucher: build.mutation<Deleted | null, { id: number; isOneOfMany?: boolean }>({
      query: ({ id }) => deletion(`vouchers/voucher/${id}`),
      invalidatesTags: (_result, error, { isOneOfMany }) => (error || isOneOfMany ? [] : DELETED),
    }),
    /** Deletes all of a hotspot's vouchers that the caller sees. Invalidates nothing: call `vouchersDeleted`. */
    deleteVouchersOfHotspot: build.mutation<Deleted | null, number>({ query: (id) => deletion(`vouchers/hotspot/${id}`) }),
  }),
});
export const {
  useListVouchersQuery,
  useListLastVouchersQuery,
  useGetShiftQuery,
  useListBatchesQuery,
  useCreateBatchMutation,
  useCancelUnusedMutation,
  useReplaceVoucherMutation,
  useMailVoucherMutation,
  useLazyListAllVouchersQuery,
  useLazyReadVouchersQuery,
  useCreateVouchersMutation,
  useUpdateVouchersMutation,
  useDeleteVoucherMutation,
  useDeleteVouchersOfHotspotMutation,
} = vouchersApi;

/** Voucher types of a hotspot, by its enabled login methods; without any it has no vouchers tab (HSP-09). */
export function voucherTypesOf(preferences: Readonly<Record<string, string>>): VoucherType[] {
  return [
    ...(preferences.voucher_login === 'true' ? (['normal'] as const) : []),
    ...(preferences.temp_code_login === 'true' ? (['auth'] as const) : []),
  ];
}

/** Refetches all voucher lists, after bulk deletion. */
export const vouchersDeleted = () => api.util.invalidateTags(DELETED);

const paramsOf = (filters: VoucherFilters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

const totalOf = (meta: FetchBaseQueryMeta | undefined): number => Number(meta?.response?.headers.get('X-Total-Count') ?? 0);
