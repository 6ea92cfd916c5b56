import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged, screenClosed } from '../../shared/session';

/** A custom period as typed: its days may be missing, or in the wrong order. */
export interface TypedDays {
  /** The period that editing started from; once another one is shown, these days are outdated. */
  of: string;
  from: string;
  to: string;
  /** A field has lost focus: show validation errors. */
  isLeft: boolean;
}

interface ReportsState {
  days: TypedDays | null;
  isPrinting: boolean;
  /** `AxisLabel.full` of the label under the pointer in one of the charts; all charts that have it mark it. */
  pointed: string | null;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    reports: ReportsState;
  }
}

const initialState: ReportsState = { days: null, isPrinting: false, pointed: null };

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
    placePointed: (state, { payload }: PayloadAction<string | null>) => {
      state.pointed = payload;
    },
  },
  extraReducers: (build) => {
    build.addCase(screenClosed, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: {
    selectTypedDays: ({ days }, of: string) => (days?.of === of ? days : null),
    selectIsPrinting: ({ isPrinting }) => isPrinting,
    selectPointed: ({ pointed }) => pointed,
  },
});
export const { daysTyped, printingBegun: printingStarted, printingEnded, placePointed: labelPointed } = reportsSlice.actions;
export const { selectTypedDays, selectIsPrinting, selectPointed } = reportsSlice.selectors;
