import { macOf } from '../../contract/plain/macAddress';
import type { FoundItem } from '../../contract/find';
import { api } from '../../shared/api';

const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Guests, vouchers, hotspots, units and accounts whose names contain `q`, at most five of each. */
    find: build.query<FoundItem[], string>({
      query: (q) => ({ url: 'find', params: { q: asStored(q) } }),
      transformResponse: ({ data }: { data: FoundItem[] }) => data,
      // Nothing changes while the dialog is open, but much may have changed by the next time it opens.
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

/** Normalises a MAC address or phone number, as people type or dictate it, to the stored form. */
export function asStored(q: string): string {
  const mac = macOf(q);
  if (mac !== '') return mac;
  // Only digits with "+" or spaces: dashes also occur in partial MAC addresses, and dots in partial names.
  const isNumber = /^\+\d[\d ./()-]*$/.test(q) || /^\d[\d /]*$/.test(q);
  return isNumber ? q.replaceAll(/[ ./()-]/g, '') : q;
}
