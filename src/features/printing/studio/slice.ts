import { createSlice, type WritableDraft } from '@reduxjs/toolkit';
import { dialogClosed } from '../../../shared/dialogs';
import { draftDropped, draftTyped } from '../../../shared/draftActions';
import { NO_STEPS, stepped, type History } from '../../../shared/history';
import { personChanged, screenClosed } from '../../../shared/session';
import { layoutChanged, type StudioLayout } from './studioHistory';

/** Undo and redo steps of the print studio, by the key of their draft. The current layout is in the drafts slice. */
type StudioState = Record<string, History<StudioLayout>>;

declare module '../../../shared/consoleState' {
  interface ConsoleState {
    studio: StudioState;
  }
}

const initialState: StudioState = {};

const STUDIO = 'vouchers/template ';

export const studioSlice = createSlice({
  name: 'studio',
  initialState,
  reducers: {},
  extraReducers: (build) => {
    build
      .addCase(screenClosed, () => initialState)
      .addCase(personChanged, () => initialState)
      .addCase(draftTyped, (studio, { payload: { key, values, begun: base, from, step } }) => {
        if (!key.startsWith(STUDIO)) return;
        const [before, after] = [step?.from ?? from ?? {}, values].map((typed) => layoutIn(typed) ?? layoutIn(base?.values));
        if (!before || !after) return;
        const history = studio[key] ?? NO_STEPS;
        const kind = step?.kind;
        const next = kind === 'undone' || kind === 'redone' ? stepped(history, kind, before) : layoutChanged(history, before, after);
        studio[key] = next as WritableDraft<History<StudioLayout>>;
      })
      .addCase(draftDropped, (studio, { payload }) => void Reflect.deleteProperty(studio, payload))
      .addCase(dialogClosed, (studio, { payload }) => void Reflect.deleteProperty(studio, payload));
  },
  selectors: {
    selectStudioHistory: (studio, key: string): History<StudioLayout> => studio[key] ?? NO_STEPS,
  },
});
export const { selectStudioHistory } = studioSlice.selectors;

const layoutIn = (values: Readonly<Record<string, unknown>> | undefined) => values?.layout as StudioLayout | undefined;
