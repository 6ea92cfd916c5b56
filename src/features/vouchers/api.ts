import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query';
import type { Batch, BatchCreated, CreateBatch, Shift } from '../../contract/batches';
import type {
  CreateVouchers,
  ListVouchers,
  MailVoucher,
  UpdateVouchers,
  Voucher,
  VoucherReplaced,
  VouchersCreated,
} from '../../contract/vouchers';
import { MAX_LIMIT } from '../../contract/wire';
import { api, listAndTotal, listTag, onSuccess, rowTags, type Page } from '../../shared/api';
import { failureOf } from '../../shared/failure';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';

/** The eleven filters (VCH-03); a missing or empty one doesn't filter. Moments are ISO, UTC. */
export type VoucherFilters = Partial<Omit<ListVouchers, 'page' | 'limit' | 'sort' | 'order'>>;

export type VoucherType = Voucher['type'];

/** How many recent vouchers the counter lists. */
const LAST = 10;

interface Matching {
  hotspotId: number;
  filters: VoucherFilters;
}

interface WantedPage extends Matching, Pick<ListVouchers, 'page' | 'limit' | 'sort' | 'order'> {}

export const vouchersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** One sorted page, and the total. */
    listVouchers: build.query<Page<Voucher>, WantedPage>({
      query: ({ hotspotId, filters, ...paging }) => ({ url: `vouchers/${hotspotId}`, params: { ...asked(filters), ...paging } }),
      transformResponse: (data: Voucher[], meta) => ({ data, total: totalOf(meta) }),
      providesTags: (page) => rowTags('Voucher', page?.data),
    }),
    /** All matching vouchers, newest first, read page by page: for printing, CSV and deleting. */
    listAllVouchers: build.query<Voucher[], Matching>({
      queryFn: async ({ hotspotId, filters }, _api, _extra, ask) => {
        const all: Voucher[] = [];
        for (let page = 1; ; page += 1) {
          const params = { ...asked(filters), page, limit: MAX_LIMIT, sort: 'created', order: 'desc' };
          const answer = await ask({ url: `vouchers/${hotspotId}`, params });
          if (answer.error) return { error: answer.error };
          const rows = answer.data as Voucher[];
          all.push(...rows);
          if (all.length >= totalOf(answer.meta) || rows.length === 0) return { data: all };
        }
      },
      providesTags: (rows) => rowTags('Voucher', rows),
    }),
    /** The vouchers that were made last, for the counter; `accountId` says whose they are, for what the browser keeps of them. */
    listLastVouchers: build.query<Voucher[], { hotspotId: number; accountId: number }>({
      query: ({ hotspotId }) => ({ url: `vouchers/${hotspotId}`, params: { page: 1, limit: LAST, sort: 'created', order: 'desc' } }),
      providesTags: (rows) => rowTags('Voucher', rows),
    }),
    /** What was done on a day of the browser's zone, YYYY-MM-DD. */
    getShift: build.query<Shift, { hotspotId: number; day: string; tz: string }>({
      query: ({ hotspotId, ...asked }) => ({ url: `vouchers/shift/${hotspotId}`, params: asked }),
      providesTags: [listTag('Voucher'), listTag('Guest'), listTag('Shift')],
    }),
    /** A page of a hotspot's batches, newest first. */
    listBatches: build.query<Page<Batch>, { hotspotId: number; page: number; limit: number }>({
      query: ({ hotspotId, ...paging }) => ({ url: `voucher_batches/${hotspotId}`, params: paging }),
      transformResponse: (data: Batch[], meta) => ({ data, total: totalOf(meta) }),
      providesTags: [listTag('Voucher')],
    }),
    /** A personal voucher for each guest of a file. */
    createBatch: build.mutation<BatchCreated, Keyed<CreateBatch>>({
      query: (sent) => idempotentPost('voucher_batches', sent),
      invalidatesTags: (_made, error) => (error && failureOf(error).kind !== 'away' ? [] : [listTag('Voucher'), ...listAndTotal('Guest')]),
    }),
    /** Deletes the vouchers of a batch that nobody used, and answers how many. */
    cancelUnused: build.mutation<number, number>({
      query: (id) => ({ url: `voucher_batches/${id}/unused`, method: 'DELETE' }),
      transformResponse: ({ cancelled }: { cancelled: number }) => cancelled,
      invalidatesTags: onSuccess(listTag('Voucher'), ...listAndTotal('Guest')),
    }),
    /** Ends a lost voucher's code and gives a new one with what is left. */
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
    /** Creates vouchers and answers them in the order they were made; null if they were made but it isn't known which they are. */
    createVouchers: build.mutation<Voucher[] | null, Keyed<CreateVouchers>>({
      query: (sent) => idempotentPost('vouchers', sent),
      transformResponse: ({ vouchers }: Partial<VouchersCreated>) => vouchers ?? null,
      // Without an answer they may exist nevertheless. Vouchers of type auth also create guests (VCH-50).
      invalidatesTags: (_made, error, { body }) =>
        error && failureOf(error).kind !== 'away' ? [] : [listTag('Voucher'), ...(body.type === 'auth' ? listAndTotal('Guest') : [])],
    }),
    /** Marks vouchers as printed, or takes the mark back. */
    updateVouchers: build.mutation<void, UpdateVouchers>({
      query: (body) => ({ url: 'vouchers', method: 'PUT', body }),
      invalidatesTags: onSuccess(listTag('Voucher')),
    }),
    /** Deletes one. With `isOneOfMany` it invalidates nothing: call `vouchersDeleted` after the last. */
    deleteVoucher: build.mutation<void, { id: number; isOneOfMany?: boolean }>({
      query: ({ id }) => ({ url: `vouchers/voucher/${id}`, method: 'DELETE' }),
      invalidatesTags: (_result, error, { isOneOfMany }) => (error || isOneOfMany ? [] : [listTag('Voucher')]),
    }),
    /** Deletes all of a hotspot's vouchers that the caller sees. Invalidates nothing: call `vouchersDeleted`. */
    deleteVouchersOfHotspot: build.mutation<void, number>({ query: (id) => ({ url: `vouchers/hotspot/${id}`, method: 'DELETE' }) }),
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
  useCreateVouchersMutation,
  useUpdateVouchersMutation,
  useDeleteVoucherMutation,
  useDeleteVouchersOfHotspotMutation,
} = vouchersApi;

/** The voucher types of a hotspot, by its enabled login methods; with none it has no vouchers tab (HSP-09). */
export function voucherTypesOf(preferences: Readonly<Record<string, string>>): VoucherType[] {
  return [
    ...(preferences.voucher_login === 'true' ? (['normal'] as const) : []),
    ...(preferences.temp_code_login === 'true' ? (['auth'] as const) : []),
  ];
}

/** Refetches all voucher lists, after many deletions. */
export const vouchersDeleted = () => api.util.invalidateTags([listTag('Voucher')]);

const asked = (filters: VoucherFilters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

const totalOf = (meta: FetchBaseQueryMeta | undefined): number => Number(meta?.response?.headers.get('X-Total-Count') ?? 0);
