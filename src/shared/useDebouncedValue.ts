import { useEffect, useState } from 'react';

/** The value once it has not changed for `milliseconds`: what somebody typed, when they pause. */
export function useDebouncedValue<V>(value: V, milliseconds: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
