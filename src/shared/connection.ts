import { createSlice } from '@reduxjs/toolkit';

interface ConnectionState {
  isAway: boolean;
  isOutdated: boolean;
}

declare module './consoleState' {
  interface ConsoleState {
    connection: ConnectionState;
  }
}

const initialState: ConnectionState = { isAway: false, isOutdated: false };

/** Whether the server answered the last call, and whether it serves a newer console than this one; read by the banners. */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    serverAway: (state) => {
      state.isAway = true;
    },
    serverAnswered: (state) => {
      state.isAway = false;
    },
    newerConsoleFound: (state) => {
      state.isOutdated = true;
    },
  },
  selectors: { selectIsAway: (state) => state.isAway, selectIsOutdated: (state) => state.isOutdated },
});
export const { serverAway, serverAnswered, newerConsoleFound } = connectionSlice.actions;
export const { selectIsAway, selectIsOutdated } = connectionSlice.selectors;
