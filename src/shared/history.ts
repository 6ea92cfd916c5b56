/** Undo and redo of unsaved edits, whatever is edited; the current value is with the form's draft. */

export interface History<V> {
  past: readonly V[];
  future: readonly V[];
  /** The field that is being typed into, or the object being dragged: further changes to it belong to the same step. */
  open: string | null;
}

/** A change of one text and nothing else. */
interface Typing {
  into: string;
  before: string;
  after: string;
}

/** Undo limit. Steps share the values that didn't change between them. */
const MAX_STEPS = 100;

/** Also used after saving: undoing past a save would show a state that was never stored. */
export const NO_STEPS: History<never> = { past: [], future: [], open: null };

/** Records an edit; `before` is the value it changed. Typing within a word is merged into one step. */
export function edited<V>(history: History<V>, before: V, typing: Typing | null): History<V> {
  if (typing && typing.into === history.open && !beginsWord(typing)) return { ...history, future: [] };
  return { past: [...history.past, before].slice(-MAX_STEPS), future: [], open: typing?.into ?? null };
}

/** The value to which undo or redo leads; undefined if there is no such step. */
export const valueAt = <V>({ past, future }: History<V>, kind: 'undone' | 'redone'): V | undefined =>
  kind === 'undone' ? past.at(-1) : future[0];

/** Undoes or redoes one step. `from` is the current value, which the reverse step will restore. */
export function stepped<V>(history: History<V>, kind: 'undone' | 'redone', from: V): History<V> {
  const { past, future } = history;
  if (valueAt(history, kind) === undefined) return history;
  return kind === 'undone'
    ? { past: past.slice(0, -1), future: [from, ...future], open: null }
    : { past: [...past, from], future: future.slice(1), open: null };
}

/** Whether a new word begins: text is undone word by word. */
const beginsWord = ({ before, after }: Typing) => /\s$/.test(before) && after.length > before.length && !/\s$/.test(after);
