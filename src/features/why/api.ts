import type { Why, WhyQuery } from '../../contract/why';
import { api, listTag, totalTag } from '../../shared/api';
import { asStored } from '../find/api';

export type WhyAsked = Partial<Pick<WhyQuery, 'q' | 'hotspot' | 'guest' | 'archived' | 'voucher' | 'unit'>>;

const whyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Why somebody isn't online: each check of the rules that decide logins. */
    getWhy: build.query<Why, WhyAsked>({
      query: ({ q = '', ...about }) => ({ url: 'why', params: { ...about, ...(q !== '' && { q: asStored(q) }) } }),
      // Refetch when anything changes that may have fixed the cause.
      providesTags: (told) => [
        ...[listTag('Guest'), listTag('Session'), totalTag('Session'), listTag('Unit'), listTag('Voucher')],
        ...(told?.answer
          ? [
              { type: 'Preference' as const, id: told.answer.hotspot_id },
              ...(told.answer.guest ? [{ type: 'Guest' as const, id: told.answer.guest.id }] : []),
              ...(told.answer.unit ? [{ type: 'Unit' as const, id: told.answer.unit.id }] : []),
            ]
          : []),
      ],
    }),
  }),
});
export const { useGetWhyQuery } = whyApi;
