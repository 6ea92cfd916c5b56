import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { loginLost } from '../../shared/api';
import { moved } from '../../shared/location';
import { otherTabFollowed } from '../auth/slice';

/** Which unit dialog is open; in the store so that time travel replays it. */
type UnitDialog = { kind: 'register'; hotspotId: number } | { kind: 'rename'; id: number } | { kind: 'delete'; id: number } | null;

export const unitsSlice = createSlice({
  name: 'units',
  initialState: { dialog: null as UnitDialog },
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<NonNullable<UnitDialog>>) => {
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
  selectors: { selectUnitDialog: (state) => state.dialog },
});
export const { dialogOpened, dialogClosed } = unitsSlice.actions;
export const { selectUnitDialog } = unitsSlice.selectors;
