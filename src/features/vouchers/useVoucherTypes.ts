import { useMemo } from 'react';
import { useListHotspotPreferencesQuery } from '../hotspots/api';
import { voucherTypesOf, type VoucherType } from './api';

/** The voucher types of a hotspot; empty until known. */
export function useVoucherTypes(hotspotId: number): readonly VoucherType[] {
  const { data } = useListHotspotPreferencesQuery(hotspotId);
  return useMemo(() => voucherTypesOf(Object.fromEntries((data ?? []).map(({ key, value }) => [key, value]))), [data]);
}
