/**
 * redux-persist's storages, or nothing where the browser forbids them or is full, so that the console works and merely forgets:
 * localStorage for the login and the preferences, sessionStorage for what belongs to this tab, through reloads.
 */

/** What another tab wrote last. */
const fromOtherTab = new Map<string, string | null>();

/** What could not be stored: this tab alone has it. */
const unstored = new Set<string>();

export const browserStorage = {
  getItem: async (key: string): Promise<string | null> => storedText(key) ?? null,
  setItem: async (key: string, value: string): Promise<void> => {
    // Two tabs that repeat each other's writes could go on for ever.
    if (holds(fromOtherTab.get(key), value)) return;
    fromOtherTab.delete(key);
    unstored.delete(key);
    try {
      localStorage.setItem(key, value);
    } catch {
      forget(key, () => localStorage);
      unstored.add(key);
    }
  },
  removeItem: async (key: string): Promise<void> => forget(key, () => localStorage),
};

export const tabStorage = {
  getItem: async (key: string): Promise<string | null> => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: async (key: string, value: string): Promise<void> => {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      forget(key, () => sessionStorage);
    }
  },
  removeItem: async (key: string): Promise<void> => forget(key, () => sessionStorage),
};

/** The stored text; undefined if this tab could not store what it has, so that it says nothing about other tabs. */
export function storedText(key: string): string | null | undefined {
  if (unstored.has(key)) return undefined;
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Another tab wrote this: the state follows, and need not be written again. */
export function writtenByOtherTab(key: string, value: string | null): void {
  unstored.delete(key);
  fromOtherTab.set(key, value);
}

/** An old value must not outlive one that could not be stored: it may be another person's login. */
function forget(key: string, storage: () => Storage): void {
  try {
    storage().removeItem(key);
  } catch {
    // Without a storage there is no old value.
  }
}

/** Whether all that would be written is in the stored text already. */
function holds(stored: string | null | undefined, written: string): boolean {
  if (stored === undefined) return false;
  try {
    const there = Object(JSON.parse(stored ?? '{}')) as Record<string, unknown>;
    return Object.entries(JSON.parse(written) as Record<string, unknown>).every(([key, value]) => there[key] === value);
  } catch {
    return false;
  }
}
