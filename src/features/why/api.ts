import type { Why, WhyQuery } from '../../contract/why';
import { api, listTag, totalTag } from '../../shared/api';
import { asStored } from '../find/api';

export type WhyParams = Partial<Pick<WhyQuery, 'q' | 'hotspot' | 'guest' | 'archived' | 'voucher' | 'unit'>>;

const whyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Why somebody isn't online: each check of the rules that decide logins. */
    getWhy: build.query<Why, WhyParams>({
      query: ({ q = '', ...about }) => ({ url: 'why', params: { ...about, ...(q !== '' && { q: asStored(q) }) } }),
      // Refetch when anything changes that may have fixed the cause.
      providesTags: (answer) => [
        listTag('Guest'),
        listTag('Session'),
        totalTag('Session'),
        listTag('Unit'),
        listTag('Voucher'),
        ...(answer?.answer
          ? [
              { type: 'Preference' as const, id: answer.answer.hotspot_id },
              ...(answer.answer.guest ? [{ type: 'Guest' as const, id: answer.answer.guest.id }] : []),
              ...(answer.answer.unit ? [{ type: 'Unit' as const, id: answer.answer.unit.id }] : []),
            ]
          : []),
      ],
    }),
  }),
});
export const { useGetWhyQuery } = whyApi;
