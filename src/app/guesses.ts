/** What the browser's storage says before the store is there. Only a guess at what to load first. */
import type { Language } from '../shared/preferences';

export function guessLanguage(): Language {
  const language = storedValue('persist:preferences', 'language') ?? navigator.language;
  return typeof language === 'string' && language.startsWith('it') ? 'it' : 'en';
}

export const guessSignedIn = (): boolean => (storedValue('persist:auth', 'user') ?? null) !== null;

/** A value in redux-persist's format; undefined if there is none, or nothing that can be read. */
function storedValue(key: string, name: string): unknown {
  try {
    const slice = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string | undefined>;
    return JSON.parse(slice[name] ?? 'null');
  } catch {
    return undefined;
  }
}
