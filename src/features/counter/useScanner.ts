import { useEffect, useRef } from 'react';

/** Scanners type faster than people: milliseconds between two keys, at most. */
export const BETWEEN_SCANNED = 50;

/** Shorter texts are typed by people, and Enter is meant. */
const LEAST = 4;

/** The code in what a scanner typed: the code itself, or a portal's address with it. */
export function scannedCode(text: string): string {
  const [, inAddress] = /^https?:\/\/\S*\/code\/([^/?#]+)/i.exec(text) ?? [];
  if (inAddress === undefined) return text.trim();
  try {
    return decodeURIComponent(inAddress);
  } catch {
    return inAddress;
  }
}

/** Whether a field other than those marked for it, or a dialog, takes what is typed. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null &&
    target.closest('[data-scanned]') === null);

/**
 * Calls back with a code that a scanner types, wherever the focus is: quickly, and Enter at the end. That Enter presses no button and
 * submits nothing.
 */
export function useScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let text = '';
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTaken(event.target)) {
        text = '';
        return;
      }
      const isQuick = event.timeStamp - last <= BETWEEN_SCANNED;
      if (event.key === 'Enter') {
        const code = isQuick && text.length >= LEAST ? scannedCode(text) : '';
        text = '';
        if (code === '') return;
        event.preventDefault();
        latest.current(code);
        return;
      }
      // Shift comes between capitals, and isn't part of the text.
      if (event.key.length !== 1) return;
      text = isQuick ? text + event.key : event.key;
      last = event.timeStamp;
    };
    // Before any field or button hears of it.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
