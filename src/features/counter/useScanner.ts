import { useEffect, useRef } from 'react';

/** Scanners type faster than people: milliseconds between two keys, at most. */
export const BETWEEN_SCANNED = 50;

/** Shorter texts are typed by people, and Enter is meant. */
const LEAST = 4;

/** What scanners set up for tills type around a code: the kind of barcode (`]Q1`), and marks of where it begins and ends. */
const AROUND_CODE = /^(?:\][A-Za-z]\d)?[^\p{L}\p{N}]*|[^\p{L}\p{N}]+$/gu;

/** The code in what a scanner typed: the code itself, or a portal's address with it. */
export function scannedCode(text: string): string {
  const bare = text.replace(AROUND_CODE, '');
  const [, inAddress] = /^https?:\/\/\S*\/code\/([^/?#]+)/i.exec(bare) ?? [];
  if (inAddress === undefined) return bare;
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

/** A line feed, as scanners type it. Browsers would open their downloads. */
const isLineFeed = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey && !metaKey && !altKey && key.toLowerCase() === 'j';

/**
 * Calls back with a code that a scanner types, wherever the focus is: quickly, and at the end Enter, Tab or a line feed, as it is set up.
 * That end presses no button, submits nothing and moves no focus.
 */
export function useScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let text = '';
    let last = 0;
    let ended = -BETWEEN_SCANNED;
    const onKey = (event: KeyboardEvent) => {
      const isFeed = isLineFeed(event);
      // Enter and a line feed are one end.
      if (isFeed && event.timeStamp - ended <= BETWEEN_SCANNED) event.preventDefault();
      if (((event.ctrlKey || event.metaKey || event.altKey) && !isFeed) || event.isComposing || isTaken(event.target)) {
        // The Ctrl of a line feed comes before it.
        if (event.key !== 'Control') text = '';
        return;
      }
      const isQuick = event.timeStamp - last <= BETWEEN_SCANNED;
      if (isFeed || event.key === 'Enter' || event.key === 'Tab') {
        const code = isQuick && text.length >= LEAST ? scannedCode(text) : '';
        text = '';
        if (code === '') return;
        event.preventDefault();
        ended = event.timeStamp;
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
