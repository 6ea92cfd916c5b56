import type { ListSessions, Session } from '../../contract/sessions';
import { api, okOrNothingFound, pageOrNothing, rowTags, type Page } from '../../shared/api';

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<Page<Session>, Partial<ListSessions>>({
      query: (params) => ({ url: 'sessions', params, validateStatus: okOrNothingFound }),
      transformResponse: pageOrNothing<Session>,
      providesTags: (page) => rowTags('Session', page?.data),
    }),
  }),
});
export const { useListSessionsQuery } = sessionsApi;
