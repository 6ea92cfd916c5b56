import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BuiltIn, PaperName } from '../../contract/plain/paperNames';
import { dialogOpened } from '../../shared/dialogs';
import { personChanged, screenClosed } from '../../shared/session';

/** `wanted` until the browser reports that printing ended. */
export type PrintStep = 'choosing' | 'wanted' | 'not_printed' | 'printed';

/** Choices for this print only; anything missing comes from the hotspot's settings. */
export interface PrintChoice {
  /** A built-in design, or a template's id. */
  design?: BuiltIn | number;
  paper?: PaperName | undefined;
  /** The first cell to print on, from 1. */
  start?: number;
}

interface PrintingState {
  step: PrintStep;
  choice: PrintChoice;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    printing: PrintingState;
  }
}

const initialState: PrintingState = { step: 'choosing', choice: {} };

/** The state of the print dialog; it is reset each time a dialog opens. */
export const printingSlice = createSlice({
  name: 'printing',
  initialState,
  reducers: {
    printStepTaken: (state, { payload }: PayloadAction<PrintStep>) => {
      state.step = payload;
    },
    printChosen: (state, { payload }: PayloadAction<PrintChoice>) => {
      state.choice = { ...state.choice, ...payload };
    },
  },
  extraReducers: (build) => {
    build
      .addCase(screenClosed, () => initialState)
      .addCase(personChanged, () => initialState)
      .addCase(dialogOpened, (_state, { payload }) => ({
        step: payload.name === 'vouchers/print' && payload.args.isAtOnce ? 'wanted' : 'choosing',
        choice: {},
      }));
  },
  selectors: {
    selectPrintStep: ({ step }) => step,
    selectPrintChoice: ({ choice }) => choice,
  },
});
export const { printStepTaken, printChosen } = printingSlice.actions;
export const { selectPrintStep, selectPrintChoice } = printingSlice.selectors;
