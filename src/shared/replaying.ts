import { useSyncExternalStore } from 'react';

/**
 * Whether the screen shows a past state, or another browser's, through DevTools or an opened recording. Nothing is sent or stored
 * meanwhile. Kept outside the store, because the store is what is being replayed.
 */
let isOn = false;
const listeners = new Set<() => void>();

export const isReplaying = (): boolean => isOn;

export function setReplaying(replaying: boolean): void {
  if (isOn === replaying) return;
  isOn = replaying;
  for (const listener of [...listeners]) listener();
}

/** Returns a function that unsubscribes. */
export function onReplaying(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useReplaying = (): boolean => useSyncExternalStore(onReplaying, isReplaying);
