/**
 * Lets `most` tasks of the same key run at once, by default one after another; further ones wait for their turn, in order. Those of other keys
 * run side by side. Other replicas don't wait.
 */
export function turnsByKey(most = 1) {
  const keys = new Map<string, { taken: number; waiting: (() => void)[] }>();

  /** Resolves when it is the caller's turn, with what gives it to the next one. */
  const take = async (key: string): Promise<() => void> => {
    const turns = keys.get(key) ?? { taken: 0, waiting: [] };
    keys.set(key, turns);
    if (turns.taken < most) turns.taken += 1;
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    return () => {
      const next = turns.waiting.shift();
      if (next) next();
      else turns.taken -= 1;
      if (turns.taken === 0) keys.delete(key);
    };
  };

  return {
    take,
    isWaitedFor: (key: string): boolean => (keys.get(key)?.waiting.length ?? 0) > 0,
    run: async <T>(key: string, task: () => Promise<T>): Promise<T> => {
      const release = await take(key);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
