/**
 * Limits concurrent tasks with the same key to `most`, by default one; further ones wait in order. Tasks with different keys don't wait for each
 * other, nor do those of other processes.
 */
export function turnsByKey(most = 1) {
  const keys = new Map<string, { taken: number; waiting: (() => void)[] }>();

  /** Resolves when it is the caller's turn, with a function that ends the turn. */
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
