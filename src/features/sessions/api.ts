import type {
  Disconnected,
  History,
  ListHistories,
  ListSessions,
  ReadHistory,
  ReadSession,
  Session,
  SessionSums,
} from '../../contract/sessions';
import { api, listAndTotal, listedPage, nameTags, rowTags, type ListedPage, type Page } from '../../shared/api';

/** A page of sessions, with totals over all matches if the back end sends them. */
export interface SessionPage extends ListedPage<Session> {
  sums: SessionSums | null;
}

const WITH_ADDRESSES: ReadSession = { addresses: 'true' };

type Reply = Page<Session> & { sums?: SessionSums };

export const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<SessionPage, Partial<ListSessions>>({
      query: (params) => ({ url: 'sessions', params }),
      transformResponse: (reply: Reply, meta) => withSums(listedPage(reply, meta)),
      providesTags: (page) => sessionTags(page?.data),
    }),
    listHistories: build.query<SessionPage, Partial<ListHistories>>({
      query: (params) => ({ url: 'histories', params }),
      transformResponse: (reply: Reply, meta) => withSums(listedPage(reply, meta)),
      providesTags: (page) => sessionTags(page?.data),
    }),
    getSession: build.query<Session, number>({
      query: (id) => ({ url: `sessions/${id}`, params: WITH_ADDRESSES }),
      providesTags: (_session, _error, id) => [{ type: 'Session', id }],
    }),
    getHistory: build.query<History, { id: number } & Pick<ReadHistory, 'by'>>({
      query: ({ id, by }) => ({ url: `histories/${id}`, params: { ...WITH_ADDRESSES, ...(by !== 'id' && { by }) } }),
      providesTags: (_session, _error, { id }) => [{ type: 'Session', id }],
    }),
    /** Only `ended` ends it at once; otherwise the unit will report its end, or it continues. */
    disconnectSession: build.mutation<Disconnected, number>({
      query: (id) => ({ url: `sessions/${id}/disconnect`, method: 'POST', body: {} }),
      invalidatesTags: (answer, _error, id) =>
        answer ? [{ type: 'Session', id }, ...(answer.outcome === 'ended' ? listAndTotal('Session') : [])] : [],
    }),
  }),
});
export const {
  useListSessionsQuery,
  useLazyListSessionsQuery,
  useListHistoriesQuery,
  useLazyListHistoriesQuery,
  useGetSessionQuery,
  useGetHistoryQuery,
  useDisconnectSessionMutation,
} = sessionsApi;

function withSums(page: ListedPage<Session> & { sums?: SessionSums }): SessionPage {
  return { ...page, sums: page.sums ?? null };
}

/** Rows show the names of their unit and guest. */
const sessionTags = (rows: readonly Session[] = []) => [
  ...rowTags('Session', rows),
  ...nameTags(
    'Unit',
    rows.map(({ unit_id }) => unit_id),
  ),
  ...nameTags(
    'Guest',
    rows.map(({ user_id }) => user_id),
  ),
];
