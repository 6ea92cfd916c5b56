import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { loginLost } from '../../shared/api';
import { moved } from '../../shared/location';
import { otherTabFollowed } from '../auth/slice';

/** Which integration dialog is open; in the store so that time travel replays it. */
type IntegrationDialog = { kind: 'create' } | { kind: 'modify' | 'delete' | 'test' | 'privacy'; id: number } | null;

export const integrationsSlice = createSlice({
  name: 'integrations',
  initialState: { dialog: null as IntegrationDialog },
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<NonNullable<IntegrationDialog>>) => {
      state.dialog = payload;
    },
    dialogClosed: (state) => {
      state.dialog = null;
    },
  },
  extraReducers: (build) => {
    // Close when the login changes and on navigation.
    build.addMatcher(isAnyOf(loginLost, otherTabFollowed, moved), (state) => {
      state.dialog = null;
    });
  },
  selectors: { selectIntegrationDialog: (state) => state.dialog },
});
export const { dialogOpened, dialogClosed } = integrationsSlice.actions;
export const { selectIntegrationDialog } = integrationsSlice.selectors;
