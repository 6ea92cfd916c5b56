/**
 * Unsaved form input, by form and object. Kept for this browser tab, so that it survives a reload or an expired login; secrets and pictures
 * are never kept.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { loginLost } from './sendRequest';
import { dialogClosed, dialogKey, dialogOpened } from './dialogs';
import { draftDropped, draftTyped, type Conflict, type Step, type Version } from './draftActions';
import { personChanged } from './session';

type Values = Readonly<Record<string, unknown>>;

export interface Draft {
  values: Values;
  begun?: Version<Values>;
  conflict?: Conflict<Values>;
  /** Fields of a settings form that have lost focus: only these show validation errors. */
  left?: readonly string[];
  /** Fields of a settings form that the server refused at the last save, with the reason. */
  notSaved?: Readonly<Record<string, FetchBaseQueryError>>;
  /** Whether the form was closed or reloaded since this was typed; the form then says so. */
  isRestored?: boolean;
}

interface DraftsState {
  /** Id of the account that owns these drafts; null before anybody has signed in. */
  of: number | null;
  byKey: Record<string, Draft>;
}

declare module './consoleState' {
  interface ConsoleState {
    drafts: DraftsState;
  }
}

const initialState: DraftsState = { of: null, byKey: {} };

/** Fields that are never kept: secrets and pictures. */
const NEVER_STORED = /^(password|current_password|factor_code|confirmation|token|webhook_token|wifi_password|code|logo|pictures)$/;

export const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    /** An edit conflict occurred. With a null `conflict` it is resolved, and the form continues from `begun`. */
    conflictMet: (
      { byKey },
      {
        payload: { key, conflict, begun: base },
      }: PayloadAction<{ key: string; conflict: Conflict<Values> | null; begun?: Version<Values> }>,
    ) => {
      const draft = (byKey[key] ??= { values: {} });
      delete draft.conflict;
      if (conflict) draft.conflict = { ...conflict, values: withoutSecretFields(conflict.values) };
      if (base) draft.begun = { ...base, values: withoutSecretFields(base.values) };
      dropIfEmpty(byKey, key);
    },
    fieldsMarked: ({ byKey }, { payload: { key, ...marks } }: PayloadAction<{ key: string } & Pick<Draft, 'left' | 'notSaved'>>) => {
      Object.assign((byKey[key] ??= { values: {} }), marks);
      dropIfEmpty(byKey, key);
    },
  },
  extraReducers: (build) => {
    build
      .addCase(draftTyped, ({ of, byKey }, { payload: { key, values, begun: base, step } }) => {
        // A form that unmounts because of a sign-out must not leave a draft.
        if (of === null) return;
        const draft = (byKey[key] ??= { values: {} });
        draft.values = Object.keys(values).some(isSecret) ? withoutSecretFields(values) : values;
        if (base) draft.begun = { ...base, values: withoutSecretFields(base.values) };
        if (step) forgetGone(draft, step);
        dropIfEmpty(byKey, key);
      })
      .addCase(draftDropped, ({ byKey }, { payload }) => void Reflect.deleteProperty(byKey, payload))
      .addCase(dialogClosed, ({ byKey }, { payload }) => void Reflect.deleteProperty(byKey, payload))
      .addCase(dialogOpened, ({ byKey }, { payload }) => markRestored(byKey[dialogKey(payload)]))
      .addCase(loginLost, ({ byKey }) => Object.values(byKey).forEach(markRestored))
      .addCase(personChanged, ({ of, byKey }, { payload }) => ({ of: payload, byKey: of === null || of === payload ? byKey : {} }));
  },
  selectors: {
    selectDraft: ({ byKey }, key: string): Draft | undefined => byKey[key],
  },
});
export const { conflictMet, fieldsMarked } = draftsSlice.actions;
export const { selectDraft } = draftsSlice.selectors;

const isSecret = (field: string) => NEVER_STORED.test(field);

/** Removes the values that must not be kept. */
export function withoutSecretFields(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !isSecret(field)));
}

function dropIfEmpty(byKey: Record<string, Draft>, key: string): void {
  const draft = byKey[key];
  const marks = draft && [draft.values, draft.left ?? {}, draft.notSaved ?? {}];
  if (marks && !draft.conflict && marks.every((mark) => Object.keys(mark).length === 0)) Reflect.deleteProperty(byKey, key);
}

/** Removes what belonged to fields that are no longer unsaved. For settings forms, which are saved and discarded field by field. */
function forgetGone(draft: Draft, { kind }: Step): void {
  if (draft.begun) draft.begun.values = Object.fromEntries(Object.entries(draft.begun.values).filter(([field]) => field in draft.values));
  if (Object.keys(draft.values).length === 0) delete draft.isRestored;
  if (kind === 'discarded') {
    delete draft.left;
    delete draft.notSaved;
  }
}

function markRestored(draft: Draft | undefined): void {
  if (draft) draft.isRestored = true;
}

/** Drafts restored after a reload; null if the stored value isn't valid. */
export function draftsIn(stored: unknown): DraftsState | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { of, byKey } = stored as Partial<Record<keyof DraftsState, unknown>>;
  if ((of !== null && typeof of !== 'number') || typeof byKey !== 'object' || byKey === null) return null;
  const drafts = Object.entries(byKey as Record<string, Partial<Draft> | null>);
  if (drafts.some(([, draft]) => typeof draft?.values !== 'object' || (draft.values as unknown) === null)) return null;
  return { of, byKey: Object.fromEntries(drafts.map(([key, draft]) => [key, { ...(draft as Draft), isRestored: true }])) };
}

/** Drafts as stored: without the portal's pictures, which are too large and easy to choose again. */
export function withoutPictures(byKey: DraftsState['byKey']): DraftsState['byKey'] {
  const isText = ([field]: [string, unknown]) => !/^captive_\w*(logo|banner|bg_image)$/.test(field);
  return Object.fromEntries(
    Object.entries(byKey).map(([key, draft]) => [
      key,
      { ...draft, values: Object.fromEntries(Object.entries(draft.values).filter(isText)) },
    ]),
  );
}
