import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { loginLost } from '../../shared/api';
import { moved } from '../../shared/location';
import { otherTabFollowed } from '../auth/slice';

/** Which hotspot dialog is open; in the store so that time travel replays it. */
type HotspotDialogState = { kind: 'create' } | { kind: 'modify'; id: number } | { kind: 'delete'; id: number } | null;

export const hotspotsSlice = createSlice({
  name: 'hotspots',
  initialState: { dialog: null as HotspotDialogState },
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<NonNullable<HotspotDialogState>>) => {
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
  selectors: { selectHotspotDialog: (state) => state.dialog },
});
export const { dialogOpened, dialogClosed } = hotspotsSlice.actions;
export const { selectHotspotDialog } = hotspotsSlice.selectors;
