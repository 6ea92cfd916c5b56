import { createSelector } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { selectHotspotPreferences, useHotspotPreferences, type HoldingAnswers } from '../hotspots/api';
import { voucherTypesOf, type VoucherType } from './api';

/** Voucher types of a hotspot; empty until its preferences are loaded. */
export const selectVoucherTypes = createSelector([selectHotspotPreferences], (preferences): readonly VoucherType[] =>
  voucherTypesOf(preferences ?? {}),
);

/** The same, loading the preferences if necessary. */
export function useVoucherTypes(hotspotId: number): readonly VoucherType[] {
  useHotspotPreferences(hotspotId);
  return useSelector((state: HoldingAnswers) => selectVoucherTypes(state, hotspotId));
}
