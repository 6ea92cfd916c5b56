import { useSelector } from 'react-redux';
import { selectPreferences, type Preferences } from './preferences';

/** One preference. Reading all of them would render a component again with each one that changes, a whole list when the theme does. */
export function usePreference<K extends keyof Preferences>(key: K): Preferences[K] {
  return useSelector((state: Parameters<typeof selectPreferences>[0]) => selectPreferences(state)[key]);
}
