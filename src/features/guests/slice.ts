import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { loginLost } from '../../shared/api';
import { moved } from '../../shared/location';
import { otherTabFollowed } from '../auth/slice';

/** Which guest dialog is open; in the store so that time travel replays it. */
export interface GuestDialog {
  kind: 'modify' | 'revive' | 'delete';
  id: number;
  isArchived: boolean;
}

export const guestsSlice = createSlice({
  name: 'guests',
  initialState: { dialog: null as GuestDialog | null },
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<GuestDialog>) => {
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
  selectors: { selectGuestDialog: (state) => state.dialog },
});
export const { dialogOpened, dialogClosed } = guestsSlice.actions;
export const { selectGuestDialog } = guestsSlice.selectors;
