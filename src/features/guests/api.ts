import type { ListGuests, Guest } from '../../contract/guests';
import { api, okOrNothingFound, pageOrNothing, rowTags, type Page } from '../../shared/api';

const guestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listGuests: build.query<Page<Guest>, Partial<ListGuests>>({
      query: (params) => ({ url: 'users', params, validateStatus: okOrNothingFound }),
      transformResponse: pageOrNothing<Guest>,
      providesTags: (page) => rowTags('Guest', page?.data),
    }),
  }),
});
export const { useListGuestsQuery } = guestsApi;
