import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { loginLost } from '../../shared/api';
import { moved } from '../../shared/location';
import { otherTabFollowed } from '../auth/slice';

/** A voucher as named in a question. */
interface Named {
  id: number;
  code: string;
}

/** Which voucher dialog is open; in the store so that time travel replays it. Without `vouchers` it is about all that match. */
type VoucherDialogState =
  { kind: 'create' } | { kind: 'custom' } | { kind: 'delete'; voucher: Named } | { kind: 'delete_many'; vouchers?: Named[] } | null;

export const vouchersSlice = createSlice({
  name: 'vouchers',
  initialState: { dialog: null as VoucherDialogState },
  reducers: {
    voucherDialogOpened: (state, { payload }: PayloadAction<NonNullable<VoucherDialogState>>) => {
      state.dialog = payload;
    },
    voucherDialogClosed: (state) => {
      state.dialog = null;
    },
  },
  extraReducers: (build) => {
    // Close when the login changes and on navigation.
    build.addMatcher(isAnyOf(loginLost, otherTabFollowed, moved), (state) => {
      state.dialog = null;
    });
  },
  selectors: { selectVoucherDialog: (state) => state.dialog },
});
export const { voucherDialogOpened, voucherDialogClosed } = vouchersSlice.actions;
export const { selectVoucherDialog } = vouchersSlice.selectors;
