import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged, screenLeft } from './session';

/** Why a list couldn't be exported. */
export type ExportFailure = 'export.too_many' | 'export.failed';

interface ExportsState {
  /** The last failure, and the filters (as `PagedList.of`) that it was about. */
  refused: { failure: ExportFailure; of: string } | null;
}

const initialState: ExportsState = { refused: null };

export const exportsSlice = createSlice({
  name: 'exports',
  initialState,
  reducers: {
    exportBegun: (state) => {
      state.refused = null;
    },
    exportRefused: (state, { payload }: PayloadAction<{ failure: ExportFailure; of: string }>) => {
      state.refused = payload;
    },
  },
  extraReducers: (build) => {
    build.addCase(screenLeft, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: { selectExportFailure: ({ refused }, of: string) => (refused?.of === of ? refused.failure : null) },
});
export const { exportBegun, exportRefused } = exportsSlice.actions;
export const { selectExportFailure } = exportsSlice.selectors;
