import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged, screenClosed } from '../../shared/session';

interface GuestsState {
  /** Id of the guest whose data export failed. */
  notExported: number | null;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    guests: GuestsState;
  }
}

const initialState: GuestsState = { notExported: null };

export const guestsSlice = createSlice({
  name: 'guests',
  initialState,
  reducers: {
    exportBegun: (state) => {
      state.notExported = null;
    },
    exportFailed: (state, { payload }: PayloadAction<number>) => {
      state.notExported = payload;
    },
  },
  extraReducers: (build) => {
    build.addCase(screenClosed, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: { selectIsNotExported: ({ notExported }, guestId: number) => notExported === guestId },
});
export const { exportBegun: exportStarted, exportFailed } = guestsSlice.actions;
export const { selectIsNotExported } = guestsSlice.selectors;
