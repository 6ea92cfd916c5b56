import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time in milliseconds, a minute at a time: what ends while one looks is shown so. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
