import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Voucher } from '../../contract/vouchers';
import { personChanged, screenClosed } from '../../shared/session';

/** Why an action on all matching vouchers failed. */
export type VoucherProblem = 'vouchers.print_failed' | 'vouchers.export_failed' | 'vouchers.export_too_many' | 'vouchers.select_failed';

interface VouchersState {
  /** Selected vouchers, across pages. Valid only for the hotspot and filters in `of`: under others the selection would be invisible. */
  selection: { of: string; vouchers: Voucher[] };
  /** The last failure, and the hotspot and filters it belongs to. */
  refused: { problem: VoucherProblem; of: string } | null;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    vouchers: VouchersState;
  }
}

const initialState: VouchersState = {
  selection: { of: '', vouchers: [] },
  refused: null,
};

export const vouchersSlice = createSlice({
  name: 'vouchers',
  initialState,
  reducers: {
    vouchersSelected: (state, { payload }: PayloadAction<VouchersState['selection']>) => {
      state.selection = payload;
    },
    vouchersGone: ({ selection }, { payload }: PayloadAction<number[]>) => {
      selection.vouchers = selection.vouchers.filter(({ id }) => !payload.includes(id));
    },
    allRefused: (state, { payload }: PayloadAction<VouchersState['refused']>) => {
      state.refused = payload;
    },
  },
  extraReducers: (build) => {
    build.addCase(screenClosed, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: {
    selectSelection: createSelector(
      [(state: VouchersState) => state.selection, (_state: VouchersState, of: string) => of],
      (selection, of) => (selection.of === of ? selection.vouchers : NONE),
    ),
    selectRefusal: ({ refused }, of: string) => (refused?.of === of ? refused.problem : null),
  },
});
// Recordings contain the names of the reducers.
export const { vouchersSelected, vouchersGone: vouchersDeselected, allRefused: problemMet } = vouchersSlice.actions;
export const { selectSelection, selectRefusal } = vouchersSlice.selectors;

const NONE: Voucher[] = [];

/** Key that identifies a hotspot's list with its filters. */
export const listOf = (hotspotId: number, filters: object): string => JSON.stringify([hotspotId, filters]);
