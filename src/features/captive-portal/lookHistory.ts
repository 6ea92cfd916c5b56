/** What is being changed of a captive portal's look, and how to go back: rules without React. */

/** Values that differ, or did, from what is stored, by key. What is not here is as stored, also after somebody else changed it. */
type Edits = Readonly<Record<string, string>>;

export interface Draft {
  edits: Edits;
  past: readonly Edits[];
  future: readonly Edits[];
  /** The key whose value is being typed or dragged: more of the same is the same step. */
  open: string | null;
}

export type DraftAction =
  | { type: 'changed'; key: string; value: string }
  /** The field was left, or the colour let go. */
  | { type: 'settled' }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'discarded' }
  /** Sent values were taken. What was typed meanwhile stays, and so does what was refused. */
  | { type: 'saved'; taken: Edits };

/** Steps that can be taken back; pictures are shared between them, not copied. */
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
      // Steps before a saving would lead to what nobody has stored.
      return { ...NO_DRAFT, edits: Object.fromEntries(left) };
    }
  }
}

function stepFrom({ edits: before, past }: Draft, edits: Edits): Omit<Draft, 'open'> {
  return { edits, past: [...past, before].slice(-MAX_STEPS), future: [] };
}

/** A text is taken back word by word. */
const beginsWord = (before: string, after: string) => /\s$/.test(before) && after.length > before.length && !/\s$/.test(after);

/** What differs from what is stored, as it is sent: one key a call. */
export function changesOf(stored: Edits, { edits }: Draft): { key: string; value: string }[] {
  return Object.entries(edits)
    .filter(([key, value]) => stored[key] !== value)
    .map(([key, value]) => ({ key, value }));
}
