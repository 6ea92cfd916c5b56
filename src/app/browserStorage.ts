/**
 * redux-persist's storage for the session and the preferences: localStorage, or this tab's memory where the browser forbids it (private
 * windows, full disk), so that the console works and merely forgets.
 */
const memory = new Map<string, string>();

export const browserStorage = {
  getItem: async (key: string): Promise<string | null> => {
    try {
      return localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },
  setItem: async (key: string, value: string): Promise<void> => {
    try {
      localStorage.setItem(key, value);
    } catch {
      memory.set(key, value);
    }
  },
  removeItem: async (key: string): Promise<void> => {
    try {
      localStorage.removeItem(key);
    } catch {
      memory.delete(key);
    }
  },
};
