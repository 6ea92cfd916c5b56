import dayjs from 'dayjs';
import type { ConfigProviderProps } from 'antd';
import type { Language } from '../shared/preferences';
import type en from '../../i18n/en.json';

declare global {
  // react-intl takes its message ids from this global, so that a mistyped id doesn't compile.
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof en;
    }
  }
}

export interface LanguagePack {
  language: Language;
  messages: Record<string, string>;
  antd: NonNullable<ConfigProviderProps['locale']>;
}

/** Per language: our messages, antd's, and dayjs's month names. Only the chosen language is loaded. */
const LOADERS: Record<Language, () => Promise<Omit<LanguagePack, 'language'>>> = {
  en: async () => {
    const [{ default: messages }, { default: antd }] = await Promise.all([import('../../i18n/en.json'), import('antd/locale/en_US')]);
    return { messages, antd };
  },
  it: async () => {
    const [{ default: messages }, { default: antd }] = await Promise.all([
      import('../../i18n/it.json'),
      import('antd/locale/it_IT'),
      import('dayjs/locale/it'),
    ]);
    return { messages, antd };
  },
};

// dayjs' English is American; our dates are not.
Object.assign(dayjs.Ls.en ?? {}, { weekStart: 1 });

export async function loadLanguage(language: Language): Promise<LanguagePack> {
  const words = await LOADERS[language]();
  dayjs.locale(language);
  return { language, ...words };
}
