import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged, screenClosed } from './session';

/** Why a list couldn't be exported. */
export type ExportFailure = 'export.too_many' | 'export.failed';

interface ExportsState {
  /** The list or other table whose CSV file was requested. */
  asked: string | null;
  /** The last failure, and the filters (as `PagedList.of`) of that export. */
  refused: { failure: ExportFailure; of: string } | null;
}

declare module './consoleState' {
  interface ConsoleState {
    exports: ExportsState;
  }
}

const initialState: ExportsState = { asked: null, refused: null };

export const exportsSlice = createSlice({
  name: 'exports',
  initialState,
  reducers: {
    exportBegun: (state) => {
      state.refused = null;
    },
    csvAsked: (state, { payload }: PayloadAction<string>) => {
      state.asked = payload;
    },
    csvPutAway: (state) => {
      state.asked = null;
    },
    exportRefused: (state, { payload }: PayloadAction<{ failure: ExportFailure; of: string }>) => {
      state.refused = payload;
    },
  },
  extraReducers: (build) => {
    build.addCase(screenClosed, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: {
    selectExportFailure: ({ refused }, of: string) => (refused?.of === of ? refused.failure : null),
    selectIsCsvOpen: ({ asked: csv }, of: string) => csv === of,
  },
});
export const { csvAsked, csvPutAway, exportBegun: exportStarted, exportRefused } = exportsSlice.actions;
export const { selectExportFailure, selectIsCsvOpen } = exportsSlice.selectors;
