import type { ListMessages, OutboxMessage } from '../../contract/messages';
import { api, listTag, type Page } from '../../shared/api';

const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Our server only. Not cached once unused, because messages change without any action in the console. */
    listMessages: build.query<Page<OutboxMessage>, Partial<ListMessages>>({
      query: (params) => ({ url: 'messages', params }),
      transformResponse: (data: OutboxMessage[], meta) => ({
        data,
        total: Number(meta?.response?.headers.get('X-Total-Count') ?? data.length),
      }),
      providesTags: [listTag('Message')],
      keepUnusedDataFor: 0,
    }),
    /**
     * Needs no idempotency key: a message that is waiting already stays as it is. The list is also refetched after a refusal, which means
     * that it has changed.
     */
    sendMessageAgain: build.mutation<void, number>({
      query: (id) => ({ url: `messages/${id}/again`, method: 'POST', body: {} }),
      invalidatesTags: [listTag('Message')],
    }),
  }),
});
export const { useListMessagesQuery, useSendMessageAgainMutation } = messagesApi;
