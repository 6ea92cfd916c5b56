import type { Language } from '../shared/preferences';

/**
 * Message files per language. `?sign-in` imports only the messages that can be shown before antd and the rest are loaded; vite.config.ts
 * selects them.
 */
export const MESSAGE_FILES = {
  en: {
    signIn: async () => (await import('../../i18n/en.json?sign-in')).default,
    all: async () => (await import('../../i18n/en.json')).default,
    antd: async () => (await import('antd/locale/en_US')).default,
    dayjs: async () => undefined,
  },
  it: {
    signIn: async () => (await import('../../i18n/it.json?sign-in')).default,
    all: async () => (await import('../../i18n/it.json')).default,
    antd: async () => (await import('antd/locale/it_IT')).default,
    dayjs: async () => import('dayjs/locale/it'),
  },
} satisfies Record<Language, Record<string, () => Promise<unknown>>>;

/** Loads the messages of the sign-in screen. */
export async function loadSignInWords(language: Language): Promise<SignInMessages> {
  return { language, messages: await MESSAGE_FILES[language].signIn() };
}

export interface SignInMessages {
  language: Language;
  messages: Record<string, string>;
}
