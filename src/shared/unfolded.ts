/** Keys of what is unfolded on the screen: groups, longer lists, explanations. Kept in the store, so that a replay shows it. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged, screenClosed } from './session';

declare module './consoleState' {
  interface ConsoleState {
    unfolded: string[];
  }
}

const initialState: string[] = [];

export const unfoldedSlice = createSlice({
  name: 'unfolded',
  initialState,
  reducers: {
    /** Unfolds what is folded, and folds what is unfolded. */
    foldToggled: (keys, { payload: key }: PayloadAction<string>) =>
      keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key],
  },
  extraReducers: (build) => {
    build.addCase(screenClosed, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: { selectUnfolded: (keys) => keys },
});
export const { foldToggled } = unfoldedSlice.actions;
export const { selectUnfolded } = unfoldedSlice.selectors;
