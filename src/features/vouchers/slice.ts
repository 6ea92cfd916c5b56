import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BuiltIn, PaperName } from '../../contract/paperModel';
import type { Voucher } from '../../contract/vouchers';
import { dialogOpened } from '../../shared/dialogs';
import { personChanged, screenLeft } from '../../shared/session';

/** What could not be done with all matching vouchers. */
export type VoucherProblem = 'vouchers.print_failed' | 'vouchers.export_failed' | 'vouchers.export_too_many';

/** `wanted` until the browser reports that printing ended. */
export type PrintStep = 'choosing' | 'wanted' | 'not_printed' | 'printed';

/** What was chosen for this print alone; what isn't comes from the hotspot. */
export interface PrintChoice {
  /** A built-in design, or the id of a template. */
  design?: BuiltIn | number;
  paper?: PaperName;
  /** The first cell that is used, from 1. */
  start?: number;
}

interface VouchersState {
  /** The selected vouchers, across pages; of the hotspot and filters it was made with: under others it would be out of sight. */
  selection: { of: string; vouchers: Voucher[] };
  /** The last refusal, of the hotspot and filters it was about. */
  refused: { problem: VoucherProblem; of: string } | null;
  printStep: PrintStep;
  printChoice: PrintChoice;
}

const initialState: VouchersState = { selection: { of: '', vouchers: [] }, refused: null, printStep: 'choosing', printChoice: {} };

export const vouchersSlice = createSlice({
  name: 'vouchers',
  initialState,
  reducers: {
    vouchersSelected: (state, { payload }: PayloadAction<VouchersState['selection']>) => {
      state.selection = payload;
    },
    vouchersGone: ({ selection }, { payload }: PayloadAction<number[]>) => {
      selection.vouchers = selection.vouchers.filter(({ id }) => !payload.includes(id));
    },
    allRefused: (state, { payload }: PayloadAction<VouchersState['refused']>) => {
      state.refused = payload;
    },
    printStepTaken: (state, { payload }: PayloadAction<PrintStep>) => {
      state.printStep = payload;
    },
    printChosen: (state, { payload }: PayloadAction<PrintChoice>) => {
      state.printChoice = { ...state.printChoice, ...payload };
    },
  },
  extraReducers: (build) => {
    build
      .addCase(screenLeft, () => initialState)
      .addCase(personChanged, () => initialState)
      .addCase(dialogOpened, (state, { payload }) => {
        state.printStep = payload.name === 'vouchers/print' && payload.args.isAtOnce ? 'wanted' : 'choosing';
        state.printChoice = {};
      });
  },
  selectors: {
    selectSelection: createSelector(
      [(state: VouchersState) => state.selection, (_state: VouchersState, of: string) => of],
      (selection, of) => (selection.of === of ? selection.vouchers : NONE),
    ),
    selectRefusal: ({ refused }, of: string) => (refused?.of === of ? refused.problem : null),
    selectPrintStep: ({ printStep }) => printStep,
    selectPrintChoice: ({ printChoice }) => printChoice,
  },
});
export const { vouchersSelected, vouchersGone, allRefused, printStepTaken, printChosen } = vouchersSlice.actions;
export const { selectSelection, selectRefusal, selectPrintStep, selectPrintChoice } = vouchersSlice.selectors;

const NONE: Voucher[] = [];

/** Names a hotspot and the filters of its list. */
export const listOf = (hotspotId: number, filters: object): string => JSON.stringify([hotspotId, filters]);
