import type { AuditEntry, ListAudit } from '../../contract/audit';
import { api, type Page } from '../../shared/api';

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Our server only. Not cached once unused, since any change anywhere adds an entry. */
    listAudit: build.query<Page<AuditEntry>, Partial<ListAudit>>({
      query: (params) => ({ url: 'audit', params }),
      transformResponse: (data: AuditEntry[], meta) => ({
        data,
        total: Number(meta?.response?.headers.get('X-Total-Count') ?? data.length),
      }),
      providesTags: ['Audit'],
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useListAuditQuery, useLazyListAuditQuery } = auditApi;
