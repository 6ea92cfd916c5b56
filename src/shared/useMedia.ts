import { useSyncExternalStore } from 'react';

/** Whether a media query matches, updated when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether the window is too narrow for a list beside the unfolded menu. */
export const useIsNarrow = (): boolean => !useMedia('(min-width: 1200px)');

/** Whether the window is as narrow as a phone's. Unlike antd's own hook, it is right on the first render, so nothing renders twice. */
export const useIsPhone = (): boolean => !useMedia('(min-width: 768px)');
