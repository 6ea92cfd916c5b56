import { useEffect, useRef } from 'react';
import { latinLetter, stepByKeys } from '../../keys';

/** Whether the key press goes to a text field, a dialog or an open menu. The side menu doesn't count: it is always open. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], :not(nav) > [role="menu"]') !== null)
  );
}

type ShortcutKey = '/' | 'n' | 'r' | '?' | '1' | '2' | '3' | '4' | '5';

/**
 * Single-key shortcuts, like `{'/': focusSearch}`; ignored while typing, while a dialog is open, and when a key is held down. With `alone`,
 * a shortcut runs only if no other key follows within that many milliseconds: barcode scanners type whole codes at once.
 */
export function useShortcuts(actions: Partial<Record<ShortcutKey, (() => void) | undefined>>, { alone = 0 } = {}): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!event.repeat) clearTimeout(waiting);
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const action = latest.current[event.key as ShortcutKey];
      if (!action) return;
      event.preventDefault();
      if (alone === 0) action();
      else waiting = setTimeout(() => latest.current[event.key as ShortcutKey]?.(), alone);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener('keydown', onKey);
    };
  }, [alone]);
}

/** Ctrl Z (⌘ Z); left to text fields, dialogs, and whatever on the screen has an undo of its own. */
export function useUndoKey(action: (() => void) | undefined): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (stepByKeys(event) !== 'undone' || event.repeat || event.defaultPrevented || !latest.current) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** A shortcut with Ctrl (⌘ on a Mac) that also works while typing, but not while a dialog is open, unless it is that dialog's own. */
export function useCommandKey(letter: string, action: (() => void) | undefined, { isOfDialog = false } = {}): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || latinLetter(event) !== letter) return;
      if (!latest.current || (!isOfDialog && document.querySelector('[role="dialog"]'))) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letter, isOfDialog]);
}
