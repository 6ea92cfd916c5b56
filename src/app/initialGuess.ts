/** Reads from storage before the store exists. Only a guess, used to decide what to load first. */
import { languageOf, type Language } from '../shared/languages';
import type { Shade } from './colors';

export function guessLanguage(): Language {
  const language = storedValue('persist:preferences', 'language') ?? navigator.language;
  return languageOf(typeof language === 'string' ? language : '');
}

export const guessSignedIn = (): boolean => (storedValue('persist:auth', 'user') ?? null) !== null;

/** The chosen theme; otherwise the one that the browser prefers. */
export function guessShade(): Shade {
  const theme = storedValue('persist:preferences', 'theme');
  if (theme === 'dark' || theme === 'light') return theme;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** A field of a slice stored by redux-persist; undefined if it can't be parsed. */
function storedValue(key: string, name: string): unknown {
  try {
    const slice = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string | undefined>;
    return JSON.parse(slice[name] ?? 'null');
  } catch {
    return undefined;
  }
}
