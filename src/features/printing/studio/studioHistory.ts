/** Decides what forms an undo step in the print studio, independent of React. */
import type { PaperTemplate } from '../../../contract/plain/paperModel';
import { edited, type History } from '../../../shared/history';

export type StudioLayout = Omit<PaperTemplate, 'pictures' | 'version'>;

/** Records an edit of the layout, unless nothing changed. */
export function layoutChanged(history: History<StudioLayout>, before: StudioLayout, after: StudioLayout): History<StudioLayout> {
  return JSON.stringify(before) === JSON.stringify(after) ? history : edited(history, before, typedInto(before, after));
}

/** The element's text, if it is the only thing that changed; null otherwise. */
function typedInto(before: StudioLayout, after: StudioLayout): Parameters<typeof edited>[2] {
  if (before.elements.length !== after.elements.length) return null;
  const changed = after.elements.filter((element, index) => JSON.stringify(element) !== JSON.stringify(before.elements[index]));
  const [now] = changed;
  const then = before.elements.find(({ id }) => id === now?.id);
  if (changed.length !== 1 || now?.kind !== 'text' || then?.kind !== 'text') return null;
  if (JSON.stringify({ ...then, text: now.text }) !== JSON.stringify(now)) return null;
  return { into: now.id, before: then.text, after: now.text };
}
