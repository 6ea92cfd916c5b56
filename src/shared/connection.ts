import { createSlice } from '@reduxjs/toolkit';

/** Whether the last call got an answer from the server; the banner that offers a retry reads it. */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState: { isAway: false },
  reducers: {
    serverAway: (state) => {
      state.isAway = true;
    },
    serverAnswered: (state) => {
      state.isAway = false;
    },
  },
  selectors: { selectIsAway: (state) => state.isAway },
});
export const { serverAway, serverAnswered } = connectionSlice.actions;
export const { selectIsAway } = connectionSlice.selectors;
