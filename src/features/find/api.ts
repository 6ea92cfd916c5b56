import type { FoundItem } from '../../contract/find';
import { MAC_ADDRESS, toWireMac } from '../../contract/wire';
import { api } from '../../shared/api';

const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Guests, vouchers, hotspots, units and managers whose names contain `q`, at most five of each. */
    find: build.query<FoundItem[], string>({
      query: (q) => ({ url: 'find', params: { q: asStored(q) } }),
      transformResponse: ({ data }: { data: FoundItem[] }) => data,
      // Nothing changes behind the dialog; the next time it opens, all of it may have.
      keepUnusedDataFor: 0,
    }),
    /** Guests and vouchers of one hotspot, at most five of each. */
    findHere: build.query<FoundItem[], { q: string; hotspot: number }>({
      query: ({ q, hotspot }) => ({ url: 'find', params: { q: asStored(q), hotspot } }),
      transformResponse: ({ data }: { data: FoundItem[] }) => data,
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useFindQuery, useFindHereQuery } = findApi;

/** A device's address and a telephone number, typed or spoken as people do, as they are stored. */
function asStored(q: string): string {
  if (MAC_ADDRESS.test(q)) return toWireMac(q);
  // Dashes may also stand in a part of a device's address, and dots in a part of a name.
  const isNumber = /^\+\d[\d ./()-]*$/.test(q) || /^\d[\d /]*$/.test(q);
  return isNumber ? q.replaceAll(/[ ./()-]/g, '') : q;
}
