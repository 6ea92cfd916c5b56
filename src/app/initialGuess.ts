/** Reads from storage before the store exists. Only a guess, used to decide what to load first. */
import { languageOf, type Language } from '../shared/languages';

export function guessLanguage(): Language {
  const language = storedValue('persist:preferences', 'language') ?? navigator.language;
  return languageOf(typeof language === 'string' ? language : '');
}

export const guessSignedIn = (): boolean => (storedValue('persist:auth', 'user') ?? null) !== null;

/** A field of a slice stored by redux-persist; undefined if it can't be parsed. */
function storedValue(key: string, name: string): unknown {
  try {
    const slice = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string | undefined>;
    return JSON.parse(slice[name] ?? 'null');
  } catch {
    return undefined;
  }
}
