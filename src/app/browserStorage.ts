/**
 * redux-persist's storages: the browser's own, or this tab's memory where the browser forbids it (private windows, full disk), so that the
 * console works and merely forgets.
 */
function storageIn(find: () => Storage) {
  const memory = new Map<string, string>();
  return {
    getItem: async (key: string): Promise<string | null> => {
      try {
        return find().getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },
    setItem: async (key: string, value: string): Promise<void> => {
      try {
        find().setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },
    removeItem: async (key: string): Promise<void> => {
      try {
        find().removeItem(key);
      } catch {
        memory.delete(key);
      }
    },
  };
}

/** For the session and the preferences. */
export const browserStorage = storageIn(() => localStorage);

/** For what belongs to this tab, through reloads. */
export const tabStorage = storageIn(() => sessionStorage);
