import type { Deleted } from '../../contract/deleted';
import type { CreatePaperTemplate, ListedPaperTemplate, StoredPaperTemplate, UpdatePaperTemplate } from '../../contract/paper';
import type { PaperSettings } from '../../contract/plain/paperModel';
import { api, listTag, onSuccess, rowTags } from '../../shared/api';
import { ifMatch, withEtag, type WithEtag } from '../../shared/concurrentChanges';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { deletion } from '../deleted/api';

const paperApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The print layout of a hotspot's vouchers (our server only). */
    getPaper: build.query<WithEtag<PaperSettings>, number>({
      query: (hotspotId) => `paper/hotspots/${hotspotId}`,
      transformResponse: withEtag<PaperSettings>,
      providesTags: (_paper, _error, id) => [listTag('Paper'), { type: 'Paper', id }],
    }),
    updatePaper: build.mutation<void, { id: number; settings: PaperSettings; etag: string }>({
      query: ({ id, settings, etag }) => ({ url: `paper/hotspots/${id}`, method: 'PUT', body: settings, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [{ type: 'Paper', id }]),
    }),
    /** Templates that can be used at a hotspot (our server only). */
    listPaperTemplates: build.query<ListedPaperTemplate[], number>({
      query: (hotspot) => ({ url: 'paper_templates', params: { hotspot } }),
      providesTags: (rows) => rowTags('PaperTemplate', rows),
    }),
    getPaperTemplate: build.query<WithEtag<StoredPaperTemplate>, number>({
      query: (id) => `paper_templates/${id}`,
      transformResponse: withEtag<StoredPaperTemplate>,
      providesTags: (_template, _error, id) => [{ type: 'PaperTemplate', id }],
    }),
    createPaperTemplate: build.mutation<{ id: number }, Keyed<CreatePaperTemplate>>({
      query: (sent) => idempotentPost('paper_templates', sent),
      invalidatesTags: onSuccess(listTag('PaperTemplate')),
    }),
    updatePaperTemplate: build.mutation<void, { id: number; change: UpdatePaperTemplate; etag: string }>({
      query: ({ id, change, etag }) => ({ url: `paper_templates/${id}`, method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listTag('PaperTemplate'), { type: 'PaperTemplate', id }]),
    }),
    /** Hotspots that used it fall back to the default design. */
    deletePaperTemplate: build.mutation<Deleted | null, number>({
      query: (id) => deletion(`paper_templates/${id}`),
      invalidatesTags: onSuccess(listTag('PaperTemplate'), listTag('Paper')),
    }),
  }),
});
export const {
  useGetPaperQuery,
  useUpdatePaperMutation,
  useListPaperTemplatesQuery,
  useGetPaperTemplateQuery,
  useLazyGetPaperTemplateQuery,
  useCreatePaperTemplateMutation,
  useUpdatePaperTemplateMutation,
  useDeletePaperTemplateMutation,
} = paperApi;
