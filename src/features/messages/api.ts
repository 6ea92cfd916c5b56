import type { ListMessages, OutboxMessage } from '../../contract/messages';
import { api, listTag, type Page } from '../../shared/api';

const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Our server only. Not cached once unused: messages come and go without anybody at the console. */
    listMessages: build.query<Page<OutboxMessage>, Partial<ListMessages>>({
      query: (params) => ({ url: 'messages', params }),
      transformResponse: (data: OutboxMessage[], meta) => ({
        data,
        total: Number(meta?.response?.headers.get('X-Total-Count') ?? data.length),
      }),
      providesTags: [listTag('Message')],
      keepUnusedDataFor: 0,
    }),
    /** Needs no idempotency key: one that waits already is left alone. The list is read again after a refusal, too, which says that it has changed. */
    sendMessageAgain: build.mutation<void, number>({
      query: (id) => ({ url: `messages/${id}/again`, method: 'POST', body: {} }),
      invalidatesTags: [listTag('Message')],
    }),
  }),
});
export const { useListMessagesQuery, useSendMessageAgainMutation } = messagesApi;
