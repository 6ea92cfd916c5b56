import type { History, ListHistories, ListSessions, Session, SessionSums } from '../../contract/sessions';
import { NO_DATE } from '../../contract/wire';
import { api, listedPage, okOrNothingFound, rowTags, type ListedPage, type Page } from '../../shared/api';

/** A page of sessions, and what all that match come to, where the back end says so. */
export interface SessionPage extends ListedPage<Session> {
  sums: SessionSums | null;
}

type Reply = (Page<Session> & { sums?: SessionSums }) | { message: string };

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<SessionPage, Partial<ListSessions>>({
      query: (params) => ({ url: 'sessions', params, validateStatus: okOrNothingFound }),
      transformResponse: (reply: Reply, meta) => settledPage(reply, listedPage(reply, meta)),
      providesTags: (page) => rowTags('Session', page?.data),
    }),
    listHistories: build.query<SessionPage, Partial<ListHistories>>({
      query: (params) => ({ url: 'histories', params, validateStatus: okOrNothingFound }),
      transformResponse: (reply: Reply, meta) => settledPage(reply, listedPage(reply, meta)),
      providesTags: (page) => rowTags('Session', page?.data),
    }),
    getSession: build.query<Session, number>({
      query: (id) => `sessions/${id}`,
      transformResponse: settled,
      providesTags: (_session, _error, id) => [{ type: 'Session', id }],
    }),
    getHistory: build.query<Session, number>({
      query: (id) => `histories/${id}`,
      transformResponse: (history: History) => settled(history),
      providesTags: (_session, _error, id) => [{ type: 'Session', id }],
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
} = sessionsApi;

function settledPage(reply: Reply, page: ListedPage<Session>): SessionPage {
  return { ...page, data: page.data.map(settled), sums: ('sums' in reply && reply.sums) || null };
}

/** Both back ends' "no date" become null. */
function settled(session: Session): Session {
  const given = (moment: string | null) => (moment === NO_DATE ? null : moment);
  return {
    ...session,
    auth_time: given(session.auth_time),
    start_time: given(session.start_time),
    update_time: given(session.update_time),
    stop_time: given(session.stop_time),
  };
}
