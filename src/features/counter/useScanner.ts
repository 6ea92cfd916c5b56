import { useEffect, useRef } from 'react';

/** Maximum number of milliseconds between two keys of a scanner, which types faster than people do. */
export const BETWEEN_SCANNED = 50;

/** Minimum length of a scanned code: shorter texts are typed by people, whose Enter must work as usual. */
const LEAST = 4;

/**
 * What scanners configured for tills type around a code: the type of the barcode (`]Q1`), and characters that mark its beginning and end.
 */
const CODE_FRAMING = /^(?:\][A-Za-z]\d)?[^\p{L}\p{N}]*|[^\p{L}\p{N}]+$/gu;

/** The code in a scanned text: the text itself, or the code in a portal address. */
export function scannedCode(text: string): string {
  const bare = text.replace(CODE_FRAMING, '');
  const [, inAddress] = /^https?:\/\/\S*\/code\/([^/?#]+)/i.exec(bare) ?? [];
  if (inAddress === undefined) return bare;
  try {
    return decodeURIComponent(inAddress);
  } catch {
    return inAddress;
  }
}

/** Whether typed keys go to a dialog, or to a field that isn't marked to accept scanned codes. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null &&
    target.closest('[data-scanned]') === null);

/** Whether it is a line feed, which scanners type as Ctrl J. Browsers would open their downloads. */
const isLineFeed = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey && !metaKey && !altKey && key.toLowerCase() === 'j';

/**
 * Calls back when a scanner types a code, wherever the focus is. A scanner types quickly and ends with Enter, Tab or a line feed, depending
 * on its configuration; that last key then presses no button, submits nothing and moves no focus.
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
      // Some scanners send Enter and a line feed: ignore the second.
      if (isFeed && event.timeStamp - ended <= BETWEEN_SCANNED) event.preventDefault();
      if (((event.ctrlKey || event.metaKey || event.altKey) && !isFeed) || event.isComposing || isTaken(event.target)) {
        // A line feed begins with the Ctrl key, which must not clear the code before it.
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
      // Keys such as Shift between capitals aren't part of the text.
      if (event.key.length !== 1) return;
      text = isQuick ? text + event.key : event.key;
      last = event.timeStamp;
    };
    // Capture, so that it runs before the handlers of fields and buttons.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
