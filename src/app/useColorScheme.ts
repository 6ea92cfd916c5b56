import { useSelector } from 'react-redux';
import { selectTheme } from '../shared/preferences';
import { useMedia } from '../shared/useMedia';
import type { Shade } from './colors';

/** The chosen theme; for "system" the one the browser prefers. */
export function useColorScheme(): Shade {
  const theme = useSelector(selectTheme);
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  if (theme === 'system') return systemIsDark ? 'dark' : 'light';
  return theme;
}
