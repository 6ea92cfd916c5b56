import { useEffect, useState } from 'react';

/** The value, debounced: updated once it hasn't changed for `milliseconds`. */
export function useDebouncedValue<V>(value: V, milliseconds: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
