import { useSyncExternalStore } from 'react';
import { dayIn } from '../../../contract/plain/zones';

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

/** Today in a zone, YYYY-MM-DD. Changes within a minute after midnight. */
export const useToday = (zone: string): string => useSyncExternalStore(subscribe, () => dayIn(new Date(), zone));
