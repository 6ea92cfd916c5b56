import type { Language } from '../shared/languages';
import type { LanguagePack } from './messages';

/** Values that Vite puts into the console. Tests run without Vite and use `test/support/console/bundled.ts` instead. */

declare global {
  interface ImportMetaEnv {
    /** Set by vite.config.ts. */
    readonly PORTICO_VERSION: string;
  }
}

/** Whether this is `npm run dev`. */
export const IS_DEVELOPMENT: boolean = import.meta.env.DEV;

/** Whether this is `npm run dev -- --pseudo` (docs/translating.md). */
export const IS_PSEUDO: boolean = import.meta.env.MODE === 'pseudo';

/** The version in package.json. */
export const CONSOLE_VERSION: string = import.meta.env.PORTICO_VERSION;

const FIRST_FILES = import.meta.glob<Record<string, string>>('../../i18n/*.json', { query: '?sign-in', import: 'default' });
const FILES = import.meta.glob<Omit<LanguagePack, 'language'>>('../../i18n/*.json', { query: '?all' });

/** Loads the messages that can be shown before antd and the rest are loaded; vite.config.ts selects them. */
export const loadFirstMessages = (language: Language) => load(FIRST_FILES, language);

/** Loads all messages of a language, antd's locale and dayjs' locale: one file, which vite.config.ts composes. */
export const loadLanguageFile = (language: Language) => load(FILES, language);

async function load<F>(files: Record<string, () => Promise<F>>, language: Language): Promise<F> {
  const file = files[`../../i18n/${language}.json`];
  if (!file) throw new Error(`i18n/${language}.json is missing`);
  return file();
}
