import { useIsNarrow } from '../shared/useMedia';
import { usePreference } from '../shared/usePreference';

/** Whether the side menu shows icons only: as last chosen, otherwise by the width of the window. */
export function useIsMenuFolded(): boolean {
  const isNarrow = useIsNarrow();
  return usePreference('menu_folded') ?? isNarrow;
}
