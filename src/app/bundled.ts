import type { Language } from '../shared/preferences';

/** What vite puts into the console. Tests, which run without vite, take `test/support/console/bundled.ts` instead. */

declare global {
  interface ImportMetaEnv {
    /** Set by vite.config.ts. */
    readonly PORTICO_VERSION: string;
  }
}

/** Whether this is `npm run dev`. */
export const IS_DEVELOPMENT: boolean = import.meta.env.DEV;

/** The version in package.json. */
export const CONSOLE_VERSION: string = import.meta.env.PORTICO_VERSION;

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
