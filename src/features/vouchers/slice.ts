import { createSelector, createSlice, type PayloadAction, type WritableDraft } from '@reduxjs/toolkit';
import type { BuiltIn, PaperName } from '../../contract/paperModel';
import type { Voucher } from '../../contract/vouchers';
import { dialogClosed, dialogOpened } from '../../shared/dialogs';
import { draftDropped, draftTyped } from '../../shared/draftActions';
import { personChanged, screenLeft } from '../../shared/session';
import {
  layoutChanged,
  layoutRedone,
  layoutUndone,
  NO_STEPS,
  type StudioHistory,
  type StudioLayout,
} from '../printing/studio/studioHistory';

/** Why an action on all matching vouchers failed. */
export type VoucherProblem = 'vouchers.print_failed' | 'vouchers.export_failed' | 'vouchers.export_too_many';

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

interface VouchersState {
  /** Selected vouchers, across pages. Valid only for the hotspot and filters in `of`: under others the selection would be invisible. */
  selection: { of: string; vouchers: Voucher[] };
  /** The last failure, and the hotspot and filters it belongs to. */
  refused: { problem: VoucherProblem; of: string } | null;
  printStep: PrintStep;
  printChoice: PrintChoice;
  /** Undo and redo steps of the print studio, by the key of their draft. The current layout is in the drafts slice. */
  studio: Record<string, StudioHistory>;
}

const initialState: VouchersState = {
  selection: { of: '', vouchers: [] },
  refused: null,
  printStep: 'choosing',
  printChoice: {},
  studio: {},
};

const STUDIO = 'vouchers/template ';

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
      })
      .addCase(draftTyped, ({ studio }, { payload: { key, values, begun, from, step } }) => {
        if (!key.startsWith(STUDIO)) return;
        const [before, after] = [step?.from ?? from ?? {}, values].map((typed) => layoutIn(typed) ?? layoutIn(begun?.values));
        if (!before || !after) return;
        const history = studio[key] ?? NO_STEPS;
        const next =
          step?.kind === 'undone'
            ? layoutUndone(history, before)
            : step?.kind === 'redone'
              ? layoutRedone(history, before)
              : layoutChanged(history, before, after);
        studio[key] = next as WritableDraft<StudioHistory>;
      })
      .addCase(draftDropped, ({ studio }, { payload }) => void Reflect.deleteProperty(studio, payload))
      .addCase(dialogClosed, ({ studio }, { payload }) => void Reflect.deleteProperty(studio, payload));
  },
  selectors: {
    selectSelection: createSelector(
      [(state: VouchersState) => state.selection, (_state: VouchersState, of: string) => of],
      (selection, of) => (selection.of === of ? selection.vouchers : NONE),
    ),
    selectRefusal: ({ refused }, of: string) => (refused?.of === of ? refused.problem : null),
    selectPrintStep: ({ printStep }) => printStep,
    selectPrintChoice: ({ printChoice }) => printChoice,
    selectStudioHistory: ({ studio }, key: string): StudioHistory => studio[key] ?? NO_STEPS,
  },
});
export const { vouchersSelected, vouchersGone, allRefused, printStepTaken, printChosen } = vouchersSlice.actions;
export const { selectSelection, selectRefusal, selectPrintStep, selectPrintChoice, selectStudioHistory } = vouchersSlice.selectors;

const NONE: Voucher[] = [];

const layoutIn = (values: Readonly<Record<string, unknown>> | undefined) => values?.layout as StudioLayout | undefined;

/** Key that identifies a hotspot's list with its filters. */
export const listOf = (hotspotId: number, filters: object): string => JSON.stringify([hotspotId, filters]);
