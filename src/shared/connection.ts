import { createSlice } from '@reduxjs/toolkit';

/** Whether the server answered the last call; read by the offline banner. */
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
