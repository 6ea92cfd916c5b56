/** The stack of open dialogs; `shared/ui/dialog/DialogHost.tsx` shows the top one. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import { draftDropped, draftTyped } from './draftActions';
import { personChanged, screenClosed } from './session';

/** All dialogs by name, with their arguments; features add theirs by declaration merging. Names start with their noun. */
export interface DialogTable {
  'app/about': null;
  'app/keys': null;
}

export type DialogName = keyof DialogTable;

/** The name of a dialog to open, with its arguments. */
export type Opening<N extends DialogName> = N extends DialogName ? { name: N; args: DialogTable[N] } : never;

export type DialogNoun = DialogName extends `${infer N}/${string}` ? N : never;

export interface DialogProps<N extends DialogName> {
  args: DialogTable[N];
  onClose: () => void;
}

/** A noun's dialogs, by name. */
export type DialogsOf<P extends DialogNoun> = { [N in Extract<DialogName, `${P}/${string}`>]: ComponentType<DialogProps<N>> };

/** What was entered into a dialog that isn't a form. */
export interface DialogInput {
  /** The name typed to confirm a deletion. */
  typedName: string;
  /** Whether a guest's personal data are to be erased now. */
  isForGood: boolean;
  /** What "find anything" looks for. */
  sought: string;
  /** The key of the row chosen there; empty for the first one. */
  chosenRow: string;
}

export type OpenDialog = Opening<DialogName> & {
  /** Identifies the dialog and the object it is about; its draft has the same key. */
  key: string;
  /** Whether it holds unsaved input. */
  isDirty?: boolean;
  /** Whether somebody tried to close it with unsaved input: it then asks for confirmation. */
  isAsking?: boolean;
  input?: Partial<DialogInput>;
};

interface DialogsState {
  /** Id of the account that opened them; null before anybody has signed in. */
  of: number | null;
  stack: OpenDialog[];
  /** Path of the page of an object that was just deleted: that page renders nothing while the next one loads. */
  leftPage: string | null;
}

declare module './consoleState' {
  interface ConsoleState {
    dialogs: DialogsState;
  }
}

const initialState: DialogsState = { of: null, stack: [], leftPage: null };

export const dialogsSlice = createSlice({
  name: 'dialogs',
  initialState,
  reducers: {
    dialogOpened: ({ stack }, { payload }: PayloadAction<Opening<DialogName>>) => {
      const key = dialogKey(payload);
      if (stack.every((open) => open.key !== key)) stack.push({ ...payload, key });
    },
    /** By key, so that a late response can't close another dialog. */
    dialogClosed: (state, { payload }: PayloadAction<string>) => {
      state.stack = state.stack.filter(({ key }) => key !== payload);
    },
    closingAsked: (state, { payload: { key, isAsking } }: PayloadAction<{ key: string; isAsking: boolean }>) => {
      const open = state.stack.find((one) => one.key === key);
      if (open) open.isAsking = isAsking;
    },
    dialogFilled: (state, { payload: { key, input } }: PayloadAction<{ key: string; input: Partial<DialogInput> }>) => {
      const open = state.stack.find((one) => one.key === key);
      if (open) open.input = { ...open.input, ...input };
    },
    pageLeft: (state, { payload }: PayloadAction<string>) => {
      state.leftPage = payload;
    },
  },
  extraReducers: (build) => {
    build
      .addCase(screenClosed, (state, { payload }) => {
        state.stack = [];
        if (state.leftPage === payload) state.leftPage = null;
      })
      .addCase(personChanged, (state, { payload: of }) =>
        state.of === null || state.of === of ? { ...state, of } : { ...initialState, of },
      )
      .addCase(draftTyped, ({ stack }, { payload: { key, values } }) => {
        const open = stack.find((one) => one.key === key);
        if (open) open.isDirty = Object.keys(values).length > 0;
      })
      .addCase(draftDropped, ({ stack }, { payload }) => {
        const open = stack.find((one) => one.key === payload);
        if (open) open.isDirty = false;
      });
  },
  selectors: {
    selectOpenDialog: ({ stack }) => stack.at(-1),
    selectIsOpen: ({ stack }, wanted: string) => stack.some(({ key }) => key === wanted),
    selectIsAsking: ({ stack }, wanted: string) => stack.some(({ key, isAsking }) => key === wanted && isAsking === true),
    selectInput: ({ stack }, wanted: string) => stack.find(({ key }) => key === wanted)?.input,
    selectClosedPage: (state) => state.leftPage,
  },
});
export const { dialogOpened, dialogClosed, closingAsked, dialogFilled, pageLeft: pageClosed } = dialogsSlice.actions;
export const { selectOpenDialog, selectIsOpen, selectIsAsking, selectInput, selectClosedPage } = dialogsSlice.selectors;

/** Uses only ids and flags of the arguments; the others may be long lists, or people's names. */
export function dialogKey({ name, args }: Opening<DialogName>): string {
  const ids = Object.values(args ?? {}).filter((value) => typeof value === 'number' || typeof value === 'boolean');
  return [name, ...ids.map(String)].join(' ');
}

/** The dialogs that a reload restores: those with unsaved input. Null if the stored value isn't valid. */
export function dialogsIn(stored: unknown): Pick<DialogsState, 'of' | 'stack'> | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { of, stack } = stored as Partial<Record<keyof DialogsState, unknown>>;
  if ((of !== null && typeof of !== 'number') || !Array.isArray(stack)) return null;
  const isOurs = (open: Partial<OpenDialog> | null): open is OpenDialog => typeof open?.name === 'string' && typeof open.key === 'string';
  const dirty = (stack as (Partial<OpenDialog> | null)[]).filter(isOurs).filter(({ isDirty }) => isDirty === true);
  return { of, stack: dirty.map((open) => ({ ...open, isAsking: false })) };
}
