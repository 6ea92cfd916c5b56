import { useEffect, useRef } from 'react';

interface EnterAhead {
  /** Enter was pressed before the answer. */
  wait: () => void;
  /** Something else was typed. */
  forget: () => void;
}

/** Enter before the answer, as scanners send it: `onAnswer` is called once the search is over, unless something else is typed first. */
export function useEnterAhead(isSearching: boolean, onAnswer: () => void): EnterAhead {
  const isAwaited = useRef(false);
  useEffect(() => {
    if (isSearching || !isAwaited.current) return;
    isAwaited.current = false;
    onAnswer();
  });
  return {
    wait: () => (isAwaited.current = isSearching),
    forget: () => (isAwaited.current = false),
  };
}
