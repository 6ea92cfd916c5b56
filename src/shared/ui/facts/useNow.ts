import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The current time in milliseconds, updated every minute, so that things that expire while on screen show it. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
