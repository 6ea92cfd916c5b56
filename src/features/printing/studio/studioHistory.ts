/** Undo and redo of the print studio, independent of React. */
import type { PaperTemplate } from '../../../contract/paperModel';

export type StudioLayout = Omit<PaperTemplate, 'pictures' | 'version'>;

export interface StudioHistory {
  past: readonly StudioLayout[];
  future: readonly StudioLayout[];
  /** The element whose text is being typed: further typing belongs to the same step. */
  open: string | null;
}

/** Undo limit; a layout of 60 elements takes 20 kB. */
const MAX_STEPS = 100;

export const NO_STEPS: StudioHistory = { past: [], future: [], open: null };

/** Records an edit. Typing within a word is merged into one step. */
export function layoutChanged(history: StudioHistory, before: StudioLayout, after: StudioLayout): StudioHistory {
  if (JSON.stringify(before) === JSON.stringify(after)) return history;
  const typed = typedInto(before, after);
  if (typed !== null && typed.id === history.open && !typed.beginsWord) return { ...history, future: [] };
  return { past: [...history.past, before].slice(-MAX_STEPS), future: [], open: typed?.id ?? null };
}

/** Undoes one step; `from` is the current layout, kept for redo. */
export const layoutUndone = ({ past, future }: StudioHistory, from: StudioLayout): StudioHistory =>
  past.length === 0 ? { past, future, open: null } : { past: past.slice(0, -1), future: [from, ...future], open: null };

/** Redoes one step. */
export const layoutRedone = ({ past, future }: StudioHistory, from: StudioLayout): StudioHistory =>
  future.length === 0 ? { past, future, open: null } : { past: [...past, from], future: future.slice(1), open: null };

/** The element, if a text is the only thing that changed; null otherwise. `beginsWord`, because text is undone word by word. */
function typedInto(before: StudioLayout, after: StudioLayout): { id: string; beginsWord: boolean } | null {
  if (before.elements.length !== after.elements.length) return null;
  const changed = after.elements.filter((element, index) => JSON.stringify(element) !== JSON.stringify(before.elements[index]));
  const [now] = changed;
  const then = before.elements.find(({ id }) => id === now?.id);
  if (changed.length !== 1 || now?.kind !== 'text' || then?.kind !== 'text') return null;
  if (JSON.stringify({ ...then, text: now.text }) !== JSON.stringify(now)) return null;
  const beginsWord = /\s$/.test(then.text) && now.text.length > then.text.length && !/\s$/.test(now.text);
  return { id: now.id, beginsWord };
}
