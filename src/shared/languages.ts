/** What the console needs to know about a language besides its texts. vite.config.ts reads this file too, so it imports nothing. */
interface ConsoleLanguage {
  /** The language's own name. */
  name: string;
  /** The name of antd's locale file (`antd/locale/…`), unless it is like `it_IT`. */
  antd?: string;
  /** The word for "new" in that language. The menu shows it until a native speaker has reviewed the texts. */
  isNew?: string;
  /** Written from right to left. */
  isMirrored?: true;
}

/** The console's languages by code. To add one, add a file beside `i18n/it.json` and a line here (docs/translating.md). */
const TABLE = {
  en: { name: 'English', antd: 'en_US' },
  it: { name: 'Italiano' },
  de: { name: 'Deutsch', isNew: 'neu' },
  fr: { name: 'Français', isNew: 'nouveau' },
  es: { name: 'Español', isNew: 'nuevo' },
} as const satisfies Record<string, ConsoleLanguage>;

export type Language = keyof typeof TABLE;

export const LANGUAGES = Object.keys(TABLE) as Language[];

const of = (language: Language): ConsoleLanguage => TABLE[language];

/** A language's own name, for the menu. */
export function languageName(language: Language): string {
  const { name, isNew } = of(language);
  return isNew === undefined ? name : `${name} (${isNew})`;
}

export const antdLocaleOf = (language: Language): string => of(language).antd ?? `${language}_${language.toUpperCase()}`;

/** Whether texts may still be missing, and the documentation for staff: these are then shown in English. */
export const isNewLanguage = (language: Language): boolean => of(language).isNew !== undefined;

export const directionOf = (language: Language): 'ltr' | 'rtl' => (of(language).isMirrored ? 'rtl' : 'ltr');

/** The language of a locale like "it-CH"; English if it isn't supported. */
export function languageOf(locale: string): Language {
  const first = locale.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((known) => known === first) ?? 'en';
}
