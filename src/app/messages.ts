import dayjs from 'dayjs';
import type { ConfigProviderProps } from 'antd';
import type { Language } from '../shared/languages';
import type en from '../../i18n/en.json';
import { loadLanguageFile } from './bundled';

declare global {
  // react-intl takes its message ids from this global, so that a mistyped id doesn't compile.
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof en;
    }
  }
}

/** Our messages and antd's. Only the chosen language is loaded. */
export interface LanguagePack {
  language: Language;
  messages: Record<string, string>;
  antd: NonNullable<ConfigProviderProps['locale']>;
}

// dayjs' English is American, with weeks starting on Sunday; ours start on Monday.
Object.assign(dayjs.Ls.en ?? {}, { weekStart: 1 });

const loaded = new Map<Language, LanguagePack>();

/** A language pack, if it has been loaded. */
export const loadedLanguage = (language: Language): LanguagePack | undefined => loaded.get(language);

/** Loads a language pack and makes it dayjs' current locale. */
export async function loadLanguage(language: Language): Promise<LanguagePack> {
  const { messages, antd } = await loadLanguageFile(language);
  const pack = { language, messages, antd };
  loaded.set(language, pack);
  dayjs.locale(language);
  return pack;
}
