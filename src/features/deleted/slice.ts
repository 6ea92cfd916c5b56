/** What was deleted in this tab and can be restored, and what the note about the last deletion says. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged } from '../../shared/session';

/** The messages about a deletion; each takes the object's title, or the number of vouchers. */
export type DeletedMessage =
  | 'accounts.deleted'
  | 'batches.cancelled'
  | 'disclaimers.deleted'
  | 'guests.deleted'
  | 'hotspots.deleted'
  | 'integrations.deleted'
  | 'mac_auth.deleted'
  | 'paper.template_deleted'
  | 'units.deleted'
  | 'vouchers.deleted'
  | 'vouchers.deleted_one';

/** A deleted object, or several vouchers deleted together. `kind` tells recordings which titles to hide. */
export interface Deletion {
  kind: 'account' | 'disclaimer' | 'guest' | 'hotspot' | 'integration' | 'paper_template' | 'unit' | 'voucher';
  title: string;
  count: number;
  message: DeletedMessage;
  /** Ids by which the server restores it. */
  undos: number[];
}

/** The outcome of a restore: how many were restored, how many weren't, and why. */
export interface Restoring {
  back: number;
  left: number;
  /** The server's error code; empty if everything was restored. */
  why: string;
  /** The name that is in use now, if that is why. */
  taken: { kind: Deletion['kind']; title: string } | null;
  /** Ids of those for which another attempt may help. */
  undos: number[];
}

type Note = { deletion: Deletion } & ({ state: 'deleted' | 'restoring' } | { state: 'restored'; outcome: Restoring });

interface DeletedState {
  /** Most recent last. */
  done: Deletion[];
  note: Note | null;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    deleted: DeletedState;
  }
}

const initialState: DeletedState = { done: [], note: null };

const isSame = (one: Deletion) => (other: Deletion) => one.undos[0] === other.undos[0];

export const deletedSlice = createSlice({
  name: 'deleted',
  initialState,
  reducers: {
    thingDeleted: (state, { payload: deletion }: PayloadAction<Deletion>) => {
      state.done.push(deletion);
      state.note = { state: 'deleted', deletion };
    },
    restoreBegan: (state, { payload: deletion }: PayloadAction<Deletion>) => {
      state.done = state.done.filter((other) => !isSame(deletion)(other));
      state.note = { state: 'restoring', deletion };
    },
    restoreEnded: (state, { payload: { deletion, outcome } }: PayloadAction<{ deletion: Deletion; outcome: Restoring }>) => {
      const again = { ...deletion, undos: outcome.undos };
      if (outcome.undos.length > 0) state.done.push(again);
      state.note = { state: 'restored', deletion: again, outcome };
    },
    noteClosed: (state) => {
      state.note = null;
    },
  },
  extraReducers: (build) => {
    build.addCase(personChanged, () => initialState);
  },
  selectors: {
    selectHasDeletions: ({ done, note }) => note !== null || done.length > 0,
    selectNote: ({ note }) => note,
    selectLastDeletion: ({ done }) => done.at(-1),
  },
});
export const { thingDeleted, restoreBegan, restoreEnded, noteClosed } = deletedSlice.actions;
export const { selectHasDeletions, selectNote, selectLastDeletion } = deletedSlice.selectors;
