/** A cache whose entries expire after some milliseconds; it keeps the newest `most` of them. */
export function ttlCache<T>(most: number, milliseconds: number) {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      return entry && entry.until > performance.now() ? entry.value : undefined;
    },
    set: (key: string, value: T) => {
      entries.delete(key);
      entries.set(key, { value, until: performance.now() + milliseconds });
      // A Map iterates in insertion order, so the oldest come first.
      for (const [oldest, { until }] of entries) {
        if (entries.size <= most && until > performance.now()) break;
        entries.delete(oldest);
      }
    },
    delete: (key: string) => void entries.delete(key),
  };
}
