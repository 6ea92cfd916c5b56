import type { DemoHotspots, DemoPhone, TakePhone } from '../../contract/demo';
import { api } from '../../shared/api';

const guestPhoneApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDemoHotspots: build.query<DemoHotspots['data'], void>({
      query: () => 'demo/hotspots',
      transformResponse: (reply: DemoHotspots) => reply.data,
    }),
    takePhone: build.mutation<DemoPhone, TakePhone>({ query: (body) => ({ url: 'demo/phones', method: 'POST', body }) }),
    getPhone: build.query<DemoPhone, string>({ query: (id) => `demo/phones/${id}` }),
  }),
});
export const { useListDemoHotspotsQuery, useTakePhoneMutation, useGetPhoneQuery } = guestPhoneApi;
