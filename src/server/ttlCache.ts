interface Entry<T> {
  value: T;
  until: number;
}

/** A cache whose entries expire after some milliseconds; it keeps the newest `most` of them. */
export function ttlCache<T>(most: number, milliseconds: number) {
  const entries = new Map<string, Entry<T>>();
  // A Map iterates in insertion order, so the oldest come first. The iterator is kept: a new one would pass all that were deleted before.
  let following = entries.entries();
  let oldest: [string, Entry<T>] | undefined;
  const dropOld = () => {
    const now = performance.now();
    for (;;) {
      oldest ??= following.next().value;
      if (oldest === undefined) break;
      const [key, entry] = oldest;
      if (entries.get(key) === entry) {
        if (entries.size <= most && entry.until > now) return;
        entries.delete(key);
      }
      oldest = undefined;
    }
    // It has come to the end, and would see nothing that follows.
    following = entries.entries();
  };
  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      return entry && entry.until > performance.now() ? entry.value : undefined;
    },
    set: (key: string, value: T) => {
      entries.delete(key);
      entries.set(key, { value, until: performance.now() + milliseconds });
      dropOld();
    },
    delete: (key: string) => void entries.delete(key),
  };
}
