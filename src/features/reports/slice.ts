import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ReportType } from '../../contract/reports';
import { personChanged, screenLeft } from '../../shared/session';

/** A period as it is typed: its days may be missing, or in the wrong order. */
export interface TypedDays {
  /** The period it began with: with another one shown, it is out of date. */
  of: string;
  from: string;
  to: string;
  /** A field was left: what is wrong is said then. */
  isLeft: boolean;
}

interface ReportsState {
  /** The reports that show as a table. */
  tables: ReportType[];
  days: TypedDays | null;
  isPrinting: boolean;
}

const initialState: ReportsState = { tables: [], days: null, isPrinting: false };

export const reportsSlice = createSlice({
  name: 'reports',
  initialState,
  reducers: {
    tableToggled: (state, { payload }: PayloadAction<ReportType>) => {
      state.tables = state.tables.includes(payload) ? state.tables.filter((type) => type !== payload) : [...state.tables, payload];
    },
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
    selectIsTable: ({ tables }, type: ReportType) => tables.includes(type),
    selectTypedDays: ({ days }, of: string) => (days?.of === of ? days : null),
    selectIsPrinting: ({ isPrinting }) => isPrinting,
  },
});
export const { tableToggled, daysTyped, printingBegun, printingEnded } = reportsSlice.actions;
export const { selectIsTable, selectTypedDays, selectIsPrinting } = reportsSlice.selectors;
