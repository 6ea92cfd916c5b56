import { useEffect, useRef } from 'react';

/** Whether somebody is writing, or choosing from an open menu: then letters are letters. The side menu is always open. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], :not(nav) > [role="menu"]') !== null)
  );
}

/** Single keys that act while nobody writes (UX.md §6): `{'/': focusSearch}`. They do nothing while a dialog is open. */
export function useShortcuts(actions: Partial<Record<'/' | 'n' | 'r' | '?', (() => void) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const action = latest.current[event.key as '/'];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** A letter with Ctrl, or ⌘ on a Mac, that acts wherever one is, also while somebody writes; not while a dialog is open. */
export function useCommandKey(letter: string, action: (() => void) | undefined): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== letter) return;
      if (!latest.current || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letter]);
}
