import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { loginLost } from '../../shared/api';
import { moved, tabOpened } from '../../shared/location';
import { otherTabFollowed } from '../auth/slice';

/** Which MAC entry dialog is open; in the store so that time travel replays it. */
type MacDialogState = { kind: 'create' } | { kind: 'delete'; id: number } | null;

export const macAuthSlice = createSlice({
  name: 'macAuth',
  initialState: { dialog: null as MacDialogState },
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<NonNullable<MacDialogState>>) => {
      state.dialog = payload;
    },
    dialogClosed: (state) => {
      state.dialog = null;
    },
  },
  extraReducers: (build) => {
    // Close when the login changes, on navigation and on another tab.
    build.addMatcher(isAnyOf(loginLost, otherTabFollowed, moved, tabOpened), (state) => {
      state.dialog = null;
    });
  },
  selectors: { selectMacDialog: (state) => state.dialog },
});
export const { dialogOpened, dialogClosed } = macAuthSlice.actions;
export const { selectMacDialog } = macAuthSlice.selectors;
