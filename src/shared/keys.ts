/** What key presses mean, on any keyboard layout. */

type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'key' | 'code'>;

/** Undo or redo, if these keys mean it: Control or Command with Z, Shift+Z or Y. */
export function stepByKeys(event: Keys): 'undone' | 'redone' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const letter = latinLetter(event);
  if (letter === 'y') return 'redone';
  if (letter !== 'z') return null;
  return event.shiftKey ? 'redone' : 'undone';
}

/**
 * The Latin letter of a key. On a layout with other letters, such as Cyrillic, the one at the same position: "я" is where other layouts
 * have Z.
 */
export function latinLetter({ key, code }: Pick<Keys, 'key' | 'code'>): string {
  const isOtherScript = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  return (isOtherScript ? code.replace(/^Key/, '') : key).toLowerCase();
}
