/** What was deleted in this tab and can be brought back, and what the note about the last of it says. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged } from '../../shared/session';

/** The messages about a deletion; each takes the title of what was deleted, or how many there were. */
export type DeletedMessage =
  | 'accounts.deleted'
  | 'batches.cancelled'
  | 'guests.deleted'
  | 'hotspots.deleted'
  | 'mac_auth.deleted'
  | 'units.deleted'
  | 'vouchers.deleted'
  | 'vouchers.deleted_one';

/** One thing, or several vouchers. Recordings hide titles by their `kind`. */
export interface Deletion {
  kind: 'account' | 'guest' | 'hotspot' | 'unit' | 'voucher';
  title: string;
  count: number;
  message: DeletedMessage;
  /** By which the server brings it back. */
  undos: number[];
}

/** What became of bringing something back: how many came back and didn't, and why. */
export interface Restoring {
  back: number;
  left: number;
  /** The server's code; empty if nothing stood in the way. */
  why: string;
  /** What is in use now, if that is why. */
  taken: { kind: Deletion['kind']; title: string } | null;
  /** Those that may be tried again. */
  undos: number[];
}

type Note = { deletion: Deletion } & ({ state: 'deleted' | 'restoring' } | { state: 'restored'; outcome: Restoring });

interface DeletedState {
  /** The last one last. */
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
