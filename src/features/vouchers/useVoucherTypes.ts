import { useMemo } from 'react';
import { useListHotspotPreferencesQuery } from '../hotspots/api';
import { voucherTypesOf, type VoucherType } from './api';

/** Which types of vouchers a hotspot has; none until that is known. */
export function useVoucherTypes(hotspotId: number): readonly VoucherType[] {
  const { data } = useListHotspotPreferencesQuery(hotspotId);
  return useMemo(() => voucherTypesOf(Object.fromEntries((data ?? []).map(({ key, value }) => [key, value]))), [data]);
}
