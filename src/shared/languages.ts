/** What the console has to know of a language besides its texts. vite.config.ts reads it, too, so it imports nothing. */
interface ConsoleLanguage {
  /** In that language. */
  name: string;
  /** The file of antd's own texts, `antd/locale/…`, if it isn't one like `it_IT`. */
  antd?: string;
  /** The word for "new" in that language, which stands in the menu until somebody who grew up with it has read the texts. */
  isNew?: string;
  /** Right to left. */
  isMirrored?: true;
}

/** The console's languages by code. A further one is a file beside `i18n/it.json` and a line here (docs/translating.md). */
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

/** A language's name in the menu: in that language, whatever the current one is. */
export function languageName(language: Language): string {
  const { name, isNew } = of(language);
  return isNew === undefined ? name : `${name} (${isNew})`;
}

export const antdLocaleOf = (language: Language): string => of(language).antd ?? `${language}_${language.toUpperCase()}`;

/** Whether texts may still be missing, and the documentation for staff: then those in English are shown. */
export const isNewLanguage = (language: Language): boolean => of(language).isNew !== undefined;

export const directionOf = (language: Language): 'ltr' | 'rtl' => (of(language).isMirrored ? 'rtl' : 'ltr');

/** The language of a locale like "it-CH", else English. */
export function languageOf(locale: string): Language {
  const first = locale.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((known) => known === first) ?? 'en';
}
