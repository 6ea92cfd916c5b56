/**
 * Storage engines for redux-persist: localStorage for the login, the preferences and the counter's vouchers, sessionStorage for what
 * belongs to this tab and should survive reloads. Where storage is blocked or full they do nothing: the console works, but remembers
 * nothing.
 */

/** The last value that another tab wrote, by key. */
const fromOtherTab = new Map<string, string | null>();

/** Keys that could not be stored; only this tab has their values. */
const unstored = new Set<string>();

export const browserStorage = {
  getItem: async (key: string): Promise<string | null> => storedText(key) ?? null,
  setItem: async (key: string, value: string): Promise<void> => {
    // Don't write back what another tab wrote: two tabs echoing each other's writes could go on forever.
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

/** The stored text, null if there is none; undefined if it is unknown because storage is blocked or this tab's last write failed. */
export function storedText(key: string): string | null | undefined {
  if (unstored.has(key)) return undefined;
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Records a write by another tab. The state is updated from it and doesn't have to be stored again. */
export function writtenByOtherTab(key: string, value: string | null): void {
  unstored.delete(key);
  fromOtherTab.set(key, value);
}

/** Removes a stale value when the new one can't be stored: it may be another person's login. */
function forget(key: string, storage: () => Storage): void {
  try {
    storage().removeItem(key);
  } catch {
    // Without storage there is no stale value.
  }
}

/** Whether the stored text already contains everything that would be written. */
function holds(stored: string | null | undefined, written: string): boolean {
  if (stored === undefined) return false;
  try {
    const there = Object(JSON.parse(stored ?? '{}')) as Record<string, unknown>;
    return Object.entries(JSON.parse(written) as Record<string, unknown>).every(([key, value]) => there[key] === value);
  } catch {
    return false;
  }
}
