/** Unsaved edits of a portal's look, with undo and redo; no React in this file. */

/** Unsaved values by key. A missing key has the stored value, even if somebody else changes it meanwhile. */
export type Edits = Readonly<Record<string, string>>;

export interface Draft {
  edits: Edits;
  past: readonly Edits[];
  future: readonly Edits[];
  /** Key being typed or dragged: further changes to it belong to the same undo step. */
  open: string | null;
}

/** What a field or a button of the designer dispatches. */
export type LookAction = Exclude<DraftAction, { type: 'discarded' | 'saved' }>;

export type DraftAction =
  | { type: 'changed'; key: string; value: string }
  /** The field lost focus, or dragging a colour ended. */
  | { type: 'settled' }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'discarded' }
  /** The server saved these values. Later edits and refused values stay. */
  | { type: 'saved'; taken: Edits };

/** Undo limit. Steps share their picture strings, so memory isn't a concern. */
const MAX_STEPS = 100;

export const NO_DRAFT: Draft = { edits: {}, past: [], future: [], open: null };

export function draftReducer(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'changed': {
      const { key, value } = action;
      const edits = { ...draft.edits, [key]: value };
      const isSameStep = draft.open === key && !beginsWord(draft.edits[key] ?? '', value);
      return isSameStep ? { ...draft, edits, future: [] } : { ...stepFrom(draft, edits), open: key };
    }
    case 'settled':
      return draft.open === null ? draft : { ...draft, open: null };
    case 'undone': {
      const edits = draft.past.at(-1);
      if (!edits) return draft;
      return { edits, past: draft.past.slice(0, -1), future: [draft.edits, ...draft.future], open: null };
    }
    case 'redone': {
      const [edits, ...future] = draft.future;
      return edits ? { edits, past: [...draft.past, draft.edits], future, open: null } : draft;
    }
    case 'discarded':
      return { ...stepFrom(draft, {}), open: null };
    case 'saved': {
      const left = Object.entries(draft.edits).filter(([key, value]) => action.taken[key] !== value);
      // Undoing past a save would show a state that was never stored.
      return { ...NO_DRAFT, edits: Object.fromEntries(left) };
    }
  }
}

function stepFrom({ edits: before, past }: Draft, edits: Edits): Omit<Draft, 'open'> {
  return { edits, past: [...past, before].slice(-MAX_STEPS), future: [] };
}

/** Text is undone word by word. */
const beginsWord = (before: string, after: string) => /\s$/.test(before) && after.length > before.length && !/\s$/.test(after);

/** The edits that differ from the stored values, in the form in which they are sent: one call per key. */
export function changesOf(stored: Edits, edits: Edits): { key: string; value: string }[] {
  return Object.entries(edits)
    .filter(([key, value]) => stored[key] !== value)
    .map(([key, value]) => ({ key, value }));
}
