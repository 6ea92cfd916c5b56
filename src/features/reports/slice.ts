import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged, screenLeft } from '../../shared/session';

/** A custom period as typed: its days may be missing, or in the wrong order. */
export interface TypedDays {
  /** The period that editing started from: out of date once another one is shown. */
  of: string;
  from: string;
  to: string;
  /** A field has lost focus: show validation errors. */
  isLeft: boolean;
}

interface ReportsState {
  days: TypedDays | null;
  isPrinting: boolean;
}

const initialState: ReportsState = { days: null, isPrinting: false };

export const reportsSlice = createSlice({
  name: 'reports',
  initialState,
  reducers: {
    daysTyped: (state, { payload }: PayloadAction<TypedDays>) => {
      state.days = payload;
    },
    printingBegun: (state) => {
      state.isPrinting = true;
    },
    printingEnded: (state) => {
      state.isPrinting = false;
    },
  },
  extraReducers: (build) => {
    build.addCase(screenLeft, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: {
    selectTypedDays: ({ days }, of: string) => (days?.of === of ? days : null),
    selectIsPrinting: ({ isPrinting }) => isPrinting,
  },
});
export const { daysTyped, printingBegun, printingEnded } = reportsSlice.actions;
export const { selectTypedDays, selectIsPrinting } = reportsSlice.selectors;
