import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged, screenClosed } from '../../shared/session';
import type { MailKind } from './api';

/** The device that a mail preview simulates. */
export type Device = 'desktop' | 'phone';

interface MarketingState {
  devices: Record<MailKind, Device>;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    marketing: MarketingState;
  }
}

const initialState: MarketingState = { devices: { feedback: 'desktop', review: 'desktop' } };

export const marketingSlice = createSlice({
  name: 'marketing',
  initialState,
  reducers: {
    deviceChosen: ({ devices }, { payload: { kind, device } }: PayloadAction<{ kind: MailKind; device: Device }>) => {
      devices[kind] = device;
    },
  },
  extraReducers: (build) => {
    build.addCase(screenClosed, () => initialState).addCase(personChanged, () => initialState);
  },
  selectors: { selectDevice: ({ devices }, kind: MailKind) => devices[kind] },
});
export const { deviceChosen } = marketingSlice.actions;
export const { selectDevice } = marketingSlice.selectors;
