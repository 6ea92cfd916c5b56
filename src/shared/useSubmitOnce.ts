import { useRef } from 'react';

/** Ignores calls while one is running: the spinner is rendered a frame later, and a second Enter or click can be faster. */
export function useSubmitOnce<A extends unknown[]>(submit: (...args: A) => Promise<unknown>): (...args: A) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await submit(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
