import { directionOf, type Language } from '../shared/languages';
import { IS_PSEUDO } from './bundled';

/** The direction in which screens are laid out. */
export const layoutDirection = (language: Language): 'ltr' | 'rtl' => (IS_PSEUDO ? 'rtl' : directionOf(language));
