import type { FoundItem } from '../../contract/find';
import { api } from '../../shared/api';

const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Guests, vouchers, hotspots, units and managers whose names contain `q`, at most five of each. */
    find: build.query<FoundItem[], string>({
      query: (q) => ({ url: 'find', params: { q } }),
      transformResponse: ({ data }: { data: FoundItem[] }) => data,
      // Nothing changes behind the dialog; the next time it opens, all of it may have.
      keepUnusedDataFor: 0,
    }),
    /** Guests and vouchers of one hotspot, at most five of each. */
    findHere: build.query<FoundItem[], { q: string; hotspot: number }>({
      query: (params) => ({ url: 'find', params }),
      transformResponse: ({ data }: { data: FoundItem[] }) => data,
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useFindQuery, useFindHereQuery } = findApi;
