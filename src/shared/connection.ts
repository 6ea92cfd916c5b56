import { createSlice } from '@reduxjs/toolkit';

/** Whether the server answered the last call, and whether it serves a newer console than this one; read by the banners. */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState: { isAway: false, isOutdated: false },
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
