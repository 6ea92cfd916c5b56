import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { loginLost } from '../../shared/api';
import { moved } from '../../shared/location';
import { otherTabFollowed } from '../auth/slice';

/** Which manager dialog is open; in the store so that time travel replays it. */
type AccountDialog = { kind: 'create'; hotspotId: number } | { kind: 'modify' | 'password' | 'delete' | 'subscription'; id: number } | null;

export const accountsSlice = createSlice({
  name: 'accounts',
  initialState: { dialog: null as AccountDialog },
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<NonNullable<AccountDialog>>) => {
      state.dialog = payload;
    },
    dialogClosed: (state) => {
      state.dialog = null;
    },
  },
  extraReducers: (build) => {
    // Close when the login changes and on navigation.
    build.addMatcher(isAnyOf(loginLost, otherTabFollowed, moved), (state) => {
      state.dialog = null;
    });
  },
  selectors: { selectAccountDialog: (state) => state.dialog },
});
export const { dialogOpened, dialogClosed } = accountsSlice.actions;
export const { selectAccountDialog } = accountsSlice.selectors;
