/** Unsaved edits of a portal's look; no React in this file. */

/** Unsaved values by key. A missing key has the stored value, even if somebody else changes it meanwhile. */
export type Edits = Readonly<Record<string, string>>;

/** What a field or a button of the designer dispatches. */
export type LookAction =
  | { type: 'changed'; key: string; value: string }
  /** The field lost focus, or dragging a colour ended. */
  | { type: 'settled' }
  | { type: 'undone' }
  | { type: 'redone' };

/** The edits that differ from the stored values, in the form in which they are sent: one call per key. */
export function changesOf(stored: Edits, edits: Edits): { key: string; value: string }[] {
  return Object.entries(edits)
    .filter(([key, value]) => stored[key] !== value)
    .map(([key, value]) => ({ key, value }));
}
