import { createSlice, type PayloadAction, type WritableDraft } from '@reduxjs/toolkit';
import type { PortalLanguage } from '../../contract/plain/wire';
import type { PortalPath } from '../../portal/PortalFrame';
import { draftDropped, draftTyped, type Step } from '../../shared/draftActions';
import { edited, NO_STEPS, stepped, type History } from '../../shared/history';
import { personChanged, screenClosed } from '../../shared/session';
import type { Edits } from './lookEdits';

/** On narrow screens only one pane of the designer is shown at a time. */
export type Pane = 'fields' | 'preview';

/** The device that the preview simulates. */
export type Device = 'smartphone' | 'tablet' | 'desktop';

interface CaptivePortalState {
  pane: Pane;
  device: Device;
  place: PortalPath;
  /** The preview's language; null: the console's. */
  language: PortalLanguage | null;
  /** Undo and redo steps, by the key of the draft they belong to. The current values are in the drafts slice. */
  histories: Record<string, History<Edits>>;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    captivePortal: CaptivePortalState;
  }
}

const initialState: CaptivePortalState = { pane: 'fields', device: 'smartphone', place: '/', language: null, histories: {} };

const PREFIX = 'captive-portal/look ';
export const lookKey = (hotspotId: number): string => `${PREFIX}${hotspotId}`;

export const captivePortalSlice = createSlice({
  name: 'captivePortal',
  initialState,
  reducers: {
    paneChosen: (state, { payload }: PayloadAction<Pane>) => {
      state.pane = payload;
    },
    deviceChosen: (state, { payload }: PayloadAction<Device>) => {
      state.device = payload;
    },
    placeChosen: (state, { payload }: PayloadAction<PortalPath>) => {
      state.place = payload;
    },
    languageChosen: (state, { payload }: PayloadAction<PortalLanguage>) => {
      state.language = payload;
    },
    /** The field lost focus, or dragging a colour ended: the next change starts a new undo step. */
    lookSettled: ({ histories }, { payload }: PayloadAction<string>) => {
      const history = histories[payload];
      if (history) history.open = null;
    },
  },
  extraReducers: (build) => {
    build
      .addCase(draftTyped, ({ histories }, { payload: { key, values, step } }) => {
        if (!key.startsWith(PREFIX) || !step) return;
        histories[key] = historyAfter(histories[key] ?? NO_STEPS, values as Edits, step) as WritableDraft<History<Edits>>;
      })
      .addCase(draftDropped, ({ histories }, { payload }) => {
        Reflect.deleteProperty(histories, payload);
      })
      .addCase(screenClosed, ({ histories }) => ({ ...initialState, histories }))
      .addCase(personChanged, () => initialState);
  },
  selectors: {
    selectPane: ({ pane }) => pane,
    selectDevice: ({ device }) => device,
    selectPortalPath: ({ place: path }) => path,
    selectPortalLanguage: ({ language }) => language,
    selectHistory: ({ histories }, key: string): History<Edits> => histories[key] ?? NO_STEPS,
  },
});
export const { paneChosen, deviceChosen, placeChosen: pathChosen, languageChosen, lookSettled } = captivePortalSlice.actions;
export const { selectPane, selectDevice, selectPortalPath, selectPortalLanguage, selectHistory } = captivePortalSlice.selectors;

function historyAfter(history: History<Edits>, values: Edits, { kind, field, from }: Step): History<Edits> {
  const before = from as Edits;
  if (kind === 'saved') return NO_STEPS;
  if (kind === 'undone' || kind === 'redone') return stepped(history, kind, before);
  const typing = kind === 'typed' && field !== undefined ? { into: field, before: before[field] ?? '', after: values[field] ?? '' } : null;
  return edited(history, before, typing);
}
