import type { ListUnits, Unit } from '../../contract/units';
import { api, okOrNothingFound, pageOrNothing, rowTags, type Page } from '../../shared/api';

const unitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUnits: build.query<Page<Unit>, Partial<ListUnits>>({
      query: (params) => ({ url: 'units', params, validateStatus: okOrNothingFound }),
      transformResponse: pageOrNothing<Unit>,
      providesTags: (page) => rowTags('Unit', page?.data),
    }),
  }),
});
export const { useListUnitsQuery } = unitsApi;
