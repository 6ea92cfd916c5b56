import { useDeferredValue } from 'react';
import { useSelector } from 'react-redux';
import { selectTheme } from '../shared/preferences';
import { useMedia } from '../shared/useMedia';
import type { Shade } from './colors';

/**
 * The chosen theme; for "system" the one the browser prefers. Deferred, because another theme renders every component of antd: the choice
 * itself is painted first, then the page changes all at once.
 */
export function useColorScheme(): Shade {
  const theme = useSelector(selectTheme);
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  return useDeferredValue(theme !== 'system' ? theme : systemIsDark ? 'dark' : 'light');
}
