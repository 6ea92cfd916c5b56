import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all subscribers: a page of a list shows hundreds of dates. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  timer ??= setInterval(() => listeners.forEach((listener) => listener()), MINUTE);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const startOfToday = () => new Date().setHours(0, 0, 0, 0);

/** Midnight at the start of today in the browser's time zone, in milliseconds. Changes within a minute after midnight. */
export const useToday = (): number => useSyncExternalStore(subscribe, startOfToday);
