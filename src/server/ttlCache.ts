interface Entry<T> {
  key: string;
  value: T;
  until: number;
  older: Entry<T> | undefined;
  newer: Entry<T> | undefined;
}

/** A cache whose entries expire after some milliseconds; it keeps the newest `most` of them. */
export function ttlCache<T>(most: number, milliseconds: number) {
  const entries = new Map<string, Entry<T>>();
  // A list by age. A Map is ordered by age, too, but finding its oldest entry with an iterator means skipping all deleted ones, or keeping
  // them.
  let oldest: Entry<T> | undefined;
  let newest: Entry<T> | undefined;
  const remove = ({ key, older, newer }: Entry<T>) => {
    entries.delete(key);
    if (older) older.newer = newer;
    else oldest = newer;
    if (newer) newer.older = older;
    else newest = older;
  };
  const forget = (key: string) => {
    const entry = entries.get(key);
    if (entry) remove(entry);
  };
  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      return entry && entry.until > performance.now() ? entry.value : undefined;
    },
    set: (key: string, value: T) => {
      forget(key);
      const now = performance.now();
      const entry: Entry<T> = { key, value, until: now + milliseconds, older: newest, newer: undefined };
      entries.set(key, entry);
      if (newest) newest.newer = entry;
      else oldest = entry;
      newest = entry;
      while (oldest && (entries.size > most || oldest.until <= now)) remove(oldest);
    },
    delete: forget,
  };
}
