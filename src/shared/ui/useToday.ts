import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all: a page of a list has hundreds of moments. */
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

/** When today began in the browser's zone, in milliseconds; another day shows by itself after midnight. */
export const useToday = (): number => useSyncExternalStore(subscribe, startOfToday);
